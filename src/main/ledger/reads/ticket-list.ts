/** Pages of tickets, newest first, and single lines. */
import { z } from 'zod'
import type { LedgerFilter, TicketCursor } from '../../../shared/model/ticket/ledger-filter.ts'
import type { TicketLine } from '../../../shared/model/ticket/ticket-line.ts'
import type { Database } from '../../storage/database.ts'
import { toJsonColumn } from '../../storage/json-column.ts'
import { Matcher, type ReadContext } from './matching.ts'
import { toTicketLine } from './parse-ticket-row.ts'

export interface PageRequest {
  readonly filter: LedgerFilter
  readonly after: TicketCursor | null
  readonly limit: number
}

const DayRow = z.object({ day: z.number() }).optional()
/** The columns of a line; the row has more. */
const lineColumns = `t.id, t.placed_at, t.day, t.title, t.book_id, t.book_name, t.price_text, t.price_format,
  t.price_odds, t.kind, t.is_live, t.tags, t.currency, t.stake_minor, t.potential_minor, t.result, t.review, t.was,
  t.is_provisionally_lost, t.payout_minor, t.is_actual, t.profit_minor, t.closing, t.clv_ppm, t.is_in_clv_pool,
  t.legs_won, t.legs_lost, t.legs_refunded, t.legs_pending, t.legs_unknown`
const startOfList = [99_999_999, 0, 0]

const prepareStatements = (database: Database) => ({
  lines: database.prepare(
    'SELECT * FROM tickets WHERE id IN (SELECT value FROM json_each(?)) AND is_demo = ? AND is_voided = 0',
  ),
  one: database.prepare('SELECT * FROM tickets WHERE id = ? AND is_demo = ?'),
  day: database.prepare('SELECT day FROM tickets WHERE id = ?'),
})

export class TicketList {
  readonly #context: ReadContext
  readonly #matcher: Matcher
  readonly #run: ReturnType<typeof prepareStatements>

  constructor(context: ReadContext) {
    this.#context = context
    this.#matcher = new Matcher(context)
    this.#run = prepareStatements(context.database)
  }

  page({ filter, after, limit }: PageRequest): { lines: TicketLine[]; next: TicketCursor | null } {
    const matching = this.#matcher.matchNewestFirst(filter)
    if (matching === undefined) return { lines: [], next: null }
    const { from, where, values } = matching
    const rows = this.#context.database
      .prepare(
        `SELECT ${lineColumns} FROM ${from} CROSS JOIN tickets AS t ON t.id = d.ticket_id
         WHERE ${where} AND (d.day, d.placed_at, d.ticket_id) < (?, ?, ?)
         ORDER BY d.day DESC, d.placed_at DESC, d.ticket_id DESC LIMIT ?`,
      )
      .all(...values, ...this.#findStart(after), limit + 1)
    const lines = rows.slice(0, limit).map(toTicketLine)
    const last = rows.length > limit ? lines.at(-1) : undefined
    return { lines, next: last === undefined ? null : { placedAt: last.placedAt, id: last.id } }
  }

  /** The tickets of these that are to be shown, as they are now. */
  lines(ids: readonly number[]): TicketLine[] {
    return this.#run.lines.all(toJsonColumn(ids), Number(this.#context.isDemo())).map(toTicketLine)
  }

  /** One ticket, voided or not. */
  find(id: number): TicketLine | undefined {
    return this.#run.one.all(id, Number(this.#context.isDemo())).map(toTicketLine)[0]
  }

  /** A page continues from the day the ticket has now, as it may have moved to another. */
  #findStart(after: TicketCursor | null): number[] {
    if (after === null) return startOfList
    const day = DayRow.parse(this.#run.day.get(after.id))?.day
    return day === undefined ? startOfList : [day, after.placedAt, after.id]
  }
}
