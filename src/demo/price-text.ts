/**
 * Writes a price as a sportsbook would, in each of the seven formats. A book quotes in American steps; other formats
 * show that price, rounded as usual for each.
 */
import type { PriceFormat } from '../shared/odds/price.ts'
import { rational } from '../shared/odds/rational.ts'

const writers: Readonly<Record<PriceFormat, (american: number) => string>> = {
  american: a => (a > 0 ? `+${a}` : String(a)),
  decimal: a => (1 + profit(a)).toFixed(a >= 900 ? 2 : 3),
  fractional: a => (a > 0 ? fraction(a, 100) : fraction(100, -a)),
  probability: a => `${(100 / (1 + profit(a))).toFixed(2)}%`,
  malaysian: a => signed(profit(a) <= 1 ? profit(a) : -1 / profit(a)),
  indonesian: a => signed(a / 100),
  hong_kong: a => profit(a).toFixed(a >= 900 ? 2 : 3),
}

/** The text of an American price (an integer, never between -100 and 100) in a format. */
export function priceText(american: number, format: PriceFormat): string {
  return writers[format](american)
}

/** The American price a book shows for a decimal one (above 1): even money is +100, long prices go in steps. */
export function toAmerican(decimal: number): number {
  const b = decimal - 1
  const exact = b >= 1 ? 100 * b : -100 / b
  const step = stepAt(Math.abs(exact))
  const american = Math.round(exact / step) * step
  return american === -100 ? 100 : american
}

function stepAt(size: number): number {
  if (size < 300) return 1
  if (size < 1000) return 5
  return size < 5000 ? 25 : 100
}

function profit(american: number): number {
  return american > 0 ? american / 100 : -100 / american
}

function fraction(n: number, m: number): string {
  const { num, den } = rational(BigInt(n), BigInt(m))
  return `${num}/${den}`
}

/** Two to four decimal places. */
function signed(value: number): string {
  return value.toFixed(4).replace(/0{1,2}$/, '')
}
