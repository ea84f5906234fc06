import { describe, expect, it } from 'vitest'
import { legCost } from '../../../src/shared/odds/leg-cost.ts'
import { fc } from '../../property.ts'

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
