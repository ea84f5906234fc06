/** Prices as the screen shows them: in the format the user chose, with a typographic minus. */
import type { QuotedPrice } from '../../shared/model/price/quote.ts'
import { priceIn } from '../../shared/odds/price-format.ts'
import { parsePrice } from '../../shared/odds/price-parse.ts'
import type { PriceFormat } from '../../shared/odds/price.ts'
import { spanText } from './time-text.ts'

export const priceFormatNames: Readonly<Record<PriceFormat, string>> = {
  american: 'American',
  decimal: 'Decimal',
  fractional: 'Fractional',
  probability: 'Probability',
  malaysian: 'Malaysian',
  indonesian: 'Indonesian',
  hong_kong: 'Hong Kong',
}

/**
 * Converts a price text to another format from its exact value; an invalid price stays unchanged. An American price has
 * its sign, which a typed one may lack.
 */
export function convertedPrice(text: string, from: PriceFormat, to: PriceFormat): string {
  const parsed = parsePrice(text, from)
  // Only a leading hyphen is a minus: books also write the fraction 11-10.
  const shown = (parsed.ok ? priceIn(to, parsed.price) : text).replace(/^\s*-/, '−')
  return to === 'american' && parsed.ok ? shown.replace(/^\s*(?=\d)/, '+') : shown
}

/** Cache of texts by price and format, because rows are redrawn every second. */
const written = new WeakMap<QuotedPrice, Map<PriceFormat, string>>()

export function priceText(price: QuotedPrice, format: PriceFormat): string {
  const known = written.get(price) ?? new Map<PriceFormat, string>()
  const text = known.get(format) ?? convertedPrice(price.text, price.format, format)
  written.set(price, known.set(format, text))
  return text
}

/** As `convertedPrice`, for a list: percentages have two decimals, not up to four. */
export function shortConverted(text: string, from: PriceFormat, to: PriceFormat): string {
  const parsed = parsePrice(text, from)
  return to === 'probability' && parsed.ok
    ? percentText(parsed.price.decimal)
    : convertedPrice(text, from, to)
}

/** As `priceText`, with the same short percentages. */
export function shortPriceText(price: QuotedPrice, format: PriceFormat): string {
  return format === 'probability' ? percentText(price.decimal) : priceText(price, format)
}

/** Figures of a price that the narrowest column has room for; a point takes little. */
const maxFigures = 6
/** Characters of a fraction there, which is set smaller. */
const maxFraction = 7

/**
 * A long price in as few figures as a column of prices has room for: American `+125k`, decimal `1234.5`, fractional
 * `≈123/1`. Shorter ones stay as they are, and so do those that fewer figures would change by over 1% of the profit.
 */
export function columnPriceText(text: string, decimal: number, format: PriceFormat): string {
  if (format === 'decimal' && decimal >= 1000 && decimal < 100_000)
    return text.replace(/\.00$|(?<=\.\d)\d+$/, '')
  if (text.replace('.', '').length <= maxFigures) return text
  const profit = decimal - 1
  const isLong = profit >= 1
  const size = isLong ? profit : 1 / profit
  const sign = isLong ? '+' : '−'
  switch (format) {
    case 'american':
      return shortNumber(text, 100 * size, sign)
    case 'indonesian':
      return shortNumber(text, size, sign)
    case 'decimal':
      return shortNumber(text, decimal)
    case 'hong_kong':
      return shortNumber(text, profit)
    case 'fractional':
      return shortFraction(text, size, isLong)
    case 'malaysian':
    case 'probability':
      return text
  }
}

/** `size`: the number without its sign. */
function shortNumber(text: string, size: number, sign = ''): string {
  if (size >= 100_000) return `${sign}${shortCount(size)}`
  // Nearer to 1 the figures after the point are most of the profit, or all.
  const canCut = size >= 1.01 && /^[+−]?\d+\.\d+$/.test(text)
  return canCut ? text.slice(0, maxFigures + '.'.length).replace(/\.$/, '') : text
}

/** `size`: how often the larger part has the smaller one. Short prices are shortened upside down, as they are written. */
function shortFraction(text: string, size: number, isLong: boolean): string {
  if (text.length <= maxFraction || size < 10) return text
  const [large, small] = size < 100 ? [shortCount(10 * size), 10] : [shortCount(size), 1]
  return isLong ? `≈${large}/${small}` : `≈${small}/${large}`
}

/** `950`, `125k`, `1.25M`, rounded down. */
function shortCount(count: number): string {
  // Computed odds may lie a fraction below the whole number that they are.
  const whole = Math.floor(count + 0.001)
  if (whole < 100_000) return String(whole)
  return whole < 1_000_000 ? `${Math.floor(whole / 1000)}k` : `${Math.floor(whole / 10_000) / 100}M`
}

/**
 * Implied probability of decimal odds, with two decimals, and more near 0% and 100%, where two would change the profit by
 * over 1%.
 */
function percentText(decimal: number): string {
  const percent = 100 / decimal
  const places = 2 + Math.max(0, Math.ceil(-Math.log10(2 * Math.min(percent, 100 - percent))))
  return `${percent.toFixed(places).replace(/(\.\d\d\d*?)0+$/, '$1')}%`
}

/** Text of computed decimal odds, rounded to their precision. */
export function estimateText(decimal: number, format: PriceFormat): string {
  if (format === 'decimal') return decimal.toFixed(2)
  if (format === 'probability') return percentText(decimal)
  return convertedPrice(decimal.toFixed(decimal < 10 ? 6 : 4), 'decimal', format)
}

/** Warns that prices turn stale between two refreshes; undefined where they don’t, or refresh is off. */
export function describeStaleTime(everySeconds: number | null, staleAfterMs: number): string | undefined {
  if (everySeconds === null || everySeconds * 1000 <= staleAfterMs) return undefined
  return `Prices go stale after ${spanText(staleAfterMs)}, before they refresh. Stale prices aren’t ranked.`
}
