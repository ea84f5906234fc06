/**
 * A bet tracker's table, of which the user has named the columns: a row a ticket, as it is now. Whatever cannot be read
 * for certain makes the row a bad one, with the reason; nothing is guessed.
 */
import { randomUUID } from 'node:crypto'
import { bookIdOf } from '../../../shared/model/game/book.ts'
import { Currency, majorText, parseMoney } from '../../../shared/model/ticket/money.ts'
import { maxLegs } from '../../../shared/model/parlay/parlay.ts'
import { ownStakeMinor, winMinor } from '../../../shared/model/ticket/payout.ts'
import type { Decision } from '../../../shared/model/ticket/ticket-detail.ts'
import { takenPrice, TicketFacts, type TicketLeg } from '../../../shared/model/ticket/ticket.ts'
import type { LegSeparator, TableField, TableMapping } from '../../../shared/model/ticket/transfer.ts'
import { unprotectedCell } from '../../files/csv-cell.ts'
import type { CsvLine } from '../../files/csv-reader.ts'
import { endingMinor } from '../state/ticket-outcome.ts'
import { dayOf } from '../tickets/parse-draft.ts'
import { bad, type ReadLine, type Whose } from './read-line.ts'
import { momentIn } from './table-dates.ts'

export interface TableReading {
  readonly mapping: TableMapping
  readonly columns: number
  readonly whose: Whose
  /** Books that are known, to be found by name or id. */
  readonly books: readonly { readonly id: string; readonly name: string }[]
}

class BadRow extends Error {
  override readonly name = 'BadRow'
}

type Cells = ReadonlyMap<TableField, readonly string[]>

export function readTableRow({ line, cells, fault }: CsvLine, reading: TableReading): ReadLine {
  if (fault !== null) return bad(line, fault)
  if (cells.length !== reading.columns)
    return bad(line, `This line has ${cells.length} cells, and there are ${reading.columns} columns.`)
  try {
    const fields = byField(cells, reading.mapping)
    const facts = factsIn(fields, reading)
    return { line, ok: true, ticket: { kind: 'fresh', facts, decision: decisionIn(fields, facts) } }
  } catch (error) {
    if (error instanceof BadRow) return bad(line, error.message)
    throw error
  }
}

function byField(cells: readonly string[], { fields }: TableMapping): Cells {
  const found = new Map<TableField, string[]>()
  fields.forEach((field, at) => {
    const cell = unprotectedCell(cells[at] ?? '').trim()
    if (field !== null && cell !== '') found.set(field, [...(found.get(field) ?? []), cell])
  })
  return found
}

const one = (cells: Cells, field: TableField): string => cells.get(field)?.[0] ?? ''

function wanted(cells: Cells, field: TableField, what: string): string {
  const cell = one(cells, field)
  if (cell === '') throw new BadRow(`There is no ${what}.`)
  return cell
}

