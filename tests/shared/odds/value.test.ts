import { describe, expect, it } from 'vitest'
import * as value from '../../../src/shared/odds/value.ts'
import { fc } from '../../support/property.ts'
import { isSuspectPlainly } from '../../support/shared/plain-comparison.ts'
import { legCost } from '../../../src/shared/odds/value.ts'

const anyDecimal = fc.double({ min: 1.001, max: 1_000, noNaN: true })
const anyProbability = fc.double({ min: 0, max: 1, noNaN: true })
const someDecimals = fc.array(anyDecimal, { minLength: 1, maxLength: 12 })

describe('expected value, edge and fair price', () => {
  it('computes the worked example: 55% at -110', () => {
    expect(value.expectedValue(0.55, 21 / 11)).toBeCloseTo(0.05, 12)
    expect(value.probabilityEdge(0.55, 21 / 11)).toBeCloseTo(0.55 - 11 / 21, 12)
    expect(value.fairDecimal(0.55)).toBeCloseTo(1.8182, 4)
  })

  it('are nil at the fair price and agree in sign everywhere else', () => {
    fc.assert(
      fc.property(anyProbability, anyDecimal, (p, d) => {
        expect(value.expectedValue(1 / d, d)).toBeCloseTo(0, 12)
        expect(value.probabilityEdge(1 / d, d)).toBe(0)
        expect(value.fairDecimal(1 / d)).toBeCloseTo(d, 9)
        expect(value.expectedValue(p, d)).toBeCloseTo(value.probabilityEdge(p, d) * d, 9)
        expect(value.expectedValue(p, d)).toBeGreaterThanOrEqual(-1)
      }),
    )
  })
})

describe('kellyFraction', () => {
  it.each([
    [0.55, 2, 0.1],
    [0.6, 2, 0.2],
    [0.25, 5, 0.0625],
    [0.5, 2, 0],
    [0.4, 2, 0],
    [1, 3, 1],
  ])('at p = %d and d = %d is %d', (p, d, share) => {
    expect(value.kellyFraction(p, d)).toBeCloseTo(share, 12)
  })

  it('stays between 0 and the probability, and grows with it', () => {
    fc.assert(
      fc.property(anyProbability, anyProbability, anyDecimal, (a, b, d) => {
        const [less, more] = [Math.min(a, b), Math.max(a, b)]
        expect(value.kellyFraction(more, d)).toBeLessThanOrEqual(more + 1e-9)
        expect(value.kellyFraction(less, d)).toBeLessThanOrEqual(value.kellyFraction(more, d))
      }),
    )
  })

  it('maximises the expected logarithm of the bankroll', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.01, max: 0.99, noNaN: true }),
        fc.double({ min: 1.05, max: 50, noNaN: true }),
        fc.double({ min: 0, max: 0.99, noNaN: true }),
        (p, d, other) => {
          const growth = (share: number) => p * Math.log(1 + share * (d - 1)) + (1 - p) * Math.log(1 - share)
          expect(growth(value.kellyFraction(p, d))).toBeGreaterThanOrEqual(growth(other) - 1e-12)
        },
      ),
    )
  })
})

describe('stakeMinor', () => {
  it.each([
    [0.025, 500_000, 12_500],
    [0.01665, 1_001, 16],
    [0, 500_000, 0],
  ])('of a share of %d of %d is %d, rounded down', (share, bankroll, stake) => {
    expect(value.stakeMinor(share, bankroll)).toBe(stake)
  })
})

describe('correlation', () => {
  it.each([
    [[2, 2], 4, 1],
    [[2, 2], 3.2, 1.25],
    [[2, 2], 5, 0.8],
  ])('of %j priced together at %d is %d', (singles, parlay, ratio) => {
    expect(value.correlation(singles, parlay)).toBeCloseTo(ratio, 12)
  })
})

describe('moves', () => {
  it('count a price that pays more as a gain, and one that pays less as a loss', () => {
    expect(value.payoutGain(2.2, 2)).toBeCloseTo(0.1, 12)
    expect(value.payoutGain(1.8, 2)).toBeCloseTo(-0.1, 12)
  })

  it('count a shorter price as probability points gained, and the way back as the same lost', () => {
    expect(value.probabilityChange(4, 2)).toBe(0.25)
    fc.assert(
      fc.property(anyDecimal, anyDecimal, (from, to) => {
        expect(value.probabilityChange(from, to)).toBe(-value.probabilityChange(to, from) + 0)
      }),
    )
  })
})

describe('usualDecimal', () => {
  it('is the median price of an odd number of books', () => {
    expect(value.medianDecimal([2, 5, 1.5])).toBeCloseTo(2, 12)
  })

  it('meets halfway between the middle two in log-odds, not in price or probability', () => {
    const profits = Math.sqrt(1 * 9)
    expect(value.medianDecimal([2, 10])).toBeCloseTo(1 + profits, 12)
    expect(value.medianDecimal([1.2, 2, 10, 100])).toBeCloseTo(1 + profits, 12)
  })

  it('is null without prices', () => {
    expect(value.medianDecimal([])).toBeNull()
  })

  it('lies within the prices it came from, and does not depend on their order', () => {
    fc.assert(
      fc.property(someDecimals, decimals => {
        const usual = value.medianDecimal(decimals) ?? 0
        expect(usual).toBeLessThanOrEqual(Math.max(...decimals) * (1 + 1e-12))
        expect(usual).toBeGreaterThanOrEqual(Math.min(...decimals) * (1 - 1e-12))
        expect(value.medianDecimal(decimals.toReversed())).toBe(usual)
      }),
    )
  })
})

