/**
 * Parses the text of the ledger's filter: words, words to leave out (`-props`, `not props`), limits of what the columns
 * show, such as `stake>30`, `pl<0`, `clv>5%`, `legs>2` or `price>=+300`, and days, prices and amounts as they are
 * written. `or` between two parts takes either. Exact: no bound is rounded.
 */
import { hundred, oddsFrom } from '../../odds/notation.ts'
import { div, rational, type Rational } from '../../odds/rational.ts'
import { splitFilterText, type LimitSign, type TypedLimit } from '../../text/filter-text.ts'
import { findDays, readCalendar, type Calendar, type TypedDays } from '../../text/typed-day.ts'
import { findUnsearchable, toSearchWords } from './ledger-filter.ts'

export type LedgerMeasure = 'stake' | 'profit' | 'clv' | 'legs' | 'price'

export interface LedgerLimit {
  readonly measure: LedgerMeasure
  readonly sign: LimitSign
  /** In major units of each ticket's own currency; a share of 1 for CLV; decimal odds. */
  readonly bound: Rational
}

/** One reading of a part of the text. */
export type LedgerReading =
  | { readonly kind: 'words'; readonly words: readonly string[] }
  | { readonly kind: 'limit'; readonly limit: LedgerLimit }
  /** The first and the last day, `2026-11-28`. */
  | { readonly kind: 'days'; readonly from: string; readonly to: string }

/** A part of the text with all that it can mean: a ticket is within it by any of them. */
export interface LedgerPart {
  readonly readings: readonly LedgerReading[]
  readonly isLeftOut: boolean
}

export interface LedgerQuery {
  /** As in `toSearchWords`. */
  readonly words: readonly string[]
  /** Words of each part after a minus: tickets with all words of one are left out. */
  readonly leftOut: readonly (readonly string[])[]
  readonly limits: readonly LedgerLimit[]
  /** All other parts: of each group one must hold. */
  readonly groups: readonly (readonly LedgerPart[])[]
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
  ['odds', 'price'],
])

/** A limit without a number has no effect yet. */
export function parseLedgerQuery(text: string, calendar: Calendar = readCalendar()): LedgerQuery {
  const pieces = splitFilterText(text).flatMap(part =>
    typeof part === 'string' ? readPieces(part, calendar) : [readLimit(part)],
  )
  const groups = groupPieces(pieces)
  const simple = groups.flatMap(group => toSimple(group) ?? [])
  return {
    words: simple.flatMap(({ words = [] }) => words),
    leftOut: simple.flatMap(({ leftOut }) => (leftOut === undefined ? [] : [leftOut])),
    limits: simple.flatMap(({ limit }) => limit ?? []),
    groups: groups.filter(group => toSimple(group) === undefined),
    ignored: pieces.flatMap(({ ignored = [] }) => ignored),
    notLimits: pieces.flatMap(({ notLimit }) => notLimit ?? []),
  }
}

interface Piece extends LedgerPart {
  /** Set if the piece may join its neighbors instead. */
  readonly operator?: 'and' | 'or' | 'not'
  readonly ignored?: readonly string[]
  readonly notLimit?: string
}

const nothing: Piece = { readings: [], isLeftOut: false }
const operators: ReadonlyMap<string, Piece['operator']> = new Map([
  ['and', 'and'],
  ['&', 'and'],
  ['or', 'or'],
  ['not', 'not'],
])

/** A side and its line are one word: `over 27.5`. */
const typedWord = /\S*\b(?:over|under)\s+(?=\d)\S+|\S+/giu

function readPieces(text: string, calendar: Calendar): Piece[] {
  const typed = (text.match(typedWord) ?? []).map(word => word.toLowerCase().replaceAll('−', '-'))
  const pieces: Piece[] = []
  for (let at = 0; at < typed.length;) {
    const days = findDays(typed, at, calendar)
    if (days === undefined) pieces.push(readWord(typed[at] ?? '', calendar))
    else
      pieces.push({
        readings: [toDaysReading(days), ...readWordOfDays(typed[at] ?? '', days)],
        isLeftOut: false,
      })
    at += days?.length ?? 1
  }
  return pieces
}

/** A minus or `!` before a word leaves it out. Before a number a minus belongs to a line (`-3.5`). */
const leftOutForm = /^[-!](?=\p{L})/u

function readWord(typed: string, calendar: Calendar): Piece {
  const operator = operators.get(typed)
  const isLeftOut = leftOutForm.test(typed)
  const word = isLeftOut ? typed.slice(1) : typed
  const days = isLeftOut ? findDays([word], 0, calendar) : undefined
  const words = toSearchWords(word)
  const readings: LedgerReading[] = [
    ...(words.length > 0 && (days === undefined || days.isWord) ? [{ kind: 'words' as const, words }] : []),
    ...(days === undefined ? toEqualLimits(word) : [toDaysReading(days)]),
  ]
  const ignored =
    readings.length > 0 || operator !== undefined ? [] : isLeftOut ? [typed] : findUnsearchable(typed)
  return { readings, isLeftOut, ignored, ...(operator !== undefined && { operator }) }
}

