import { describe, expect, it } from 'vitest'
import { rational } from '../../../src/shared/odds/rational.ts'
import { bonusWorthBy, usualWorthMinor } from '../../../src/shared/value/promotion-worth.ts'

describe('bonusWorthBy', () => {
  it('is the usual 70% below 30 bonus bets, then the mean of the user’s own', () => {
    expect(bonusWorthBy({ bets: 0, mean: null })).toEqual({ worth: 0.7, bets: 0, isOwn: false })
    expect(bonusWorthBy({ bets: 29, mean: 0.5 })).toEqual({ worth: 0.7, bets: 29, isOwn: false })
    expect(bonusWorthBy({ bets: 30, mean: 0.5 })).toEqual({ worth: 0.5, bets: 30, isOwn: true })
  })

  it('is never above the amount itself', () => {
    expect(bonusWorthBy({ bets: 40, mean: 1.8 }).worth).toBe(1)
  })
})

describe('usualWorthMinor', () => {
  const half = { worth: 0.5, bets: 40, isOwn: true }
  const unlimited = { id: 'a', bookIds: [], usesLeft: 1 } as const
  const terms = { ...unlimited, maxStakeMinor: 5_000 } as const
  it.each([
    ['a bonus bet by the rate of bonus bets', { ...terms, kind: 'bonusBet' }, 2_500],
    ['each use that is left', { ...terms, kind: 'bonusBet', usesLeft: 3 }, 7_500],
    ['insurance by that rate on a fair bet at +300', { ...terms, kind: 'insurance' }, 0.75 * 2_500],
    ['insurance by its own rate', { ...terms, kind: 'insurance', bonusWorth: 0.8 }, 0.75 * 4_000],
    ['a boost by a fair bet at +300', { ...terms, kind: 'profitBoost', percent: 20 }, 750],
    [
      'a boost with its cap, on longer odds if it needs them',
      { ...terms, kind: 'profitBoost', percent: 20, maxExtraMinor: 4_000, minOdds: rational(10n) },
      400,
    ],
  ] as const)('values %s', (_, promotion, minor) => {
    expect(usualWorthMinor(promotion, half)).toBe(minor)
  })

  it('has no number for a boost without a largest stake, an odds boost, and a deposit match', () => {
    expect(usualWorthMinor({ ...unlimited, kind: 'profitBoost', percent: 20 }, half)).toBeUndefined()
    expect(usualWorthMinor({ ...terms, kind: 'oddsBoost', odds: rational(5n) }, half)).toBeUndefined()
    const match = { kind: 'depositMatch', percent: 50, playThrough: 1, playThroughOf: 'bonus' } as const
    expect(usualWorthMinor({ ...terms, ...match }, half)).toBeUndefined()
  })
})
