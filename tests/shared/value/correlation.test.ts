import { describe, expect, it } from 'vitest'
import { bothWin, isPositiveDefinite } from '../../../src/shared/value/copula.ts'
import {
  addCorrelation,
  impliedCorrelation,
  noCorrelations,
  repairCorrelations,
  shrunkCorrelation,
  spreadOf,
} from '../../../src/shared/value/correlation.ts'
import { fc } from '../../support/property.ts'

const statsOf = (...correlations: readonly number[]) => correlations.reduce(addCorrelation, noCorrelations)

describe('impliedCorrelation', () => {
  it('of two even legs that both win in 1 of 3 is .5', () => {
    expect(impliedCorrelation(0.5, 0.5, 1 / 3)).toBeCloseTo(0.5, 12)
  })

  it('is the correlation that a copula was given', () => {
    const probability = fc.double({ min: 0.05, max: 0.95, noNaN: true })
    fc.assert(
      fc.property(probability, probability, fc.double({ min: -0.9, max: 0.9, noNaN: true }), (p, q, rho) => {
        const both = bothWin(p, q, rho)
        // A probability near its lowest or highest no longer shows rho.
        fc.pre(both - Math.max(0, p + q - 1) > 1e-4 && Math.min(p, q) - both > 1e-4)
        expect(Math.abs((impliedCorrelation(p, q, both) ?? NaN) - rho)).toBeLessThan(1e-8)
      }),
    )
  })

  it('reaches both ends, and is none beyond them', () => {
    expect(impliedCorrelation(0.3, 0.6, 0.3)).toBeGreaterThan(0.99)
    expect(impliedCorrelation(0.6, 0.6, 0.2)).toBeLessThan(-0.99)
    expect(impliedCorrelation(0.3, 0.6, 0.31)).toBeUndefined()
    expect(impliedCorrelation(0.6, 0.6, 0.19)).toBeUndefined()
    expect(impliedCorrelation(0.3, 0.6, NaN)).toBeUndefined()
  })

  it('refuses legs that are sure', () => {
    for (const p of [0, 1, NaN, -1])
      expect(() => impliedCorrelation(p, 0.5, 0.2)).toThrow('A probability is between 0 and 1')
  })
})

describe('addCorrelation', () => {
  it('keeps count, mean and spread', () => {
    const stats = statsOf(0.1, 0.3, 0.2, 0.6)
    expect(stats.count).toBe(4)
    expect(stats.mean).toBeCloseTo(0.3, 12)
    expect(spreadOf(stats)).toBeCloseTo(Math.sqrt((0.04 + 0 + 0.01 + 0.09) / 3), 12)
    expect([spreadOf(noCorrelations), spreadOf(statsOf(0.1))]).toEqual([undefined, undefined])
  })

  it('refuses what is no correlation', () => {
    for (const rho of [1.01, -1.01, NaN])
      expect(() => addCorrelation(noCorrelations, rho)).toThrow('A correlation is between -1 and 1')
  })
})

describe('shrunkCorrelation', () => {
  it('moves from the mean of the group to that of the class as pairs are seen', () => {
    const group = statsOf(0.1, 0.1, 0.1)
    const ownOf = (count: number) => statsOf(...Array.from({ length: count }, () => 0.5))
    expect(shrunkCorrelation(noCorrelations, group)).toBeCloseTo(0.1, 12)
    expect(shrunkCorrelation(ownOf(20), group)).toBeCloseTo(0.3, 12)
    expect(shrunkCorrelation(ownOf(180), group)).toBeCloseTo(0.46, 12)
  })
})

describe('repairCorrelations', () => {
  it('keeps correlations that do not contradict each other', () => {
    const sound = [
      [1, 0.5],
      [0.5, 1],
    ]
    expect(repairCorrelations(sound)).toEqual({ correlations: sound, shrinkage: 0 })
    expect(repairCorrelations([])).toEqual({ correlations: [], shrinkage: 0 })
  })

  it('shrinks by no more than it must', () => {
    const contradicting = [
      [1, -0.9, -0.9],
      [-0.9, 1, -0.9],
      [-0.9, -0.9, 1],
    ]
    // Three equal correlations are possible from -1/2 up.
    const { correlations, shrinkage } = repairCorrelations(contradicting)
    expect(shrinkage).toBeCloseTo(1 - 0.5 / 0.9, 5)
    expect(correlations[0]?.[1]).toBeCloseTo(-0.5, 5)
    expect(isPositiveDefinite(correlations)).toBe(true)
  })

  it('makes any pairs possible together', () => {
    const count = 6
    const anyPairs = fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 36, maxLength: 36 })
    fc.assert(
      fc.property(anyPairs, pairs => {
        const at = (i: number, j: number) =>
          i === j ? 1 : (pairs[Math.max(i, j) * count + Math.min(i, j)] ?? 0)
        const matrix = Array.from({ length: count }, (_, i) =>
          Array.from({ length: count }, (__, j) => at(i, j)),
        )
        const { correlations, shrinkage } = repairCorrelations(matrix)
        expect(isPositiveDefinite(correlations)).toBe(true)
        for (const [i, row] of correlations.entries())
          for (const [j, rho] of row.entries())
            expect(rho).toBeCloseTo(i === j ? 1 : at(i, j) * (1 - shrinkage), 12)
      }),
    )
  })

  it('refuses what is no matrix of correlations', () => {
    for (const matrix of [
      [[1, 0.5]],
      [[0.9]],
      [
        [1, 2],
        [2, 1],
      ],
      [
        [1, 0.1],
        [0.2, 1],
      ],
    ])
      expect(() => repairCorrelations(matrix)).toThrow('Correlations are symmetric')
  })
})
