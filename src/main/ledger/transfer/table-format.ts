/**
 * A bet tracker's table whose columns the user has mapped: a row is a ticket in its present state. A cell that is
 * invalid or ambiguous makes the row a bad line, with the reason; nothing is guessed.
 */
import { randomUUID } from 'node:crypto'
import { toBookId } from '../../../shared/model/game/book.ts'
import { Currency, majorText, parseMoney } from '../../../shared/model/ticket/money.ts'
import { maxLegs } from '../../../shared/model/parlay/parlay.ts'
import { ownStakeMinor, winMinor } from '../../../shared/model/ticket/payout.ts'
import type { Decision } from '../../../shared/model/ticket/ticket-detail.ts'
import { Day, parseTakenPrice, TicketFacts, type TicketLeg } from '../../../shared/model/ticket/ticket.ts'
import type {
  DateOrder,
  LegSeparator,
  TableField,
  TableMapping,
} from '../../../shared/model/ticket/transfer.ts'
import { cleanLines } from '../../../shared/clean-text.ts'
import { endingMinor } from '../state/ticket-outcome.ts'
import { toLocalDay } from '../tickets/parse-draft.ts'
import { BadLine, type ImportOwner, type IncomingTicket } from './replay.ts'

export interface TableContext {
  readonly mapping: TableMapping
  readonly owner: ImportOwner
  /** Known books, found by name or id. */
  readonly books: readonly { readonly id: string; readonly name: string }[]
}

type Cells = ReadonlyMap<TableField, readonly string[]>

/** Throws BadLine. */
export function parseTableRow(row: readonly string[], context: TableContext): IncomingTicket {
  const cells = groupByField(row, context.mapping)
  const facts = parseFacts(cells, context)
  return { kind: 'new', facts, decision: parseDecision(cells, facts) }
}

function groupByField(row: readonly string[], { fields }: TableMapping): Cells {
  const found = new Map<TableField, string[]>()
  fields.forEach((field, at) => {
    const cell = cleanLines(row[at] ?? '')
    if (field !== null && cell !== '') found.set(field, [...(found.get(field) ?? []), cell])
  })
  return found
}

const firstCell = (cells: Cells, field: TableField): string => cells.get(field)?.[0] ?? ''

function requireCell(cells: Cells, field: TableField, what: string): string {
  const cell = firstCell(cells, field)
  if (cell === '') throw new BadLine(`There is no ${what}.`)
  return cell
}

function parseFacts(cells: Cells, context: TableContext): TicketFacts {
  const { mapping, owner, books } = context
  const placedAt = parseMoment(requireCell(cells, 'placedAt', 'date'), mapping.dateOrder)
  if (placedAt === undefined)
    throw new BadLine(`“${firstCell(cells, 'placedAt')}” isn’t a date in this format.`)
  if (isFuture(placedAt, firstCell(cells, 'placedAt'))) throw new BadLine('Its date is in the future.')
  const currency = parseCurrency(cells, mapping)
  const price = parseTakenPrice({ text: requireCell(cells, 'odds', 'odds'), format: mapping.priceFormat })
  if (!price.ok) throw new BadLine(price.sentence)
  const facts = {
    uid: randomUUID(),
    profileId: owner.profileId,
    isDemo: owner.isDemo,
    parlayId: null,
    quoteId: null,
    book: findBook(requireCell(cells, 'book', 'book'), books),
    placedAt,
    day: toLocalDay(placedAt),
    stakeMinor: parseAmount(requireCell(cells, 'stake', 'stake'), currency, 'stake'),
    currency,
    price: price.price,
    kind: 'normal' as const,
    isLive: false,
    tags: parseTags(cells),
    note: firstCell(cells, 'note'),
    legs: parseLegs(cells, mapping.legSeparator),
  }
  if (facts.stakeMinor === 0) throw new BadLine('Stake must be above 0.')
  if (!Number.isFinite(winMinor(facts))) throw new BadLine('Amount too large.')
  const checked = TicketFacts.safeParse(facts)
  if (checked.success) return checked.data
  const issue = checked.error.issues[0]
  throw new BadLine(`The ${String(issue?.path[0] ?? 'line')} can’t be saved: ${issue?.message ?? 'invalid'}.`)
}

