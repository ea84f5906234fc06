import { describe, expect, it } from 'vitest'
import { stakeAdvice } from '../../../../src/shared/model/price/stake-advice.ts'
import { defaultValueSettings } from '../../../../src/shared/model/settings/value-settings.ts'
import { fc } from '../../../property.ts'

const settings = { ...defaultValueSettings, kellyFraction: 0.25, kellyCap: 0.05 }

describe('stakeAdvice', () => {
  it('is the tempered Kelly share, with its band for a chance a tenth off', () => {
    const { advised, low, high } = stakeAdvice(0.175, 6.12, settings)
    expect(advised).toBeCloseTo((0.25 * (0.175 * 6.12 - 1)) / 5.12, 12)
    expect(low).toBe(0)
    expect(high).toBeCloseTo((0.25 * (0.1925 * 6.12 - 1)) / 5.12, 12)
  })

  it('is nothing where the bet is not worth taking', () => {
    expect(stakeAdvice(0.16, 6, settings)).toMatchObject({ advised: 0, low: 0 })
  })

  it('never leaves the cap or the order of the band, whatever the chance', () => {
    const chance = fc.double({ min: 0.001, max: 1, noNaN: true })
    fc.assert(
      fc.property(chance, fc.double({ min: 1.01, max: 500, noNaN: true }), (p, d) => {
        const { advised, low, high } = stakeAdvice(p, d, settings)
        expect(low).toBeGreaterThanOrEqual(0)
        expect(advised).toBeGreaterThanOrEqual(low)
        expect(high).toBeGreaterThanOrEqual(advised)
        expect(high).toBeLessThanOrEqual(settings.kellyCap)
      }),
    )
  })
})
