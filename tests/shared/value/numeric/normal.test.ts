import { describe, expect, it } from 'vitest'
import { normalBelow, normalDensity, normalQuantile } from '../../../../src/shared/value/numeric/normal.ts'
import { fc } from '../../../support/property.ts'

describe('normalBelow', () => {
  // Abramowitz and Stegun, tables 26.1 and 26.2.
  it.each([
    [0, 0.5],
    [1, 0.841344746068543],
    [1.96, 0.97500210485178],
    [-2, 0.0227501319481792],
    [-3, 0.00134989803163009],
    [-4, 3.16712418331199e-5],
    [-6, 9.86587645037698e-10],
  ])('at %d is %d', (x, expected) => {
    expect(normalBelow(x) / expected).toBeCloseTo(1, 11)
  })

  it('stays a probability far from the center', () => {
    for (const x of [9, 40, 1e9, Infinity])
      expect([normalBelow(-x) < 1e-18, normalBelow(x)]).toEqual([true, 1])
  })

  it('is the integral of the density', () => {
    fc.assert(
      fc.property(fc.double({ min: -7, max: 7, noNaN: true }), x => {
        const step = 1e-3
        const slope = (normalBelow(x + step) - normalBelow(x - step)) / (2 * step)
        expect(Math.abs(slope - normalDensity(x))).toBeLessThan(1e-6)
      }),
    )
  })
})

describe('normalQuantile', () => {
  it('has this probability below it', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-12, max: 1 - 1e-9, noNaN: true }), p => {
        expect(Math.abs(normalBelow(normalQuantile(p)) / p - 1)).toBeLessThan(1e-11)
      }),
    )
  })
})