function parseCurrency(cells: Cells, mapping: TableMapping): string {
  const written = firstCell(cells, 'currency').toUpperCase()
  if (written === '') return mapping.currency
  if (!Currency.safeParse(written).success) throw new BadLine(`“${written}” isn’t a currency.`)
  return written
}

function parseAmount(text: string, currency: string, what: string): number {
  const parsed = parseMoney(text, currency)
  if (!parsed.ok) throw new BadLine(`The ${what} “${text}”: ${parsed.sentence}`)
  return parsed.minor
}

function findBook(name: string, books: TableContext['books']): { id: string; name: string } {
  const id = toBookId(name)
  const known = books.find(book => book.id === id || toBookId(book.name) === id)
  if (known !== undefined) return { id: known.id, name: known.name }
  if (id === '') throw new BadLine(`“${name}” isn’t a book’s name.`)
  return { id, name: name.slice(0, 80) }
}

const parseTags = (cells: Cells): string[] => [
  ...new Set((cells.get('tags') ?? []).flatMap(cell => cell.split(/[;,|]/)).flatMap(tag => tag.trim() || [])),
]

const separators: Readonly<Record<LegSeparator, RegExp | null>> = {
  none: null,
  line: /\r?\n|\r/,
  semicolon: /;/,
  pipe: /\|/,
  plus: / \+ /,
  comma: /,/,
}

function parseLegs(cells: Cells, separator: LegSeparator): TicketLeg[] {
  const by = separators[separator]
  const parts = (cells.get('legs') ?? []).flatMap(cell => (by === null ? [cell] : cell.split(by)))
  const names = parts.flatMap(part => part.replace(/\s+/g, ' ').trim() || [])
  if (names.length === 0) throw new BadLine('The legs are missing.')
  if (names.length > maxLegs) throw new BadLine(`It has ${names.length} legs; the limit is ${maxLegs}.`)
  const game = { id: '', title: '', short: '', league: firstCell(cells, 'league'), startAt: null }
  return names.map(name => ({
    selectionKey: null,
    oddsId: null,
    grade: null,
    name,
    market: firstCell(cells, 'market'),
    game,
    price: null,
  }))
}

type ResultWord = 'won' | 'lost' | 'refunded' | 'cashed-out' | 'pending'
/** `p` is not among them: some write it for a push and some for a bet that is pending. */
const resultWords: readonly (readonly [ResultWord, RegExp])[] = [
  ['won', /^(won|win|w|winner|1)$/],
  ['lost', /^(lost|loss|lose|l|loser|0)$/],
  ['refunded', /^(refunded|refund|push|pushed|void|voided|cancelled|canceled|v)$/],
  ['cashed-out', /^(cashout|cashedout|cashed)$/],
  ['pending', /^(pending|open|unsettled|live|upcoming)$/],
]

function parseResult(cells: Cells): ResultWord | undefined {
  const written = firstCell(cells, 'result')
  if (written === '') return undefined
  const word = written.toLowerCase().replace(/[^a-z0-9]/g, '')
  const found = resultWords.find(([, pattern]) => pattern.test(word))
  if (found !== undefined) return found[0]
  throw new BadLine(`Unrecognized result “${written}”. Use won, lost, push, void, cashed out or pending.`)
}

/** Null while the ticket is open. */
function parseDecision(cells: Cells, facts: TicketFacts): Decision | null {
  const result = parseResult(cells)
  if (result === 'pending') return null
  const payoutMinor = parsePayout(cells, facts)
  if (result === undefined) return payoutMinor === undefined ? null : decideByAmount(cells, payoutMinor)
  if (result === 'cashed-out') {
    if (payoutMinor === undefined) throw new BadLine('A cash-out needs a payout.')
    return { kind: 'cash-out', payoutMinor }
  }
  if (payoutMinor === undefined || payoutMinor === endingMinor({ facts }, result))
    return { kind: 'result', result }
  if (result === 'won' && payoutMinor > ownStakeMinor(facts)) return { kind: 'payout', payoutMinor }
  const [back, stake] = [payoutMinor, facts.stakeMinor].map(minor => majorText(minor, facts.currency))
  throw new BadLine(`Marked ${result}, but the payout is ${back} of a stake of ${stake}.`)
}

