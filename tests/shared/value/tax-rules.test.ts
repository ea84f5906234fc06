import { describe, expect, it } from 'vitest'
import { findTaxRule, taxRules, toDeductible } from '../../../src/shared/value/tax-rules.ts'

describe('findTaxRule', () => {
  it('is dated: 90% of losses in the United States from 2026, all of them before', () => {
    expect(findTaxRule('us', 2027)?.lossPercent).toBe(90)
    expect(findTaxRule('us', 2026)?.lossPercent).toBe(90)
    expect(findTaxRule('us', 2025)?.lossPercent).toBe(100)
  })

  it('finds none where there is none', () => {
    expect(findTaxRule('none', 2026)).toBeUndefined()
    expect(findTaxRule('us', 1900)).toBeUndefined()
  })

  it('has the newest rule of each jurisdiction first, each with its source', () => {
    const years = taxRules.map(({ fromYear }) => fromYear)
    expect(years).toEqual(years.toSorted((a, b) => b - a))
    expect(taxRules.every(({ source }) => source !== '')).toBe(true)
  })
})

describe('toDeductible', () => {
  const rule = { jurisdiction: 'us', fromYear: 2026, lossPercent: 90, source: '' } as const

  it.each([
    [100_000, 100_000, 90_000],
    [100_000, 200_000, 100_000],
    [100_000, 50_000, 45_000],
    [0, 50_000, 0],
    [50_000, 0, 0],
    // 90% of 1.01 is 0.909: the fraction of a cent is left off.
    [100_000, 101, 90],
  ])('of gains of %i and losses of %i is %i', (gain, loss, deductible) => {
    expect(toDeductible(rule, gain, loss)).toBe(deductible)
  })

  it('is exact beyond what a product of doubles holds', () => {
    const loss = 9_007_199_254_740_991
    expect(toDeductible(rule, loss, loss)).toBe(8_106_479_329_266_891)
  })
})
