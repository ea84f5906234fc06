/**
 * Parses the text of the ledger's filter: words, words to leave out (`-props`), and limits of what the columns show, such
 * as `stake>30`, `pl<0`, `clv>5%`, `legs>2` or `price>=+300`. Exact: no bound is rounded.
 */
import { hundred, oddsFrom } from '../../odds/notation.ts'
import { div, rational, type Rational } from '../../odds/rational.ts'
import { leftOutForm, splitFilterText, type LimitSign, type TypedLimit } from '../../text/filter-text.ts'
import { findUnsearchable, toSearchWords } from './ledger-filter.ts'

export type LedgerMeasure = 'stake' | 'profit' | 'clv' | 'legs' | 'price'

export interface LedgerLimit {
  readonly measure: LedgerMeasure
  readonly sign: LimitSign
  /** In major units of each ticket's own currency; a share of 1 for CLV; decimal odds. */
  readonly bound: Rational
}

export interface LedgerQuery {
  /** As in `toSearchWords`. */
  readonly words: readonly string[]
  /** Words of each part after a minus: tickets with all words of one are left out. */
  readonly leftOut: readonly (readonly string[])[]
  readonly limits: readonly LedgerLimit[]
  /** Parts that have no word of search in them (`findUnsearchable`). */
  readonly ignored: readonly string[]
  /** Parts that are written like a limit and are none. */
  readonly notLimits: readonly string[]
}

const measures: ReadonlyMap<string, LedgerMeasure> = new Map([
  ['stake', 'stake'],
  ['pl', 'profit'],
  ['p/l', 'profit'],
  ['profit', 'profit'],
  ['clv', 'clv'],
  ['legs', 'legs'],
  ['price', 'price'],
])

/** A limit without a number has no effect yet. */
export function parseLedgerQuery(text: string): LedgerQuery {
  const parts = splitFilterText(text)
  const texts = parts.filter(part => typeof part === 'string').join(' ')
  const words = texts.replaceAll(leftOutForm, '')
  const leftOut = (texts.match(leftOutForm) ?? []).map(part => ({
    part,
    words: toSearchWords(part.slice(1)),
  }))
  const typed = parts.filter(part => typeof part !== 'string').map(parseLimit)
  return {
    words: toSearchWords(words),
    leftOut: leftOut.map(each => each.words).filter(each => each.length > 0),
    limits: typed.filter(limit => typeof limit === 'object'),
    ignored: [
      ...findUnsearchable(words),
      ...leftOut.filter(each => each.words.length === 0).map(({ part }) => part),
    ],
    notLimits: typed.filter(limit => typeof limit === 'string'),
  }
}

/** True when a text has parts, and none that search can use. */
export const isUnusable = ({ words, leftOut, limits, ignored, notLimits }: LedgerQuery): boolean =>
  words.length + leftOut.length + limits.length === 0 && ignored.length + notLimits.length > 0

/** True for a text without an effect on what is found. */
export const isWithoutEffect = (query: LedgerQuery): boolean =>
  Object.values(query).every(({ length }) => length === 0)

const unfinished = /^[-+.$€£¥%]*$/u

/** Names of the limits, as the foot lists them. */
export const limitNames = ['stake', 'pl', 'clv', 'legs', 'price'] as const

/** The text of what is no limit; undefined for one without a number. */
function parseLimit({ text, name, sign, value }: TypedLimit): LedgerLimit | string | undefined {
  const measure = measures.get(name)
  if (measure !== undefined && unfinished.test(value)) return undefined
  const bound = measure && parseBound[measure](value)
  return measure === undefined || bound === undefined ? text.trim() : { measure, sign, bound }
}

const parseMoney = (value: string) => parseDecimal(value.replace(/[$€£¥]/u, ''))

const parseBound: Readonly<Record<LedgerMeasure, (value: string) => Rational | undefined>> = {
  stake: parseMoney,
  profit: parseMoney,
  legs: parseDecimal,
  clv(value) {
    const percent = parseDecimal(value.replace(/%$/u, ''))
    return percent && div(percent, hundred)
  },
  price(value) {
    const written = parseDecimal(value)
    if (written === undefined) return undefined
    const isDecimal = !value.startsWith('+') && written.num >= written.den && written.num < 100n * written.den
    return isDecimal ? written : oddsFrom('american', written)
  },
}

const decimalForm = /^([+-]?)(\d*|[1-9]\d{0,2}(?:,\d{3})+)(?:\.(\d*))?$/u

/** The number of a plain decimal text, in which commas may group thousands. */
function parseDecimal(text: string): Rational | undefined {
  const [, sign = '', whole = '', decimals = ''] = decimalForm.exec(text) ?? []
  const digits = whole.replaceAll(',', '') + decimals
  return digits === '' ? undefined : rational(BigInt(sign + digits), 10n ** BigInt(decimals.length))
}
