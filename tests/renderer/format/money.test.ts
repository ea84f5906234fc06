import { describe, expect, it } from 'vitest'
import { exactMoney, signedMoney } from '../../../src/shared/model/ticket/money-text.ts'
import {
  amountText,
  isCurrency,
  parseMinor,
  moneyText,
  shortMoney,
} from '../../../src/renderer/format/money.ts'

describe('money', () => {
  it.each([
    [1_758, 'USD', '$17.58'],
    [500_000, 'USD', '$5,000'],
    [500, 'JPY', '¥500'],
    [1_234, 'KWD', /1\.234/],
  ])('of %d minor units of %s is %s', (minor, currency, text) => {
    expect(moneyText(minor, currency)).toMatch(text)
  })

  it.each([
    ['5000', 'USD', 500_000],
    [' 5,000.5 ', 'USD', 500_050],
    ['1 250 000.07', 'USD', 125_000_007],
    ['.5', 'USD', 50],
    [',5', 'USD', 50],
    ['500', 'JPY', 500],
    ['1.234', 'KWD', 1_234],
    ['500.5', 'JPY', undefined],
    ['5.001', 'USD', undefined],
    ['-5', 'USD', undefined],
    ['5,00', 'USD', undefined],
    ['$5', 'USD', 500],
    ['', 'USD', undefined],
    ['9'.repeat(20), 'USD', undefined],
  ])('typed as “%s” in %s is %s minor units', (text, currency, minor) => {
    expect(parseMinor(text, currency)).toBe(minor)
  })

  it.each([
    [500_000, 'USD', '5000'],
    [500_050, 'USD', '5000.50'],
    [500, 'JPY', '500'],
  ])('of %d %s is typed as %s', (minor, currency, text) => {
    expect(amountText(minor, currency)).toBe(text)
    expect(parseMinor(text, currency)).toBe(minor)
  })

  it.each([
    [4_000, 'USD', '$40.00', '+$40.00'],
    [-1_500, 'USD', '−$15.00', '−$15.00'],
    [0, 'USD', '$0.00', '$0.00'],
    [123_456_789_012, 'USD', '$1,234,567,890.12', '+$1,234,567,890.12'],
    [500, 'JPY', '¥500', '+¥500'],
  ])('of %d %s in a ledger is %s, and %s as profit', (minor, currency, exact, signed) => {
    expect([exactMoney(minor, currency), signedMoney(minor, currency)]).toEqual([exact, signed])
  })

  it('is short on an axis', () => {
    expect([shortMoney(1_234_500, 'USD'), shortMoney(-90_000, 'USD')]).toEqual(['$12.3K', '−$900'])
    expect([2_020, 2_000, 100_000].map(minor => shortMoney(minor, 'USD'))).toEqual(['$20.20', '$20', '$1K'])
  })

  it('knows which codes are currencies', () => {
    expect(['USD', 'EUR', 'XQX', 'usd'].map(isCurrency)).toEqual([true, true, false, false])
  })
})
