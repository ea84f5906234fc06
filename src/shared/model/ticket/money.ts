/**
 * Amounts of money: whole numbers of minor units (cents) of a currency, never fractions. Conversion to and from text is
 * exact.
 */
import { z } from 'zod'

/** An ISO 4217 code. */
export const Currency = z.string().regex(/^[A-Z]{3}$/, 'A currency is three letters, such as USD.')

/** Maximum amount; sums of thousands of such amounts are still exact in JavaScript and in SQLite. */
export const maxMinor = 1_000_000_000_000

/** Minor units, possibly below zero. */
export const Minor = z.number().int().min(-maxMinor).max(maxMinor)

/** A number of things. */
export const Count = z.number().int().min(0)

/** Currencies whose minor unit is not a hundredth, by its number of decimals (ISO 4217). */
export const otherDigits: Readonly<Record<number, string>> = {
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
/** Without a whole part, a comma can only be a decimal comma. */
const fraction = /^[.,](\d+)$/

/**
 * Parses an amount: `40`, `40.5`, `1,234.50`, `.5`, with or without a currency sign before it. A comma or a space
 * groups thousands, and a comma in first place starts the decimals: `,5` is 0.50. Rejects `1,5` as ambiguous, more
 * decimals than the currency has, negative amounts and those above `maxMinor`. Never throws.
 */
export function parseMoney(text: string, currency: string): ParsedMoney {
  const digits = minorDigits(currency)
  const typed = text.trim().replace(symbol, '').replace(fraction, '0.$1')
  const [, whole = '', decimals = ''] = amount.exec(typed) ?? []
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
