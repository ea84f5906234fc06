import { describe, expect, it } from 'vitest'
import { exactPayoutMinor } from '../../../src/shared/odds/price.ts'
import { rational, toNumber, type Rational } from '../../../src/shared/odds/rational.ts'
import {
  boostedDecimal,
  convertBonusBet,
  findObstacle,
  valueOf,
  type Promotion,
  type PromotionTerms,
} from '../../../src/shared/value/promotions.ts'
import { fc } from '../../support/property.ts'

const terms: PromotionTerms = { id: 'one', bookIds: [], usesLeft: 1 }
const boost = { ...terms, kind: 'profitBoost', percent: 50 } as const
const named = { ...terms, kind: 'oddsBoost', odds: rational(5n) } as const
const bonus = { ...terms, kind: 'bonusBet', maxStakeMinor: 10_000 } as const
const insurance = { ...terms, kind: 'insurance', maxStakeMinor: 10_000 } as const
const match = {
  ...terms,
  kind: 'depositMatch',
  percent: 100,
  playThrough: 5,
  playThroughOf: 'bonus',
} as const
const all: readonly Promotion[] = [boost, named, bonus, insurance, match]

const payoutOf = (odds: Rational, stakeMinor: number) =>
  exactPayoutMinor(stakeMinor, { text: '', format: 'decimal', odds, decimal: toNumber(odds) })

describe('valueOf', () => {
  it.each([
    ['a profit boost pays 1 + (d - 1)(1 + b)', boost, 0.25 * (1 + 3 * 1.5) - 1],
    ['an odds boost pays its own odds', named, 0.25 * 5 - 1],
    ['a bonus bet pays the profit alone', bonus, 0.25 * 3],
    ['insurance gives 0.7 of a lost stake', insurance, 0.25 * 4 - 1 + 0.75 * 0.7],
    ['insurance gives what a bonus is worth to the user', { ...insurance, bonusWorth: 0.6 }, 0.75 * 0.6],
  ] as const)('%s', (_, promotion, expected) => {
    expect(valueOf(promotion, 0.25, 4)).toBeCloseTo(expected, 12)
  })

  it('of a deposit match is the bonus less what its play-through costs', () => {
    expect(valueOf(match, 0.24, 4)).toBeCloseTo(1 - 5 * 0.04, 12)
    expect(valueOf({ ...match, playThroughOf: 'depositAndBonus' }, 0.24, 4)).toBeCloseTo(1 - 10 * 0.04, 12)
    const capped = { ...match, percent: 50, maxStakeMinor: 20_000 }
    expect(valueOf(capped, 0.24, 4, 40_000)).toBeCloseTo(0.25 - 5 * 0.25 * 0.04, 12)
  })

  it('keeps the largest extra winnings at the stake given, or at the largest covered', () => {
    const capped = { ...boost, maxExtraMinor: 3_000 }
    const at = (stakeMinor?: number) => valueOf(capped, 0.25, 4, stakeMinor)
    expect(at(1_000)).toBeCloseTo(0.25 * 5.5 - 1, 12)
    expect(at(2_000)).toBeCloseTo(0.25 * 5.5 - 1, 12)
    expect(at(4_000)).toBeCloseTo(0.25 * (4 + 0.75) - 1, 12)
    expect(at()).toBeCloseTo(0.25 * 5.5 - 1, 12)
    expect(valueOf({ ...capped, maxStakeMinor: 4_000 }, 0.25, 4)).toBeCloseTo(0.25 * 4.75 - 1, 12)
  })

  it('is that of a plain bet for what is staked above the largest covered', () => {
    for (const promotion of [boost, bonus, insurance]) {
      const covered = { ...promotion, maxStakeMinor: 1_000 }
      const plain = 0.25 * 3.9 - 1
      const full = valueOf(covered, 0.25, 3.9)
      expect(valueOf(covered, 0.25, 3.9, 4_000)).toBeCloseTo(0.25 * full + 0.75 * plain, 12)
    }
  })

  it('takes the ends of what can be', () => {
    expect([valueOf(bonus, 0, 4), valueOf(bonus, 1, 4)]).toEqual([0, 3])
    expect(valueOf({ ...insurance, bonusWorth: 0 }, 0.25, 4)).toBe(0)
    expect(valueOf({ ...insurance, bonusWorth: 1 }, 0.25, 4)).toBe(0.75)
    expect(valueOf({ ...match, playThrough: 0 }, 0.2, 4)).toBe(1)
  })

  it('refuses what cannot be', () => {
    // @ts-expect-error a kind from outside the program
    expect(() => valueOf({ ...named, kind: 'nope' }, 0.5, 2)).toThrow('Not a kind of promotion: nope')
    for (const promotion of all) {
      for (const p of [-0.1, 1.1, NaN])
        expect(() => valueOf(promotion, p, 2)).toThrow('A probability is between 0 and 1')
      for (const decimal of [1, 0, NaN, Infinity])
        expect(() => valueOf(promotion, 0.5, decimal)).toThrow('Odds must be above 1')
      for (const stake of [0, -1, 1.5, NaN]) {
        expect(() => valueOf(promotion, 0.5, 2, stake)).toThrow('A stake is a whole number')
        expect(() => valueOf({ ...promotion, maxStakeMinor: stake }, 0.5, 2)).toThrow(
          'A stake is a whole number',
        )
      }
    }
    for (const percent of [0, -5, NaN, Infinity, 33.333])
      for (const kind of [boost, match])
        expect(() => valueOf({ ...kind, percent }, 0.5, 2)).toThrow('A percentage is above 0')
    for (const maxExtraMinor of [-1, 0.5, NaN])
      for (const kind of [boost, named])
        expect(() => valueOf({ ...kind, maxExtraMinor }, 0.5, 2)).toThrow('A cap is a whole number')
    for (const bonusWorth of [-0.1, 1.1, NaN])
      expect(() => valueOf({ ...insurance, bonusWorth }, 0.5, 2)).toThrow('The worth of a bonus bet')
    for (const playThrough of [-1, NaN, Infinity])
      expect(() => valueOf({ ...match, playThrough }, 0.5, 2)).toThrow('A play-through cannot be negative')
    expect(() => valueOf({ ...named, odds: rational(1n) }, 0.5, 2)).toThrow('Odds must be above 1')
  })
})

