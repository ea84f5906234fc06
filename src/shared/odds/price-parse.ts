/**
 * Parses a price in the requested format, which is never guessed from the number. Ambiguous text is rejected: it is
 * shown and not ranked, while a misread price would cost money.
 */
import { hundred, oddsFrom } from './notation.ts'
import type { ExactPrice, PriceFormat } from './price.ts'
import { div, rational, toNumber, type Rational } from './rational.ts'

export type PriceRefusal = 'empty' | 'too-long' | 'not-a-number' | 'ambiguous' | 'out-of-range'

export type ParsedPrice =
  | { readonly ok: true; readonly price: ExactPrice }
  | { readonly ok: false; readonly reason: PriceRefusal; readonly sentence: string }

const maxTextLength = 32
const evenMoney = /^ev(?:en)?s?$/i
const signedNumber = /^([+-]?) ?(?=\.?\d)(\d*|[1-9]\d{0,2}(?:,\d{3})+|[1-9]\d{0,2}(?: \d{3})+)(?:\.(\d+))?$/
const fraction = /^\+? ?(\d+|[1-9]\d{0,2}(?:,\d{3})+) ?[/-] ?(\d+|[1-9]\d{0,2}(?:,\d{3})+)$/

/**
 * Parses a text to an exact price, or returns the reason why it is none. Never throws.
 *
 * Accepted in every format: spaces around it, U+2212 for minus, a leading `+`, `EVEN`, `EVENS`, `EV` and `EVS` in any
 * case. Commas and spaces group thousands (`1,000`, `12 500`) and are never a decimal mark, so `1,5` is refused. A lone
 * comma before three digits (`1,250`) reads as 1.25 in half of Europe: only American prices, which are whole numbers in
 * practice, and fractions take it; elsewhere it is refused as ambiguous unless a decimal point follows. Fractions are
 * two whole numbers with `/` or `-` between. A probability with `%` is per cent; without, up to 1 it is the probability
 * itself and above 1 per cent. Exponents, hex and anything else are refused, as is a price whose profit is too small
 * for a double to differ from none.
 */
export function parsePrice(text: string, format: PriceFormat): ParsedPrice {
  if (text.length > maxTextLength) return refused('too-long', format)
  const odds = readOdds(tidied(text), format)
  if (typeof odds === 'string') return refused(odds, format)
  const decimal = toNumber(odds)
  return decimal > 1 ? { ok: true, price: { text, format, odds, decimal } } : refused('out-of-range', format)
}

function tidied(text: string): string {
  return text
    .trim()
    .replace('\u2212', '-')
    .replace(/\p{Zs}/gu, ' ')
}

function readOdds(text: string, format: PriceFormat): Rational | PriceRefusal {
  if (text === '') return 'empty'
  if (evenMoney.test(text)) return rational(2n)
  const written = readWritten(text, format)
  return typeof written === 'string' ? written : (oddsFrom(format, written) ?? 'out-of-range')
}

function readWritten(text: string, format: PriceFormat): Rational | PriceRefusal {
  if (format === 'fractional') return readFraction(text)
  if (format === 'probability') return readProbability(text)
  return readNumber(text, format === 'american')
}

function readFraction(text: string): Rational | PriceRefusal {
  // Stryker disable next-line StringLiteral,ArrayDeclaration: without a match, no part but an empty num is read
  const [, num = '', den = ''] = fraction.exec(text) ?? []
  if (num === '') return 'not-a-number'
  const divisor = BigInt(ungrouped(den))
  return divisor === 0n ? 'out-of-range' : rational(BigInt(ungrouped(num)), divisor)
}

function readProbability(text: string): Rational | PriceRefusal {
  const perCent = text.endsWith('%')
  const written = readNumber(perCent ? text.slice(0, -1).trimEnd() : text, false)
  if (typeof written === 'string') return written
  return perCent || written.num > written.den ? div(written, hundred) : written
}

function readNumber(text: string, loneCommaGroups: boolean): Rational | PriceRefusal {
  const match = signedNumber.exec(text)
  if (match === null) return 'not-a-number'
  // Stryker disable next-line StringLiteral: for the type alone, a match has a sign and a whole part, be they empty
  const [, sign = '', whole = '', decimals = ''] = match
  if (!loneCommaGroups && decimals === '' && /^\d+,\d+$/.test(whole)) return 'ambiguous'
  return rational(BigInt(sign + ungrouped(whole) + decimals), 10n ** BigInt(decimals.length))
}

function ungrouped(digits: string): string {
  return digits.replace(/[ ,]/g, '')
}

function refused(reason: PriceRefusal, format: PriceFormat): ParsedPrice {
  return { ok: false, reason, sentence: sentenceFor(reason, format) }
}

function sentenceFor(reason: PriceRefusal, format: PriceFormat): string {
  switch (reason) {
    case 'empty':
      return 'Enter a price.'
    case 'too-long':
      return `Use at most ${maxTextLength} characters.`
    case 'ambiguous':
      return 'Leave out the comma.'
    case 'not-a-number':
    case 'out-of-range':
      return expected[format]
  }
}

const expected: Readonly<Record<PriceFormat, string>> = {
  american: 'An American price is +100 or more, or −100 or less, such as −110.',
  decimal: 'A decimal price is above 1, such as 1.91.',
  fractional: 'A fractional price is two whole numbers above 0, such as 10/11.',
  probability: 'A price as a probability is above 0% and below 100%, such as 52.4%.',
  malaysian: 'A Malaysian price is between −1 and +1 and not 0, such as −0.91.',
  indonesian: 'An Indonesian price is +1 or more, or −1 or less, such as −1.10.',
  hong_kong: 'A Hong Kong price is above 0, such as 0.91.',
}