/** Without a result the amount decides, except 0, which many tables write for open bets. */
function decideByAmount(cells: Cells, payoutMinor: number): Decision {
  const isNothing = (field: TableField) => /^[^1-9]*$/.test(firstCell(cells, field))
  if (isNothing('payout') && isNothing('profit'))
    throw new BadLine('No result, and 0 could mean lost or open.')
  return { kind: 'payout', payoutMinor }
}

/** Payout in minor units, from the payout or the profit; if the table has both, they must agree. */
function parsePayout(cells: Cells, { currency, stakeMinor }: TicketFacts): number | undefined {
  const [paidText, profit] = [firstCell(cells, 'payout'), firstCell(cells, 'profit')]
  const payout = paidText === '' ? undefined : parseAmount(paidText, currency, 'payout')
  if (profit === '') return payout
  const isLoss = /^[^\d]*[-\u2212(]/.test(profit)
  const minor = parseAmount(profit.replace(/[-\u2212+()\s]/g, ''), currency, 'profit')
  const byProfit = isLoss ? stakeMinor - minor : stakeMinor + minor
  if (byProfit < 0) throw new BadLine('The loss is larger than the stake.')
  if (payout !== undefined && payout !== byProfit)
    throw new BadLine(`The payout ${paidText} and the profit ${profit} don’t match.`)
  return byProfit
}

const yearFirst = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ,]+(.+))?$/
const yearLast = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})(?:[ ,]+(.+))?$/
const clock = /^(\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d{1,3})\d*)?)?\s*([ap]m)?\s*(z|[+-]\d{2}:?\d{2})?$/i

/**
 * Parses a date and time, in this computer's time zone unless it names one. Epoch ms; undefined when the text is not a
 * date in this order. A date alone means noon, so that its day is the same in nearby zones.
 */
function parseMoment(text: string, order: DateOrder): number | undefined {
  const { day, rest } = splitDay(text.trim(), order)
  const time = clock.exec(rest === '' ? '12:00' : rest)
  if (!Day.safeParse(day).success || day < '1990' || time === null) return undefined
  const [, written = '', minutes = '', seconds = '00', ms = '0', half = '', zone = ''] = time
  const hour = toHourOfDay(Number(written), half.toLowerCase())
  const clockTime = `${padTwo(hour)}:${minutes}:${seconds}.${ms.padEnd(3, '0')}`
  const moment = Date.parse(`${day}T${clockTime}${zone.toUpperCase()}`)
  return Number.isNaN(moment) ? undefined : moment
}

/** The day as `yyyy-mm-dd`, not checked against the calendar, and the text after it. */
function splitDay(text: string, order: DateOrder): { day: string; rest: string } {
  const [, y, m = '', d = '', time = ''] = yearFirst.exec(text) ?? []
  if (y !== undefined) return { day: `${y}-${padTwo(m)}-${padTwo(d)}`, rest: time }
  const [, first = '', second = '', year = '', rest = ''] = yearLast.exec(text) ?? []
  const [month, day] = order === 'month-first' ? [first, second] : [second, first]
  return { day: `${year.padStart(4, '20')}-${padTwo(month)}-${padTwo(day)}`, rest }
}

/** A date alone means noon, which may be still to come. */
const isFuture = (placedAt: number, text: string): boolean =>
  text.includes(':') ? placedAt > Date.now() : toLocalDay(placedAt) > toLocalDay(Date.now())

const padTwo = (number: string | number) => String(number).padStart(2, '0')

/** NaN for an hour that no clock has. */
function toHourOfDay(hour: number, half: string): number {
  if (half === '') return hour < 24 ? hour : NaN
  if (hour < 1 || hour > 12) return NaN
  return (hour % 12) + (half === 'pm' ? 12 : 0)
}
