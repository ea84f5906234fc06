import { describe, expect, it } from 'vitest'
import { majorText, minorDigits, maxMinor, parseMoney } from '../../../../src/shared/model/ticket/money.ts'
import { fc } from '../../../support/property.ts'

describe('parseMoney', () => {
  it.each([
    ['40', 'USD', 4_000],
    ['40.5', 'USD', 4_050],
    ['40.50', 'USD', 4_050],
    ['40.', 'USD', 4_000],
    ['0.07', 'USD', 7],
    ['.5', 'USD', 50],
    [',5', 'USD', 50],
    ['$.05', 'USD', 5],
    [',500', 'KWD', 500],
    ['1,234.50', 'USD', 123_450],
    ['$1,234', 'USD', 123_400],
    [' € 12.34 ', 'EUR', 1_234],
    ['1500', 'JPY', 1_500],
    ['1.234', 'KWD', 1_234],
    ['9.99', 'XYZ', 999],
  ])('reads %j %s exactly', (text, currency, minor) => {
    expect(parseMoney(text, currency)).toEqual({ ok: true, minor })
  })

  it.each([
    ['1,5', 'USD'],
    ['1,23,456', 'USD'],
    ['40.505', 'USD'],
    ['0.5', 'JPY'],
    ['-40', 'USD'],
    ['1e3', 'USD'],
    ['40 USD', 'USD'],
    ['', 'USD'],
    ['.', 'USD'],
    [',', 'USD'],
    ['-.5', 'USD'],
    [',500', 'USD'],
    ['.5', 'JPY'],
    ['99999999999999', 'USD'],
  ])('refuses %j %s in a sentence', (text, currency) => {
    const parsed = parseMoney(text, currency)
    expect(parsed.ok ? '' : parsed.sentence).toMatch(/^[A-Z].*\.$/)
  })

  it('reads back every amount that is written', () => {
    const amounts = fc.integer({ min: 0, max: maxMinor })
    const currencies = fc.constantFrom('USD', 'JPY', 'KWD', 'CLF')
    fc.assert(
      fc.property(amounts, currencies, (minor, currency) => {
        expect(parseMoney(majorText(minor, currency), currency)).toEqual({ ok: true, minor })
      }),
    )
  })
})

describe('majorText', () => {
  it.each([
    [123_450, 'USD', '1234.50'],
    [-7, 'USD', '-0.07'],
    [0, 'USD', '0.00'],
    [1_500, 'JPY', '1500'],
    [-1_234, 'KWD', '-1.234'],
  ])('writes %d %s as %s', (minor, currency, text) => {
    expect(majorText(minor, currency)).toBe(text)
  })
})

describe('minorDigits', () => {
  it('knows currencies without cents, with thousandths, and takes two for all others', () => {
    expect(['USD', 'JPY', 'BHD', 'CLF', 'QQQ'].map(minorDigits)).toEqual([2, 0, 3, 4, 2])
  })
})