describe('consensus', () => {
  it.each([
    [2, 0, 0.5],
    [2, 0.05, 0.475],
    [6, 0.1, 0.15],
  ])('of books at %d less a margin of %d is %d', (usual, margin, p) => {
    expect(value.consensus(usual, margin)).toBeCloseTo(p, 12)
  })

  it('takes the margin off the probability, so that a market at that hold sums to 1', () => {
    const [home, away] = [1.8, 2.1]
    const margin = 1 - 1 / (1 / home + 1 / away)
    expect(value.consensus(home, margin) + value.consensus(away, margin)).toBeCloseTo(1, 12)
  })
})

/** `compareEach`, asked about one price. */
const isSuspect = (decimal: number, others: readonly number[]) =>
  value.compareEach([decimal, ...others])[0]?.isSuspect

describe('compareEach on one price', () => {
  it.each([
    ['one far above books that differ a little', 9, [5.8, 6, 6.1, 6.2, 6.4], true],
    ['one far below them', 4, [5.8, 6, 6.1, 6.2, 6.4], true],
    ['not one within 25%', 7.4, [5.8, 6, 6.1, 6.2, 6.4], false],
    ['not one within 4 deviations of books that differ a lot', 9, [4, 5, 6, 7, 8], false],
    ['not one exactly 25% above books that agree', 2.5, [2, 2, 2], false],
    ['not one exactly 25% below books that agree', 2, [2.5, 2.5, 2.5], false],
    ['one just over 25% above books that agree', 2.51, [2, 2, 2], true],
    ['not one exactly 4 deviations away', 17, [1.5, 1.5, 2, 3, 3], false],
    ['none against two books only', 50, [2, 2], false],
    ['none against no book', 50, [], false],
  ])('marks %s', (_, decimal, others, suspect) => {
    expect(isSuspect(decimal, others)).toBe(suspect)
  })

  it.each([
    [3.9, false],
    [4.1, true],
  ])('at %d median deviations and over 25% away marks it: %s', (deviations, suspect) => {
    const others = [-2, -1, 0, 1, 2].map(step => 1 + 4 * 1.1 ** step)
    expect(isSuspect(1 + 4 * 1.1 ** deviations, others)).toBe(suspect)
    expect(isSuspect(1 + 4 / 1.1 ** deviations, others)).toBe(suspect)
  })

  /** Books that differ by a few per cent. */
  const alike = fc
    .tuple(
      fc.double({ min: 1.5, max: 50, noNaN: true }),
      fc.array(fc.double({ min: 0.97, max: 1.03, noNaN: true }), { minLength: 3, maxLength: 12 }),
    )
    .map(([usual, noise]) => noise.map(factor => usual * factor))
  const shift = fc.double({ min: 0.5, max: 2, noNaN: true })

  it('marks no price within 25% of every other book', () => {
    fc.assert(
      fc.property(alike, fc.double({ min: 0.83, max: 1.2, noNaN: true }), (others, factor) => {
        const decimal = Math.max(1.01, (others[0] ?? 2) * factor)
        const apart = others.map(other => Math.max(decimal / other, other / decimal))
        fc.pre(Math.max(...apart) <= 1.25)
        expect(isSuspect(decimal, others)).toBe(false)
      }),
    )
  })

  it('keeps marking a price that moves further up', () => {
    fc.assert(
      fc.property(alike, shift, shift, (others, a, b) => {
        const usual = value.medianDecimal(others) ?? 2
        const [near, far] = [usual * (1 + Math.min(a, b)), usual * (1 + Math.max(a, b))]
        expect(isSuspect(near, others)).toBe(true)
        expect(isSuspect(far, others)).toBe(true)
      }),
    )
  })
})

describe('compareEach', () => {
  /** Prices that often tie, and are often far apart. */
  const rough = fc.array(fc.constantFrom(1.5, 2, 2.02, 2.1, 2.2, 3, 4.5, 9, 30, 31, 1_000), { maxLength: 31 })

  it('says of each price what the plain formulas say of it against the others', () => {
    fc.assert(
      fc.property(fc.oneof(rough, someDecimals), decimals => {
        const plain = decimals.map((decimal, at) => {
          const others = decimals.toSpliced(at, 1)
          return { usual: value.medianDecimal(others), isSuspect: isSuspectPlainly(decimal, others) }
        })
        expect(value.compareEach(decimals)).toEqual(plain)
      }),
      { numRuns: 2_000 },
    )
  })
})

const decimal = fc.double({ min: 1.001, max: 1_000, noNaN: true })

describe('what a leg adds to a parlay', () => {
  it.each([
    [6, 3, { ratio: 2, points: 1 / 6, isRedundant: false }],
    [4, 3.2, { ratio: 1.25, points: 0.0625, isRedundant: false }],
    [3, 3, { ratio: 1, points: 0, isRedundant: true }],
    [2.5, 3.125, { ratio: 0.8, points: -0.08, isRedundant: true }],
  ])('at %d with it and %d without is %j', (whole, rest, { ratio, points, isRedundant }) => {
    const cost = legCost(whole, rest)
    expect(cost.ratio).toBeCloseTo(ratio, 12)
    expect(cost.points).toBeCloseTo(points, 12)
    expect(cost.isRedundant).toBe(isRedundant)
  })

  it.each([
    [3.06, false],
    [3.05, true],
  ])('at %d after 3 is redundant: %j', (whole, isRedundant) => {
    expect(legCost(whole, 3).isRedundant).toBe(isRedundant)
  })

  it('takes probability away exactly when it pays more', () => {
    fc.assert(
      fc.property(decimal, decimal, (whole, rest) => {
        const { ratio, points } = legCost(whole, rest)
        expect(Math.sign(points)).toBe(Math.sign(whole - rest))
        expect(ratio * rest).toBeCloseTo(whole, 6)
      }),
    )
  })
})
