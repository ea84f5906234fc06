/** Writes an exact price in any format, always from its exact odds. The minus is ASCII; the screen may draw another. */
import { hundred, writtenFrom } from './notation.ts'
import type { ExactPrice, PriceFormat } from './price.ts'
import { abs, div, mul, nearest, rational, toFixed, type Rational } from './rational.ts'

const fractionLimit = 100n
const one = rational(1n)

/**
 * Writes a price in a format; in its own format, returns its original text. A half rounds away from zero.
 *
 * American is a whole number with its sign. Decimal and the Asian formats have two decimals, up to four where needed
 * (`2.10`, `1.6667`), Malaysian and Indonesian with their sign; per cent has none to four (`80%`, `52.381%`). More
 * decimals only when four would round to an impossible price (1.00, 0, 100%) or change the profit by over 1%. A fraction is in lowest terms and exact
 * when its smaller part is at most 100, as it is for every whole American and every two-decimal price; otherwise the
 * nearest such fraction, marked with `≈`, which no parser accepts.
 */
export function priceIn(format: PriceFormat, price: ExactPrice): string {
  if (format === price.format) return price.text.trim()
  const written = writtenFrom(format, price.odds)
  switch (format) {
    case 'american':
      return signed(toFixed(written, 0))
    case 'decimal':
      return decimals(written, [1n])
    case 'fractional':
      return asFraction(written)
    case 'probability':
      return `${decimals(mul(written, hundred), [0n, 100n]).replace(/\.?0+$/, '')}%`
    case 'hong_kong':
      return decimals(written, [0n])
    case 'malaysian':
    case 'indonesian':
      return signed(decimals(written, [0n]))
  }
}

function decimals(value: Rational, impossible: readonly bigint[]): string {
  let places = 4
  let text = toFixed(value, places)
  while (impossible.some(limit => isFar(text, value, limit))) text = toFixed(value, ++places)
  return text.replace(/(\.\d\d\d*?)0+$/, '$1')
}

/** True if a text with a point is further from the value than 1% of the value's distance to the limit. */
function isFar(text: string, { num, den }: Rational, limit: bigint): boolean {
  const [digits, scale] = [BigInt(text.replace('.', '')), 10n ** BigInt(text.length - 1 - text.indexOf('.'))]
  return 100n * abs(digits * den - num * scale) > abs(num - limit * den) * scale
}

function signed(text: string): string {
  return text.startsWith('-') ? text : `+${text}`
}

/** Short prices are approximated upside down, so that both sides of even money mirror each other and none becomes 0. */
function asFraction(profit: Rational): string {
  // Stryker disable next-line EqualityOperator: even money is the same upside down
  const short = profit.num < profit.den
  const close = nearest(short ? div(one, profit) : profit, fractionLimit)
  const exact = close.den === (short ? profit.num : profit.den)
  const text = short ? `${close.den}/${close.num}` : `${close.num}/${close.den}`
  return exact ? text : `≈${text}`
}
