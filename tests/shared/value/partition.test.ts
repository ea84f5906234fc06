import { describe, expect, it } from 'vitest'
import { devig, devigMethods, type DevigMethod } from '../../../src/shared/value/devig.ts'
import { fairFromPartition } from '../../../src/shared/value/partition.ts'
import { fc } from '../../support/property.ts'

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

/** True probabilities of 4 or 8 cells, and the odds of a book with this hold. */
const anyPartition = fc
  .record({
    weights: fc
      .constantFrom(4, 8)
      .chain(count =>
        fc.array(fc.double({ min: 1, max: 10, noNaN: true }), { minLength: count, maxLength: count }),
      ),
    hold: fc.double({ min: 0.001, max: 0.35, noNaN: true }),
  })
  .map(({ weights, hold }) => {
    const truth = weights.map(weight => weight / sum(weights))
    return { truth, decimals: truth.map(p => 1 / (p * (1 + hold))) }
  })
  .filter(({ decimals }) => decimals.every(odds => odds > 1))

/** Decimal odds of these probabilities with a margin that is spread in this way. */
function addMargin(truth: readonly number[], booksum: number, way: 'multiplicative' | 'additive' | 'power') {
  if (way === 'multiplicative') return truth.map(p => 1 / (p * booksum))
  if (way === 'additive') return truth.map(p => 1 / (p + (booksum - 1) / truth.length))
  let [low, high] = [0.1, 1]
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2
    if (sum(truth.map(p => p ** middle)) > booksum) low = middle
    else high = middle
  }
  return truth.map(p => 1 / p ** low)
}

/** The method's probability of the first cell; undefined where it has no answer. */
function tryDevig(method: DevigMethod, decimals: readonly number[]): number | undefined {
  try {
    return devig(method, decimals)[0]
  } catch {
    return undefined
  }
}

describe('fairFromPartition', () => {
  it('is the method’s probability of the first cell when all cells are known', () => {
    const cells = [2.8, 3.5, 4.9, 3.6]
    const { low, high } = fairFromPartition(cells, 'multiplicative')
    expect(low).toBeCloseTo(0.31754, 6)
    expect(high).toBe(low)
    expect(fairFromPartition(cells, 'shin').low).toBeCloseTo(0.322949, 6)
  })

  it('contains the truth when cells are hidden, and never widens as one becomes known', () => {
    fc.assert(
      fc.property(
        anyPartition,
        fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }),
        ({ truth, decimals }, hidden) => {
          const cells = decimals.map((odds, place) => (hidden[place] === true ? null : odds))
          const [own = 0] = truth
          const range = fairFromPartition(cells, 'multiplicative')
          expect(range.low).toBeLessThanOrEqual(own + 1e-12)
          expect(range.high).toBeGreaterThanOrEqual(own - 1e-12)
          for (const [place, odds] of decimals.entries()) {
            const better = fairFromPartition(cells.with(place, odds), 'multiplicative')
            expect(better.low).toBeGreaterThanOrEqual(range.low - 1e-12)
            expect(better.high).toBeLessThanOrEqual(range.high + 1e-12)
          }
        },
      ),
    )
  })

  it('is between the raw price and the largest hold while cells are missing', () => {
    expect(fairFromPartition([4, null, null, null], 'multiplicative')).toEqual({
      low: 0.25 / 1.35,
      high: 0.25,
    })
    expect(fairFromPartition([4, null, null, null], 'multiplicative', { maxHold: 0.25 })).toEqual({
      low: 0.2,
      high: 0.25,
    })
  })

  it('leaves for a missing first cell what the others do not take', () => {
    const range = fairFromPartition([null, 4, 4, 4], 'multiplicative', { maxHold: 0.25 })
    expect(range.low).toBeCloseTo(0.25, 12)
    expect(range.high).toBeCloseTo(0.4, 12)
    expect(fairFromPartition([null, null, 4, 4], 'multiplicative').low).toBe(0)
  })

  it('stays a range when the known cells alone show a larger hold than any seen', () => {
    const range = fairFromPartition([2, 2, 2, null], 'multiplicative', { maxHold: 0.25 })
    expect(range.low).toBeCloseTo(0.5 / 1.875, 12)
    expect(range.high).toBeCloseTo(1 - 1 / 1.875, 12)
    const same = fairFromPartition([2, 2, 4, null], 'multiplicative', { maxHold: 0.25 })
    expect(same.low).toBeCloseTo(0.5 / 1.25 ** 2, 12)
  })

  it('contains each method’s answer when cells are hidden, wherever the book puts its margin', () => {
    fc.assert(
      fc.property(
        anyPartition,
        fc.constantFrom('multiplicative', 'additive', 'power'),
        fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }),
        ({ truth, decimals }, way, hidden) => {
          const booksum = sum(decimals.map(odds => 1 / odds))
          const whole = addMargin(truth, booksum, way)
          const cells = whole.map((odds, place) => (hidden[place] === true ? null : odds))
          for (const method of devigMethods) {
            const answer = tryDevig(method, whole)
            if (answer === undefined) continue
            const { low, high } = fairFromPartition(cells, method)
            expect(low).toBeLessThanOrEqual(answer * 1.01)
            expect(high).toBeGreaterThanOrEqual(answer * 0.99)
          }
        },
      ),
    )
  })

  it('leaves a long price less by methods that take more from it', () => {
    const cells = [50, 2, null, null]
    const lowOf = (method: (typeof devigMethods)[number]) => fairFromPartition(cells, method).low
    expect(lowOf('multiplicative')).toBeCloseTo(1 / 50 / 1.35, 12)
    expect(lowOf('power')).toBeLessThan(0.01)
    expect(lowOf('additive')).toBeLessThan(lowOf('power'))
  })

  it('refuses by name what is no price, and too few cells', () => {
    for (const method of devigMethods) {
      expect(() => fairFromPartition([null], method)).toThrow('too-few-outcomes')
      expect(() => fairFromPartition([1, 2, 3, 4], method)).toThrow('invalid-odds')
      expect(() => fairFromPartition([NaN, null, 3, 4], method)).toThrow('invalid-odds')
      expect(() => fairFromPartition([5, 5, 5, 5], method)).toThrow('booksum-below-1')
    }
    for (const odds of [1, 0.5, NaN, Infinity])
      expect(() => fairFromPartition([odds, null], 'power')).toThrow('invalid-odds')
    for (const maxHold of [NaN, -0.01, Infinity])
      expect(() => fairFromPartition([5, null], 'power', { maxHold })).toThrow('A hold cannot be negative')
    expect(fairFromPartition([5, null], 'power', { maxHold: 0 })).toEqual({ low: 0.2, high: 0.2 })
  })

  it('refuses an unknown method, also with cells missing', () => {
    for (const cells of [
      [5, null],
      [3, 3, 3],
    ])
      // @ts-expect-error a name from outside the program
      expect(() => fairFromPartition(cells, 'nope')).toThrow('unknown-method')
  })
})
