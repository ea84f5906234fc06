import { describe, expect, it } from 'vitest'
import type { QuotedPrice } from '../../../src/shared/model/price/quote.ts'
import { priceFormats } from '../../../src/shared/odds/price.ts'
import {
  columnPriceText,
  convertedPrice,
  priceFormatNames,
  priceText,
  shortConverted,
  shortPriceText,
} from '../../../src/renderer/format/price-text.ts'

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
    ['american', '+1250000', 12_501, '+1.2M'],
    ['decimal', '126.00', 126, '126.00'],
    ['decimal', '1001.00', 1001, '1001'],
    ['decimal', '1234.56', 1234.56, '1234.5'],
    ['decimal', '123456.00', 123_456, '123k'],
    ['fractional', '1000/1', 1001, '1000/1'],
    ['fractional', '12345/100', 124.45, '≈123/1'],
    ['fractional', '100000/1', 100_001, '≈100k/1'],
    ['hong_kong', '100000.00', 100_001, '100k'],
  ] as const)('shows the %s price %s (%s) as %s', (format, text, decimal, short) => {
    expect(columnPriceText(text, decimal, format)).toBe(short)
  })
})
