/** Prices as the screen shows them: in the format the user chose, with a typographic minus. */
import type { QuotedPrice } from '../../shared/model/price/quote.ts'
import { priceIn } from '../../shared/odds/price-format.ts'
import { parsePrice } from '../../shared/odds/price-parse.ts'
import type { PriceFormat } from '../../shared/odds/price.ts'

export const priceFormatNames: Readonly<Record<PriceFormat, string>> = {
  american: 'American',
  decimal: 'Decimal',
  fractional: 'Fractional',
  probability: 'Probability',
  malaysian: 'Malaysian',
  indonesian: 'Indonesian',
  hong_kong: 'Hong Kong',
}

/** Converts a price text to another format from its exact value; an invalid price stays unchanged. */
export function convertedPrice(text: string, from: PriceFormat, to: PriceFormat): string {
  const parsed = parsePrice(text, from)
  // Only a leading hyphen is a minus: books also write the fraction 11-10.
  return (parsed.ok ? priceIn(to, parsed.price) : text).replace(/^\s*-/, '−')
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

/** Implied probability of decimal odds. */
const percentText = (decimal: number): string => `${(100 / decimal).toFixed(2)}%`

/** Text of computed decimal odds, rounded to their precision. */
export function estimateText(decimal: number, format: PriceFormat): string {
  if (format === 'decimal') return decimal.toFixed(2)
  if (format === 'probability') return percentText(decimal)
  return convertedPrice(decimal.toFixed(decimal < 10 ? 6 : 4), 'decimal', format)
}