const toDaysReading = ({ from, to }: TypedDays): LedgerReading => ({ kind: 'days', from, to })

/** A day of one word with dots, `27.11`, may be a price or an amount as well, and `april` a name. */
function readWordOfDays(typed: string, { length, isWord }: TypedDays): LedgerReading[] {
  if (isWord) return [{ kind: 'words', words: toSearchWords(typed) }]
  return length === 1 ? toEqualLimits(typed) : []
}

const americanForm = /^[+-](?:\d{3,}|\d{1,3}(?:,\d{3})+)$/u
/** A price without its plus, or an amount. Fewer digits may be of a line. */
const wholeForm = /^[1-9](?:\d{2,}|\d{0,2}(?:,\d{3})+)$/u
const amountForm = /^([+-]?)[$€£¥]([+-]?)([\d,]*\d\.?\d*|\.\d+)$/u
const decimalsForm = /^([+-]?)[\d,]*\d\.\d{2,}$/u

/** The price and the amounts that a number is written like: one on which no line of a bet is. */
function toEqualLimits(typed: string): LedgerReading[] {
  if (americanForm.test(typed)) return equal('price', parseBound.price(typed))
  if (wholeForm.test(typed)) {
    const whole = parseDecimal(typed)
    return [
      ...equal('price', parseBound.price(`+${typed}`)),
      ...equal('stake', whole),
      ...equal('profit', whole),
    ]
  }
  const [, before = '', after = '', digits] = amountForm.exec(typed) ?? []
  const decimals = decimalsForm.exec(typed)
  if (digits === undefined && decimals === null) return []
  const sign = decimals?.[1] ?? (before || after)
  const written = parseDecimal(digits === undefined ? typed : sign + digits)
  if (written === undefined) return []
  const isOdds = digits === undefined && sign === '' && written.num > written.den
  return [
    ...(isOdds ? equal('price', written) : []),
    ...(sign === '' ? equal('stake', written) : []),
    ...equal('profit', written),
  ]
}

const equal = (measure: LedgerMeasure, bound: Rational | undefined): LedgerReading[] =>
  bound === undefined ? [] : [{ kind: 'limit', limit: { measure, sign: '=', bound } }]

/** Joins the pieces by the words between them. Such a word that has nothing to join is searched for. */
function groupPieces(pieces: readonly Piece[]): LedgerPart[][] {
  const groups: LedgerPart[][] = []
  let [isJoined, isNegated] = [false, false]
  for (const [at, { operator, readings, isLeftOut }] of pieces.entries()) {
    if (operator !== undefined && at < pieces.length - 1 && (operator === 'not' || groups.length > 0)) {
      isJoined ||= operator === 'or'
      isNegated = isNegated !== (operator === 'not')
      continue
    }
    const part = { readings, isLeftOut: isLeftOut !== isNegated }
    if (isJoined) groups.at(-1)?.push(part)
    else groups.push([part])
    isJoined = isNegated = false
  }
  return groups
    .map(group => group.filter(part => part.readings.length > 0))
    .filter(({ length }) => length > 0)
}

interface SimpleGroup {
  readonly words?: readonly string[]
  readonly leftOut?: readonly string[]
  readonly limit?: LedgerLimit
}

/** A group of one part with one reading, which search answers by an index; undefined for another. */
function toSimple([part, ...others]: readonly LedgerPart[]): SimpleGroup | undefined {
  const [reading, ...readings] = part?.readings ?? []
  if (part === undefined || reading === undefined || others.length + readings.length > 0) return undefined
  if (reading.kind === 'words') return part.isLeftOut ? { leftOut: reading.words } : { words: reading.words }
  return reading.kind === 'limit' && !part.isLeftOut ? { limit: reading.limit } : undefined
}

/** True when a text has parts, and none that search can use. */
export const isUnusable = ({ words, leftOut, limits, groups, ignored, notLimits }: LedgerQuery): boolean =>
  words.length + leftOut.length + limits.length + groups.length === 0 && ignored.length + notLimits.length > 0

/** True for a text without an effect on what is found. */
export const isWithoutEffect = (query: LedgerQuery): boolean =>
  Object.values(query).every(({ length }) => length === 0)

const unfinished = /^[-+.$€£¥%]*$/u

/** Names of the limits, as the foot lists them. */
export const limitNames = ['stake', 'pl', 'clv', 'legs', 'price'] as const

function readLimit({ text, name, sign, value }: TypedLimit): Piece {
  const measure = measures.get(name)
  if (measure !== undefined && unfinished.test(value)) return nothing
  const bound = measure && parseBound[measure](value)
  if (measure === undefined || bound === undefined) return { ...nothing, notLimit: text.trim() }
  return { ...nothing, readings: [{ kind: 'limit', limit: { measure, sign, bound } }] }
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
