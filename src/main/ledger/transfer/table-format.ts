/**
 * A bet tracker's table whose columns the user has named: a row is a ticket in its present state. A cell that cannot be
 * read for certain makes the row a bad line, with the reason; nothing is guessed.
 */
import { randomUUID } from 'node:crypto'
import { toBookId } from '../../../shared/model/game/book.ts'
import { Currency, majorText, parseMoney } from '../../../shared/model/ticket/money.ts'
import { maxLegs } from '../../../shared/model/parlay/parlay.ts'
import { ownStakeMinor, winMinor } from '../../../shared/model/ticket/payout.ts'
import type { Decision } from '../../../shared/model/ticket/ticket-detail.ts'
import { parseTakenPrice, TicketFacts, type TicketLeg } from '../../../shared/model/ticket/ticket.ts'
import type {
  DateOrder,
  LegSeparator,
  TableField,
  TableMapping,
} from '../../../shared/model/ticket/transfer.ts'
import type { CsvRow } from '../../files/csv-reader.ts'
import { unprotectCell } from '../../files/csv-writer.ts'
import { endingMinor } from '../state/ticket-outcome.ts'
import { toLocalDay } from '../tickets/parse-draft.ts'
import { badLine, type ImportLine, type ImportOwner } from './replay.ts'

export interface TableContext {
  readonly mapping: TableMapping
  readonly columns: number
  readonly owner: ImportOwner
  /** Known books, found by name or id. */
  readonly books: readonly { readonly id: string; readonly name: string }[]
}

/** The message is a sentence for the screen. */
class BadRow extends Error {
  override readonly name = 'BadRow'
}

type Cells = ReadonlyMap<TableField, readonly string[]>

export function parseTableRow({ line, cells, fault }: CsvRow, context: TableContext): ImportLine {
  if (fault !== null) return badLine(line, fault)
  if (cells.length !== context.columns)
    return badLine(line, `This line has ${cells.length} cells, and there are ${context.columns} columns.`)
  try {
    const fields = groupByField(cells, context.mapping)
    const facts = parseFacts(fields, context)
    return { line, ok: true, ticket: { kind: 'new', facts, decision: parseDecision(fields, facts) } }
  } catch (error) {
    if (error instanceof BadRow) return badLine(line, error.message)
    throw error
  }
}

function groupByField(cells: readonly string[], { fields }: TableMapping): Cells {
  const found = new Map<TableField, string[]>()
  fields.forEach((field, at) => {
    const cell = unprotectCell(cells[at] ?? '').trim()
    if (field !== null && cell !== '') found.set(field, [...(found.get(field) ?? []), cell])
  })
  return found
}

const firstCell = (cells: Cells, field: TableField): string => cells.get(field)?.[0] ?? ''

function requireCell(cells: Cells, field: TableField, what: string): string {
  const cell = firstCell(cells, field)
  if (cell === '') throw new BadRow(`There is no ${what}.`)
  return cell
}

function parseFacts(cells: Cells, context: TableContext): TicketFacts {
  const { mapping, owner, books } = context
  const placedAt = parseMoment(requireCell(cells, 'placedAt', 'date'), mapping.dateOrder)
  if (placedAt === undefined)
    throw new BadRow(`“${firstCell(cells, 'placedAt')}” is no date in the order chosen.`)
  const currency = parseCurrency(cells, mapping)
  const price = parseTakenPrice({ text: requireCell(cells, 'odds', 'odds'), format: mapping.priceFormat })
  if (!price.ok) throw new BadRow(price.sentence)
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
  if (facts.stakeMinor === 0) throw new BadRow('A stake is more than nothing.')
  if (!Number.isFinite(winMinor(facts))) throw new BadRow('A win is more than the ledger can hold.')
  const checked = TicketFacts.safeParse(facts)
  if (checked.success) return checked.data
  const issue = checked.error.issues[0]
  throw new BadRow(
    `The ${String(issue?.path[0] ?? 'line')} cannot be kept: ${issue?.message ?? 'not understood'}.`,
  )
}

function parseCurrency(cells: Cells, mapping: TableMapping): string {
  const written = firstCell(cells, 'currency').toUpperCase()
  if (written === '') return mapping.currency
  if (!Currency.safeParse(written).success) throw new BadRow(`“${written}” is no currency, such as USD.`)
  return written
}

function parseAmount(text: string, currency: string, what: string): number {
  const parsed = parseMoney(text, currency)
  if (!parsed.ok) throw new BadRow(`The ${what} “${text}”: ${parsed.sentence}`)
  return parsed.minor
}

function findBook(name: string, books: TableContext['books']): { id: string; name: string } {
  const id = toBookId(name)
  const known = books.find(book => book.id === id || toBookId(book.name) === id)
  if (known !== undefined) return { id: known.id, name: known.name }
  if (id === '') throw new BadRow(`“${name}” is no name of a book.`)
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
  requireCell(cells, 'legs', 'description of the legs')
  const by = separators[separator]
  const parts = (cells.get('legs') ?? []).flatMap(cell => (by === null ? [cell] : cell.split(by)))
  const names = parts.flatMap(part => part.replace(/\s+/g, ' ').trim() || [])
  if (names.length === 0) throw new BadRow('There is no description of the legs.')
  if (names.length > maxLegs)
    throw new BadRow(`It has ${names.length} legs; a ticket has at most ${maxLegs}.`)
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
  throw new BadRow(`The result “${written}” is not known. Write won, lost, refunded, cashed out or pending.`)
}