describe('boostedDecimal', () => {
  it('is exact: +400 boosted by 55% is +620', () => {
    expect(boostedDecimal({ ...boost, percent: 55 }, rational(5n))).toEqual(rational(72n, 10n))
    expect(boostedDecimal({ ...boost, percent: 12.5 }, rational(3n))).toEqual(rational(325n, 100n))
    expect(boostedDecimal(named, rational(4n))).toEqual(rational(5n))
  })

  it('pays at most the largest extra winnings, to the minor unit', () => {
    const capped = { ...boost, maxExtraMinor: 3_333 }
    for (const stakeMinor of [1, 999, 2_222, 2_223, 7_777, 1_000_001]) {
      const extra =
        payoutOf(boostedDecimal(capped, rational(4n), stakeMinor), stakeMinor) - 4n * BigInt(stakeMinor)
      expect(Number(extra)).toBe(Math.min(3_333, Math.round(stakeMinor * 1.5)))
    }
  })

  it('boosts the covered part of a stake alone', () => {
    const covered = { ...boost, maxStakeMinor: 1_000 }
    expect(payoutOf(boostedDecimal(covered, rational(4n), 5_000), 5_000)).toBe(21_500n)
  })

  it('agrees with the expected value', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(boost, named),
        fc.integer({ min: 1, max: 100_000 }),
        fc.integer({ min: 0, max: 50_000 }),
        fc.integer({ min: 1, max: 50_000 }),
        (kind, stakeMinor, maxExtraMinor, maxStakeMinor) => {
          const promotion = { ...kind, maxExtraMinor, maxStakeMinor }
          const boosted = toNumber(boostedDecimal(promotion, rational(4n), stakeMinor))
          expect(valueOf(promotion, 0.3, 4, stakeMinor)).toBeCloseTo(0.3 * boosted - 1, 9)
        },
      ),
    )
  })

  it('keeps the odds of other kinds, and refuses what cannot be', () => {
    for (const promotion of [bonus, insurance, match])
      expect(boostedDecimal(promotion, rational(4n), 100)).toEqual(rational(4n))
    expect(() => boostedDecimal(boost, rational(1n))).toThrow('Odds must be above 1')
    expect(() => boostedDecimal(boost, rational(4n), 0.5)).toThrow('A stake is a whole number')
    expect(() => boostedDecimal({ ...boost, percent: -1 }, rational(4n))).toThrow('A percentage is above 0')
    expect(() => boostedDecimal({ ...boost, maxStakeMinor: 0 }, rational(4n))).toThrow('A stake is a whole')
  })
})

