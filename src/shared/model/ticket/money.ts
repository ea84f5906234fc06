/**
 * An amount is a whole number of minor units (cents) of a currency, never a fraction of one: no float touches money.
 * Text is exact in both directions.
 */
import { z } from 'zod'

/** An ISO 4217 code. */
export const Currency = z.string().regex(/^[A-Z]{3}$/, 'A currency is three letters, such as USD.')

/** The largest amount taken: sums of thousands of such still are exact numbers in JavaScript and in SQLite. */
export const maxMinor = 1_000_000_000_000

/** Minor units, possibly below zero. */
export const Minor = z.number().int().min(-maxMinor).max(maxMinor)

/** A number of things. */
export const Count = z.number().int().min(0)

/** Currencies whose minor unit is not a hundredth, by ISO 4217. */
const otherDigits: Readonly<Record<number, string>> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
}

/** Number of decimals of a currency's amounts; 2 for unknown codes. */
export function minorDigits(currency: string): number {
  const found = Object.entries(otherDigits).find(([, codes]) => codes.split(' ').includes(currency))
  return found === undefined ? 2 : Number(found[0])
}

export type ParsedMoney =
  { readonly ok: true; readonly minor: number } | { readonly ok: false; readonly sentence: string }

const symbol = /^[$\u20ac\u00a3\u00a5]\s?/
const amount = /^(\d+|[1-9]\d{0,2}(?:[ ,]\d{3})+)(?:\.(\d*))?$/

/**
 * Reads an amount as people write it: `40`, `40.5`, `1,234.50`, with a currency sign before it or without. A comma
 * or a space groups thousands; `1,5` is refused rather than guessed at, and so are more decimals than the currency has, an amount
 * below zero and one beyond `maxMinor`. Never throws.
 */
export function parseMoney(text: string, currency: string): ParsedMoney {
  const digits = minorDigits(currency)
  const [, whole = '', decimals = ''] = amount.exec(text.trim().replace(symbol, '')) ?? []
  if (whole === '') return { ok: false, sentence: 'Enter an amount, like 40 or 40.50.' }
  if (decimals.length > digits) return { ok: false, sentence: `${currency} has ${describeDecimals(digits)}.` }
  const minor = Number(whole.replace(/[ ,]/g, '') + decimals.padEnd(digits, '0'))
  if (minor > maxMinor) return { ok: false, sentence: 'Amount too large.' }
  return { ok: true, minor }
}

/** An amount as plain decimal text, exact: `-1234.50`. Screens pass it to their number format. */
export function majorText(minor: number, currency: string): string {
  const digits = minorDigits(currency)
  const text = String(Math.abs(minor)).padStart(digits + 1, '0')
  const sign = minor < 0 ? '-' : ''
  return digits === 0 ? sign + text : `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`
}

function describeDecimals(digits: number): string {
  return digits === 0 ? 'no decimals' : `at most ${digits} decimals`
}
