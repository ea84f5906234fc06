import { describe, expect, it } from 'vitest'
import { allWin, bothWin } from '../../../src/shared/value/copula.ts'
import { normalBelow, normalDensity, normalQuantile } from '../../../src/shared/value/numeric/normal.ts'
import { fc } from '../../support/property.ts'

const anyProbability = fc.double({ min: 0.01, max: 0.99, noNaN: true })
const anyCorrelation = fc.double({ min: -0.999, max: 0.999, noNaN: true })
const equal = (count: number, rho: number) =>
  Array.from({ length: count }, (_, i) => Array.from({ length: count }, (__, j) => (i === j ? 1 : rho)))

/** The same by the conditional probability, summed over the first variable. */
function slowBothWin(p: number, q: number, rho: number): number {
  const [h, k] = [normalQuantile(p), normalQuantile(q)]
  const [count, low] = [4_000, -9]
  const width = (h - low) / count
  let sum = 0
  for (let at = 0; at < count; at++) {
    const x = low + (at + 0.5) * width
    sum += normalDensity(x) * normalBelow((k - rho * x) / Math.sqrt(1 - rho * rho)) * width
  }
  return sum
}

describe('bothWin', () => {
  it('of two even legs is 1/4 + asin(rho)/(2 pi)', () => {
    fc.assert(
      fc.property(fc.double({ min: -1, max: 1, noNaN: true }), rho => {
        expect(Math.abs(bothWin(0.5, 0.5, rho) - (0.25 + Math.asin(rho) / (2 * Math.PI)))).toBeLessThan(1e-12)
      }),
    )
  })

  it('agrees with a slow sum', () => {
    fc.assert(
      fc.property(anyProbability, anyProbability, anyCorrelation, (p, q, rho) => {
        expect(Math.abs(bothWin(p, q, rho) - slowBothWin(p, q, rho))).toBeLessThan(1e-5)
      }),
      { numRuns: 50 },
    )
  })

  it('splits each leg: both, and the first without the second, make the first', () => {
    fc.assert(
      fc.property(anyProbability, anyProbability, anyCorrelation, (p, q, rho) => {
        expect(Math.abs(bothWin(p, q, rho) + bothWin(p, 1 - q, -rho) - p)).toBeLessThan(1e-12)
      }),
    )
  })

  it('is the product without correlation, and the least or the most there can be at its ends', () => {
    expect(bothWin(0.3, 0.6, 0)).toBeCloseTo(0.18, 15)
    expect([bothWin(0.3, 0.6, 1), bothWin(0.3, 0.8, -1), bothWin(0.3, 0.6, -1)]).toEqual([
      0.3,
      expect.closeTo(0.1, 12),
      0,
    ])
    expect(bothWin(0.3, 0.6, 1 - 1e-12)).toBeCloseTo(0.3, 9)
    expect(bothWin(0.3, 0.300001, 1 - 1e-9)).toBeCloseTo(bothWin(0.3, 0.300001, 1 - 2e-9), 5)
  })
})