describe('findObstacle', () => {
  const promotion = {
    ...boost,
    bookIds: ['alpha'],
    minLegs: 3,
    minOdds: rational(4n),
    startsAt: 100,
    endsAt: 200,
  }
  const use = { bookId: 'alpha', odds: rational(4n), legCount: 3, at: 100 }

  it('finds none for a bet that meets all terms', () => {
    expect(findObstacle(promotion, use)).toBeUndefined()
    expect(findObstacle(boost, { ...use, bookId: 'beta', legCount: 1 })).toBeUndefined()
    expect(findObstacle(promotion, { ...use, at: 199 })).toBeUndefined()
  })

  it.each([
    ['used-up', {}, { usesLeft: 0 }],
    ['not-started', { at: 99 }, {}],
    ['ended', { at: 200 }, {}],
    ['other-book', { bookId: 'beta' }, {}],
    ['too-few-legs', { legCount: 2 }, {}],
    ['odds-too-short', { odds: rational(399n, 100n) }, {}],
  ] as const)('names %s', (expected, changedUse, changed) => {
    expect(findObstacle({ ...promotion, ...changed }, { ...use, ...changedUse })).toBe(expected)
  })

  it('names an odds boost of another parlay, whatever the order of its legs', () => {
    const ofParlay = { ...named, legKeys: ['a', 'b'] }
    const find = (...legKeys: string[]) => findObstacle(ofParlay, { ...use, legKeys })
    expect(find('b', 'a')).toBeUndefined()
    for (const legKeys of [[], ['a'], ['a', 'c'], ['a', 'b', 'c']])
      expect(find(...legKeys)).toBe('other-parlay')
    expect(findObstacle(ofParlay, use)).toBe('other-parlay')
    expect(findObstacle(boost, { ...use, legKeys: ['c'] })).toBeUndefined()
  })

  it('names an odds boost that is no better than the book’s own odds', () => {
    expect(findObstacle(named, { ...use, odds: rational(5n) })).toBe('no-better-odds')
    expect(findObstacle(named, use)).toBeUndefined()
  })
})

describe('convertBonusBet', () => {
  it('of 100 at +200, hedged at -210, locks 64.52 with a stake of 135.48', () => {
    expect(convertBonusBet(10_000, rational(3n), rational(31n, 21n))).toEqual({
      hedgeStakeMinor: 13_548,
      lockedMinor: 6_452,
      profitsMinor: [6_452, 6_451],
    })
  })

  it('earns the same either way, within rounding', () => {
    const anyOdds = fc.integer({ min: 101, max: 2_000 }).map(hundredths => rational(BigInt(hundredths), 100n))
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 1_000_000 }), anyOdds, anyOdds, (stake, odds, hedgeOdds) => {
        const { lockedMinor, profitsMinor } = convertBonusBet(stake, odds, hedgeOdds)
        const slack = 1.5 + toNumber(hedgeOdds) / 2
        for (const profit of profitsMinor) expect(Math.abs(profit - lockedMinor)).toBeLessThanOrEqual(slack)
      }),
    )
  })

  it('refuses what cannot be', () => {
    expect(() => convertBonusBet(0, rational(3n), rational(2n))).toThrow('A stake is a whole number')
    expect(() => convertBonusBet(100, rational(1n), rational(2n))).toThrow('Odds must be above 1')
    expect(() => convertBonusBet(100, rational(3n), rational(1n))).toThrow('Odds must be above 1')
  })
})
