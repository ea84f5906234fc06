import { describe, expect, it } from 'vitest'
import { rational } from '../../../src/shared/odds/rational.ts'
import { playThroughOf, type MatchBet } from '../../../src/shared/value/play-through.ts'
import { valueOf, type DepositMatch } from '../../../src/shared/value/promotions.ts'
import { fc } from '../../support/property.ts'

const match: DepositMatch = {
  ...{ id: 'match', bookIds: [], usesLeft: 1, kind: 'depositMatch' },
  ...{ percent: 50, maxStakeMinor: 50_000, playThrough: 5, playThroughOf: 'bonus' },
}
const bet = (stakeMinor: number, given: Partial<MatchBet> = {}): MatchBet => ({
  ...{ stakeMinor, odds: rational(2n), legCount: 1, isDecided: true },
  ...given,
})

describe('playThroughOf', () => {
  it('matches the deposit up to its limit, and asks for the bonus several times', () => {
    expect(playThroughOf(match, [80_000], [])).toMatchObject({
      ...{ bonusMinor: 25_000, neededMinor: 125_000, doneMinor: 0, leftMinor: 125_000 },
    })
    const both: DepositMatch = { ...match, playThroughOf: 'depositAndBonus' }
    expect(playThroughOf(both, [80_000], []).neededMinor).toBe(5 * 75_000)
    expect(playThroughOf(match, [80_000, 10_000], []).bonusMinor).toBe(30_000)
  })

  it('counts decided bets as done, and takes open ones off what is left', () => {
    const bets = [bet(20_000), bet(5_000, { isDecided: false })]
    expect(playThroughOf(match, [50_000], bets)).toMatchObject({
      ...{ neededMinor: 125_000, doneMinor: 20_000, openMinor: 5_000, leftMinor: 100_000 },
    })
    expect(playThroughOf(match, [50_000], [bet(200_000)])).toMatchObject({ leftMinor: 0, worthMinor: 25_000 })
  })

  it('counts only bets with the odds and legs that the match asks for', () => {
    const strict: DepositMatch = { ...match, minOdds: rational(2n), minLegs: 2 }
    const counted = (given: Partial<MatchBet>) =>
      playThroughOf(strict, [50_000], [bet(1_000, given)]).doneMinor
    expect(counted({ legCount: 2 })).toBe(1_000)
    expect(counted({ legCount: 1 })).toBe(0)
    expect(counted({ legCount: 2, odds: rational(199n, 100n) })).toBe(0)
  })

  it('is worth the bonus less what the rest is expected to cost, and never less than nothing', () => {
    expect(playThroughOf(match, [50_000], []).worthMinor).toBe(25_000 - 0.05 * 125_000)
    expect(playThroughOf({ ...match, minLegs: 2 }, [50_000], []).worthMinor).toBe(12_812)
    expect(playThroughOf(match, [50_000], [], -0.3).worthMinor).toBe(0)
    expect(playThroughOf(match, [50_000], [], 0.1).worthMinor).toBe(25_000)
  })

  it('is worth before the first bet what valueOf says of the same bets', () => {
    const deposits = fc.integer({ min: 100, max: 50_000 })
    fc.assert(
      fc.property(deposits, fc.integer({ min: 1, max: 15 }), (deposit, playThrough) => {
        const terms = { ...match, playThrough }
        const { worthMinor } = playThroughOf(terms, [deposit], [], -0.05)
        const exact = Math.max(0, valueOf(terms, 0.475, 2, deposit) * deposit)
        expect(Math.abs(worthMinor - exact)).toBeLessThanOrEqual(1 + playThrough)
      }),
    )
  })

  it('refuses a deposit that cannot be', () => {
    for (const minor of [0, -1, 1.5, NaN])
      expect(() => playThroughOf(match, [minor], [])).toThrow('A deposit')
  })
})
