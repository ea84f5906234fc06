import { describe, expect, it } from 'vitest'
import type { QuotedPrice } from '../../../src/shared/model/price/quote.ts'
import { parsePrice } from '../../../src/shared/odds/price-parse.ts'
import { priceFormats, type PriceFormat } from '../../../src/shared/odds/price.ts'
import {
  columnPriceText,
  convertedPrice,
  priceFormatNames,
  priceText,
  shortConverted,
  shortPriceText,
} from '../../../src/renderer/format/price-text.ts'
import { fc } from '../../support/property.ts'

const american = (text: string, decimal: number): QuotedPrice => ({ text, format: 'american', decimal })

describe('priceText', () => {
  it.each([
    ['american', '−110'],
    ['decimal', '1.9091'],
    ['fractional', '10/11'],
    ['probability', '52.381%'],
    ['malaysian', '+0.9091'],
    ['indonesian', '−1.10'],
    ['hong_kong', '0.9091'],
  ] as const)('writes -110 as %s', (format, text) => {
    expect(priceText(american('-110', 1.9090909), format)).toBe(text)
  })

  it('keeps the text of the service in its own format, but for the minus', () => {
    expect(priceText({ text: '100/30', format: 'fractional', decimal: 4.333 }, 'fractional')).toBe('100/30')
    expect(priceText({ text: '11-10', format: 'fractional', decimal: 2.1 }, 'fractional')).toBe('11-10')
    expect(priceText(american('-110', 1.9090909), 'american')).toBe('−110')
    expect(priceText(american(' 250', 3.5), 'american')).toBe('+250')
    expect(priceText(american('EVEN', 2), 'american')).toBe('EVEN')
  })

  it('writes the same price in several formats, one after the other', () => {
    const price = american('+425', 5.25)
    expect(priceText(price, 'decimal')).toBe('5.25')
    expect(priceText(price, 'fractional')).toBe('17/4')
    expect(priceText(price, 'decimal')).toBe('5.25')
  })
})

it('shortPriceText rounds percentages to two decimals and leaves the rest', () => {
  expect(shortPriceText(american('+512', 6.12), 'probability')).toBe('16.34%')
  expect(shortPriceText(american('+512', 6.12), 'decimal')).toBe('6.12')
})

it.each([
  [200, '0.50%'],
  [1001, '0.10%'],
  [1500, '0.067%'],
  [20_001, '0.005%'],
  [1_234_567, '0.000081%'],
  [1.001, '99.90%'],
  [1.0004, '99.96%'],
  [1.00003, '99.997%'],
])('shortPriceText never rounds the probability of %s to an impossible or another price', (decimal, text) => {
  expect(shortPriceText({ text: String(decimal), format: 'decimal', decimal }, 'probability')).toBe(text)
})

it('shortConverted writes a list’s percentages as shortPriceText does', () => {
  expect(shortConverted('-940', 'american', 'probability')).toBe('90.38%')
  expect(shortConverted('suspended', 'american', 'probability')).toBe('suspended')
  expect(shortConverted('+425', 'american', 'fractional')).toBe('17/4')
})

it('convertedPrice leaves text that is no price as it is', () => {
  expect(convertedPrice('suspended', 'american', 'decimal')).toBe('suspended')
})

it('every format has a name', () => {
  expect(priceFormats.map(format => priceFormatNames[format])).not.toContain(undefined)
})

describe('columnPriceText', () => {
  it.each([
    ['american', '+12500', 126, '+12500'],
    ['american', '+100000', 1001, '+100k'],
    ['american', '+1250000', 12_501, '+1.25M'],
    ['decimal', '126.00', 126, '126.00'],
    ['decimal', '1001.00', 1001, '1001'],
    ['decimal', '1234.56', 1234.56, '1234.5'],
    ['decimal', '123456.00', 123_456, '123k'],
    ['fractional', '1000/1', 1001, '1000/1'],
    ['fractional', '12345/100', 124.45, '≈123/1'],
    ['fractional', '100000/1', 100_001, '≈100k/1'],
    ['hong_kong', '100000.00', 100_001, '100k'],
    ['fractional', '137/100', 2.37, '137/100'],
    ['fractional', '100/137', 1.729927, '100/137'],
    ['fractional', '≈999/100', 10.994, '≈999/100'],
    ['fractional', '≈1235/100', 13.3456, '≈123/10'],
    ['fractional', '≈100/9873', 1.0101289, '≈10/987'],
    ['indonesian', '−12.3457', 1.081, '−12.345'],
    ['indonesian', '+20.3333', 21.3333, '+20.333'],
    ['indonesian', '−123456.7891', 1.0000081, '−123k'],
    ['malaysian', '+0.000012', 1.000012, '+0.000012'],
    ['american', '−100000', 1.001, '−100k'],
    ['american', '+1234.56', 13.3456, '+1234.5'],
    ['decimal', '1.000001', 1.000001, '1.000001'],
    ['decimal', '1.66666667', 1.66666667, '1.66666'],
  ] as const)('shows the %s price %s (%s) as %s', (format, text, decimal, short) => {
    expect(columnPriceText(text, decimal, format)).toBe(short)
  })

  const profits = fc
    .integer({ min: -6, max: 5 })
    .chain(power => fc.double({ min: 1, max: 10, noNaN: true }).map(figures => figures * 10 ** power))
  const sizes: Record<string, number> = { k: 1e3, M: 1e6 }
  /** Profit of a shortened text, which no parser of prices accepts. */
  function readProfit(short: string, format: PriceFormat): number {
    const long = short
      .replace(/([\d.]+)([kM])/, (_, number: string, unit: string) =>
        String(Number(number) * (sizes[unit] ?? NaN)),
      )
      .replace('≈', '')
      .replace('−', '-')
    const parsed = parsePrice(long, format)
    return parsed.ok ? parsed.price.decimal - 1 : NaN
  }
  it.each(priceFormats)('keeps the profit of any %s price to 1%', format => {
    fc.assert(
      fc.property(profits, profit => {
        const decimal = 1 + profit
        const text = decimal.toFixed(9)
        const exact =
          format === 'probability' ? profit : readProfit(convertedPrice(text, 'decimal', format), format)
        const main = shortPriceText({ text, format: 'decimal', decimal }, format)
        const shown = readProfit(columnPriceText(main, decimal, format), format)
        expect(Math.abs(shown / exact - 1)).toBeLessThanOrEqual(0.0101)
      }),
    )
  })
})