describe('allWin', () => {
  it('of three even legs, all rho .5, is 1/4', () => {
    const { probability, error } = allWin([0.5, 0.5, 0.5], equal(3, 0.5))
    expect(Math.abs(probability - 0.25)).toBeLessThan(1e-4)
    expect(Math.abs(probability - 0.25)).toBeLessThan(error + 1e-9)
    expect(error).toBeLessThan(1e-4)
  })

  it('of n even legs, all rho .5, is 1/(n + 1), within its error', () => {
    for (let count = 2; count <= 10; count++) {
      const even = Array.from({ length: count }, () => 0.5)
      const { probability, error } = allWin(even, equal(count, 0.5))
      expect(Math.abs(probability - 1 / (count + 1))).toBeLessThanOrEqual(error + 1e-9)
      expect(error).toBeLessThan(5e-4)
    }
  })

  it('is rougher with fewer points, and says so', () => {
    for (let count = 3; count <= 6; count++) {
      const even = Array.from({ length: count }, () => 0.5)
      const { probability, error } = allWin(even, equal(count, 0.5), { points: 61 })
      expect(Math.abs(probability - 1 / (count + 1))).toBeLessThanOrEqual(error)
      expect(error).toBeGreaterThan(allWin(even, equal(count, 0.5)).error)
      expect(error).toBeLessThan(5e-3)
    }
  })

  it('stays a number for legs that hardly ever win', () => {
    const { probability, error } = allWin([1e-15, 1e-15, 1e-15, 0.5], equal(4, -0.3))
    expect(probability).toBeGreaterThanOrEqual(0)
    expect(probability).toBeLessThan(1e-30)
    expect(error).toBeLessThan(1e-30)
  })

  it('of three even legs is 1/8 + (asin a + asin b + asin c)/(4 pi)', () => {
    const [a, b, c] = [0.7, -0.3, 0.1]
    const matrix = [
      [1, a, b],
      [a, 1, c],
      [b, c, 1],
    ]
    const exact = 1 / 8 + (Math.asin(a) + Math.asin(b) + Math.asin(c)) / (4 * Math.PI)
    expect(Math.abs(allWin([0.5, 0.5, 0.5], matrix).probability - exact)).toBeLessThan(1e-4)
  })

  it('is the product of legs without correlation', () => {
    const legs = [0.9, 0.2, 0.6, 0.35, 0.5]
    const { probability, error } = allWin(legs, equal(5, 0))
    expect(probability).toBeCloseTo(
      legs.reduce((product, p) => product * p, 1),
      12,
    )
    expect(error).toBeLessThan(1e-12)
  })

  it('leaves out legs that are sure, and is 0 with one that cannot win', () => {
    const two = allWin([0.3, 0.6], equal(2, 0.4))
    expect(allWin([0.3, 1, 0.6], equal(3, 0.4))).toEqual(two)
    expect(two).toEqual({ probability: bothWin(0.3, 0.6, 0.4), error: 0 })
    expect(allWin([0.3, 1], equal(2, 0.4))).toEqual({ probability: 0.3, error: 0 })
    expect(allWin([1, 1], equal(2, 0.4))).toEqual({ probability: 1, error: 0 })
    expect(allWin([0.3, 0, 0.6], equal(3, 0.4))).toEqual({ probability: 0, error: 0 })
    expect(allWin([], [])).toEqual({ probability: 1, error: 0 })
  })

  it('gives the same for the same legs, in whatever order', () => {
    const legs = [0.5, 0.2, 0.7]
    const matrix = [
      [1, 0.3, 0.1],
      [0.3, 1, -0.2],
      [0.1, -0.2, 1],
    ]
    const once = allWin(legs, matrix)
    expect(allWin(legs, matrix)).toEqual(once)
    const order = [2, 0, 1]
    const moved = allWin(
      order.map(place => legs[place] ?? 0),
      order.map(i => order.map(j => matrix[i]?.[j] ?? 0)),
    )
    expect(moved).toEqual(once)
  })

  it('refuses what cannot be', () => {
    for (const p of [-0.1, 1.1, NaN])
      expect(() => allWin([0.5, p], equal(2, 0))).toThrow('A probability is between 0 and 1')
    expect(() => allWin([0.5, 0.5], equal(3, 0))).toThrow('Each leg has a row of correlations')
    for (const rho of [1.1, NaN]) expect(() => allWin([0.5, 0.5], equal(2, rho))).toThrow('Correlations are')
    const lopsided = [
      [1, 0.2],
      [0.3, 1],
    ]
    expect(() => allWin([0.5, 0.5], lopsided)).toThrow('Correlations are symmetric')
    expect(() => allWin([0.5, 0.5, 0.5], equal(3, -0.9))).toThrow('These correlations contradict each other')
    for (const points of [0, -1, 1.5, NaN])
      expect(() => allWin([0.5, 0.5], equal(2, 0), { points })).toThrow('Points are a whole number')
    const many = Array.from({ length: 17 }, () => 0.5)
    expect(() => allWin(many, equal(17, 0))).toThrow('A copula takes at most 16 legs')
  })
})