function factsIn(cells: Cells, reading: TableReading): TicketFacts {
  const { mapping, whose, books } = reading
  const placedAt = momentIn(wanted(cells, 'placedAt', 'date'), mapping.dateOrder)
  if (placedAt === undefined) throw new BadRow(`“${one(cells, 'placedAt')}” is no date in the order chosen.`)
  const currency = currencyIn(cells, mapping)
  const price = takenPrice({ text: wanted(cells, 'odds', 'odds'), format: mapping.priceFormat })
  if (!price.ok) throw new BadRow(price.sentence)
  const facts = {
    uid: randomUUID(),
    profileId: whose.profileId,
    isDemo: whose.isDemo,
    parlayId: null,
    quoteId: null,
    book: bookIn(wanted(cells, 'book', 'book'), books),
    placedAt,
    day: dayOf(placedAt),
    stakeMinor: amountIn(wanted(cells, 'stake', 'stake'), currency, 'stake'),
    currency,
    price: price.price,
    kind: 'normal' as const,
    isLive: false,
    tags: tagsIn(cells),
    note: one(cells, 'note'),
    legs: legsIn(cells, mapping.legSeparator),
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

function currencyIn(cells: Cells, mapping: TableMapping): string {
  const written = one(cells, 'currency').toUpperCase()
  if (written === '') return mapping.currency
  if (!Currency.safeParse(written).success) throw new BadRow(`“${written}” is no currency, such as USD.`)
  return written
}

function amountIn(text: string, currency: string, what: string): number {
  const parsed = parseMoney(text, currency)
  if (!parsed.ok) throw new BadRow(`The ${what} “${text}”: ${parsed.sentence}`)
  return parsed.minor
}

function bookIn(name: string, books: TableReading['books']): { id: string; name: string } {
  const id = bookIdOf(name)
  const known = books.find(book => book.id === id || bookIdOf(book.name) === id)
  if (known !== undefined) return { id: known.id, name: known.name }
  if (id === '') throw new BadRow(`“${name}” is no name of a book.`)
  return { id, name: name.slice(0, 80) }
}

const tagsIn = (cells: Cells): string[] => [
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

function legsIn(cells: Cells, separator: LegSeparator): TicketLeg[] {
  wanted(cells, 'legs', 'description of the legs')
  const by = separators[separator]
  const parts = (cells.get('legs') ?? []).flatMap(cell => (by === null ? [cell] : cell.split(by)))
  const names = parts.flatMap(part => part.replace(/\s+/g, ' ').trim() || [])
  if (names.length === 0) throw new BadRow('There is no description of the legs.')
  if (names.length > maxLegs)
    throw new BadRow(`It has ${names.length} legs; a ticket has at most ${maxLegs}.`)
  const game = { id: '', title: '', short: '', league: one(cells, 'league'), startAt: null }
  return names.map(name => ({
    selectionKey: null,
    oddsId: null,
    grade: null,
    name,
    market: one(cells, 'market'),
    game,
    price: null,
  }))
}

type ResultWord = 'won' | 'lost' | 'refunded' | 'cashed-out' | 'pending'
/** `p` is not among them: some write it for a push and some for a bet that is pending. */
const words: ReadonlyMap<ResultWord, string> = new Map([
  ['won', 'won win w winner 1'],
  ['lost', 'lost loss lose l loser 0'],
  ['refunded', 'refunded refund push pushed void voided cancelled canceled v'],
  ['cashed-out', 'cashout cashedout cashed'],
  ['pending', 'pending open unsettled live upcoming'],
])

function resultIn(cells: Cells): ResultWord | undefined {
  const written = one(cells, 'result')
  if (written === '') return undefined
  const word = written.toLowerCase().replace(/[^a-z0-9]/g, '')
  const found = [...words].find(([, all]) => all.split(' ').includes(word))?.[0]
  if (found === undefined)
    throw new BadRow(
      `The result “${written}” is not known. Write won, lost, refunded, cashed out or pending.`,
    )
  return found
}

/** What the table says of how it ended. Null while it is open. */
function decisionIn(cells: Cells, facts: TicketFacts): Decision | null {
  const result = resultIn(cells)
  if (result === 'pending') return null
  const payoutMinor = payoutIn(cells, facts)
  if (result === undefined) return payoutMinor === undefined ? null : paid(cells, payoutMinor)
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

/** Where no word says how it ended, an amount does; but many tables have nothing beside bets that are still open. */
function paid(cells: Cells, payoutMinor: number): Decision {
  const isNothing = (field: TableField) => /^[^1-9]*$/.test(one(cells, field))
  if (isNothing('payout') && isNothing('profit'))
    throw new BadRow('It has no result, and an amount of 0 does not say whether it is still open.')
  return { kind: 'payout', payoutMinor }
}

/** What came back, by the payout or the profit; where the table has both they must agree. */
function payoutIn(cells: Cells, { currency, stakeMinor }: TicketFacts): number | undefined {
  const [paidText, profit] = [one(cells, 'payout'), one(cells, 'profit')]
  const payout = paidText === '' ? undefined : amountIn(paidText, currency, 'payout')
  if (profit === '') return payout
  const isLoss = /^[^\d]*[-\u2212(]/.test(profit)
  const minor = amountIn(profit.replace(/[-\u2212+()\s]/g, ''), currency, 'profit')
  const byProfit = isLoss ? stakeMinor - minor : stakeMinor + minor
  if (byProfit < 0) throw new BadRow('More was lost than was staked.')
  if (payout !== undefined && payout !== byProfit)
    throw new BadRow(`The payout ${paidText} and the profit ${profit} do not agree.`)
  return byProfit
}
