import { describe, expect, it } from 'vitest'
import { rational, toNumber } from '../../../src/shared/odds/rational.ts'
import { assignPromotions, type PricedParlay } from '../../../src/shared/value/promotion-plan.ts'
import { worthOf } from '../../../src/shared/value/promotions.ts'
import { kellyFraction } from '../../../src/shared/odds/value.ts'

describe('assignPromotions', () => {
  const options = { bankrollMinor: 1_000_000, at: 0 }
  const terms = { bookIds: [], usesLeft: 1 }
  const boost = { ...terms, id: 'boost', kind: 'profitBoost', percent: 50, maxStakeMinor: 5_000 } as const
  const bonus = { ...terms, id: 'bonus', kind: 'bonusBet', maxStakeMinor: 5_000 } as const
  const insurance = { ...terms, id: 'insurance', kind: 'insurance', maxStakeMinor: 5_000 } as const
  const price = (parlayId: string, decimal: number, probability: number, bookId = 'alpha'): PricedParlay => ({
    parlayId,
    bookId,
    odds: rational(BigInt(Math.round(decimal * 100)), 100n),
    legCount: 2,
    probability,
  })

  it('puts the bonus bet on the higher odds, and each promotion on a parlay of its own', () => {
    const prices = [price('short', 2, 0.48), price('high', 8, 0.12)]
    const plan = assignPromotions([bonus, insurance], prices, options)
    expect(plan.map(({ promotionId, parlayId }) => [promotionId, parlayId])).toEqual([
      ['bonus', 'high'],
      ['insurance', 'short'],
    ])
    expect(plan[0]?.stakeMinor).toBe(5_000)
    // A tenth below its expected profit of 42.00 at most, because a small share of the bankroll is at risk.
    expect(plan[0]?.gainMinor).toBeGreaterThan(0.9 * 5_000 * 0.12 * 7)
    expect(plan[0]?.gainMinor).toBeLessThan(5_000 * 0.12 * 7)
  })

  it('uses a promotion as often as it has uses left, at the best book where it applies', () => {
    const prices = [
      price('a', 4, 0.24),
      price('a', 4.2, 0.24, 'beta'),
      price('b', 4, 0.24, 'beta'),
      price('c', 4, 0.2, 'beta'),
    ]
    const twice = { ...boost, usesLeft: 2, bookIds: ['beta'] }
    const plan = assignPromotions([twice], prices, options)
    expect(plan.map(({ parlayId, bookId }) => [parlayId, bookId]).sort()).toEqual([
      ['a', 'beta'],
      ['b', 'beta'],
    ])
    expect(assignPromotions([{ ...twice, usesLeft: 0 }], prices, options)).toEqual([])
    expect(assignPromotions([{ ...twice, minLegs: 3 }], prices, options)).toEqual([])
  })

  it('takes the best of the books where it applies, and no better one where it does not', () => {
    const prices = [price('a', 4, 0.24), price('a', 4.2, 0.24, 'beta'), price('a', 4.4, 0.24, 'gamma')]
    const bookOf = (bookIds: string[]) =>
      assignPromotions([{ ...boost, bookIds }], prices, options)[0]?.bookId
    expect(bookOf([])).toBe('gamma')
    expect(bookOf(['alpha', 'beta'])).toBe('beta')
    expect(bookOf(['alpha'])).toBe('alpha')
  })

  it('leaves out a use that gains less than half a minor unit, and one at a book that takes no stake', () => {
    const least = { ...bonus, maxStakeMinor: 1 }
    expect(assignPromotions([least], [price('a', 2.6, 0.3)], options)).toEqual([])
    expect(assignPromotions([least], [price('a', 2.8, 0.3)], options)).toHaveLength(1)
    const closed = { ...price('a', 8, 0.12), limitMinor: 0 }
    expect(assignPromotions([bonus], [closed], options)).toEqual([])
  })

  it('counts the higher odds of an odds boost, and what an insurance returns', () => {
    const large = { bankrollMinor: 1_000_000_000, at: 0 }
    const higher = {
      ...terms,
      id: 'odds',
      kind: 'oddsBoost',
      odds: rational(9n, 2n),
      maxStakeMinor: 5_000,
    } as const
    const [boosted] = assignPromotions([higher], [price('a', 4, 0.25)], large)
    expect(boosted?.equivalentMinor).toBeCloseTo(5_000 * (0.25 * 3.5 - 0.75), -1)
    const [insured] = assignPromotions([insurance], [price('a', 4, 0.25)], large)
    expect(insured?.equivalentMinor).toBeCloseTo(5_000 * (0.25 * 3 - 0.75 * (1 - worthOf(insurance))), -1)
  })

  it('takes a bet for sure or for lost, and stakes less than the whole bankroll', () => {
    const wide = { ...boost, maxStakeMinor: 2_000_000 }
    expect(assignPromotions([wide], [price('a', 3, 1)], options)[0]?.stakeMinor).toBe(999_999)
    expect(assignPromotions([wide], [price('a', 3, 0)], options)).toEqual([])
  })

  it('stakes by Kelly where the promotion covers more', () => {
    const wide = { ...boost, maxStakeMinor: 1_000_000 }
    const [use] = assignPromotions([wide], [price('a', 3, 0.3)], options)
    expect(use?.stakeMinor).toBeCloseTo(1_000_000 * kellyFraction(0.3, 4), -1)
    const limited = { ...price('a', 3, 0.3), limitMinor: 1_234 }
    expect(assignPromotions([wide], [limited], options)[0]?.stakeMinor).toBe(1_234)
    const capped = { ...wide, maxExtraMinor: 1_000 }
    expect(assignPromotions([capped], [price('a', 3, 0.3)], options)[0]?.stakeMinor).toBe(1_000)
  })

  it('counts only what a promotion adds to the best plain price', () => {
    const good = price('a', 4, 0.3)
    const [use] = assignPromotions([{ ...boost, maxStakeMinor: 1_000_000 }], [good], options)
    const growth = (p: number, d: number) => {
      const stake = kellyFraction(p, d)
      return Math.expm1(p * Math.log1p(stake * (d - 1)) + (1 - p) * Math.log1p(-stake)) * 1_000_000
    }
    expect(use?.equivalentMinor).toBeCloseTo(growth(0.3, 5.5), 0)
    expect(use?.gainMinor).toBeCloseTo(growth(0.3, 5.5) - growth(0.3, toNumber(good.odds)), 0)
    expect(assignPromotions([{ ...boost, maxStakeMinor: 100 }], [good], options)).toEqual([])
  })

  it('leaves a deposit match out, and has no plan without parlays', () => {
    const match = {
      ...terms,
      id: 'match',
      kind: 'depositMatch',
      percent: 100,
      playThrough: 1,
      playThroughOf: 'bonus',
    } as const
    expect(assignPromotions([match], [price('a', 4, 0.3)], options)).toEqual([])
    expect(assignPromotions([boost], [], options)).toEqual([])
  })

  it('refuses what cannot be', () => {
    for (const bankrollMinor of [0, -1, 1.5, NaN])
      expect(() => assignPromotions([], [], { bankrollMinor, at: 0 })).toThrow('A bankroll is a whole number')
    for (const probability of [-0.1, 1.2])
      expect(() => assignPromotions([boost], [price('a', 4, probability)], options)).toThrow(
        'A probability is',
      )
    expect(() => assignPromotions([boost], [price('a', 1, 0.2)], options)).toThrow('Odds must be above 1')
  })
})