/** Null while the ticket is open. */
function parseDecision(cells: Cells, facts: TicketFacts): Decision | null {
  const result = parseResult(cells)
  if (result === 'pending') return null
  const payoutMinor = parsePayout(cells, facts)
  if (result === undefined) return payoutMinor === undefined ? null : decideByAmount(cells, payoutMinor)
  if (result === 'cashed-out') {
    if (payoutMinor === undefined) throw new BadRow('A cash-out needs the amount that was paid.')
    return { kind: 'cash-out', payoutMinor }
  }
  if (payoutMinor === undefined || payoutMinor === endingMinor({ facts }, result))
    return { kind: 'result', result }
  if (result === 'won' && payoutMinor > ownStakeMinor(facts)) return { kind: 'payout', payoutMinor }
  const [back, stake] = [payoutMinor, facts.stakeMinor].map(minor => majorText(minor, facts.currency))
  throw new BadRow(`It was ${result}, and yet ${back} of a stake of ${stake} came back.`)
}

/** Without a result the amount decides; but many tables write 0 beside bets that are still open. */
function decideByAmount(cells: Cells, payoutMinor: number): Decision {
  const isNothing = (field: TableField) => /^[^1-9]*$/.test(firstCell(cells, field))
  if (isNothing('payout') && isNothing('profit'))
    throw new BadRow('It has no result, and an amount of 0 does not say whether it is still open.')
  return { kind: 'payout', payoutMinor }
}

/** The amount that came back, by the payout or the profit; a table with both must have them agree. */
function parsePayout(cells: Cells, { currency, stakeMinor }: TicketFacts): number | undefined {
  const [paidText, profit] = [firstCell(cells, 'payout'), firstCell(cells, 'profit')]
  const payout = paidText === '' ? undefined : parseAmount(paidText, currency, 'payout')
  if (profit === '') return payout
  const isLoss = /^[^\d]*[-\u2212(]/.test(profit)
  const minor = parseAmount(profit.replace(/[-\u2212+()\s]/g, ''), currency, 'profit')
  const byProfit = isLoss ? stakeMinor - minor : stakeMinor + minor
  if (byProfit < 0) throw new BadRow('More was lost than was staked.')
  if (payout !== undefined && payout !== byProfit)
    throw new BadRow(`The payout ${paidText} and the profit ${profit} do not agree.`)
  return byProfit
}

const yearFirst = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ,]+(.+))?$/
const yearLast = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})(?:[ ,]+(.+))?$/
const clock = /^(\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d{1,3})\d*)?)?\s*([ap]m)?\s*(z|[+-]\d{2}:?\d{2})?$/i

/**
 * Reads a moment as people write them, by the clock of this computer unless it names a zone. Epoch ms; undefined when the
 * text is no date in this order. A date alone is noon, so that its day is the same nearby.
 */
function parseMoment(text: string, order: DateOrder): number | undefined {
  const { day, rest } = parseDay(text.trim(), order)
  const time = clock.exec(rest === '' ? '12:00' : rest)
  if (!isReal(day) || time === null) return undefined
  const [, hours = '0', minutes = '0', seconds = '0', ms = '0', half = '', zone = ''] = time
  const hour = parseHour(Number(hours), half.toLowerCase())
  if (hour === undefined || Number(minutes) > 59 || Number(seconds) > 59) return undefined
  return toEpochMs(day, [hour, Number(minutes), Number(seconds), Number(ms.padEnd(3, '0'))], zone)
}

/** Year, month from 1, and day of the month. */
type Day = readonly [year: number, month: number, day: number]

function parseDay(text: string, order: DateOrder): { day: Day; rest: string } {
  const [, y, m, d, rest] = yearFirst.exec(text) ?? []
  if (y !== undefined) return { day: [Number(y), Number(m), Number(d)], rest: rest ?? '' }
  const [, a, b, year = '', after = ''] = yearLast.exec(text) ?? []
  const full = Number(year.length === 2 ? `20${year}` : year)
  const [month, day] = order === 'month-first' ? [Number(a), Number(b)] : [Number(b), Number(a)]
  return { day: [full, month, day], rest: after }
}

/** False for a day that no calendar has. */
function isReal([year, month, day]: Day): boolean {
  const date = new Date(Date.UTC(year, month - 1, day))
  return year >= 1990 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

function parseHour(hour: number, half: string): number | undefined {
  if (half === '') return hour < 24 ? hour : undefined
  if (hour < 1 || hour > 12) return undefined
  return (hour % 12) + (half === 'pm' ? 12 : 0)
}

function toEpochMs([year, month, day]: Day, clockTime: readonly number[], zone: string): number {
  const [hour = 0, minute = 0, second = 0, ms = 0] = clockTime
  if (zone === '') return new Date(year, month - 1, day, hour, minute, second, ms).getTime()
  const utc = Date.UTC(year, month - 1, day, hour, minute, second, ms)
  const [, sign = '+', hours = '0', minutes = '0'] = /^([+-])(\d{2}):?(\d{2})$/.exec(zone) ?? []
  const offset = (Number(hours) * 60 + Number(minutes)) * 60_000
  return sign === '-' ? utc + offset : utc - offset
}
