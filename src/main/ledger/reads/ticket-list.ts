/** Pages of tickets, newest first, and single lines. */
import { z } from 'zod'
import type { LedgerFilter, TicketCursor } from '../../../shared/model/ticket/ledger-filter.ts'
import type { TicketLine } from '../../../shared/model/ticket/ticket-line.ts'
import type { Database } from '../../storage/database.ts'
import type { Matcher } from './matching.ts'
import { ticketLineOf } from './parse-ticket-row.ts'

export interface PageWanted {
  readonly filter: LedgerFilter
  readonly after: TicketCursor | null
  readonly limit: number
}

interface TicketPage {
  readonly lines: TicketLine[]
  readonly next: TicketCursor | null
}

const DayRow = z.object({ day: z.number() }).optional()
/** What a line is made of; the row has more. */
const lineColumns = [
  ...['id', 'placed_at', 'day', 'title', 'book_id', 'book_name', 'price_text', 'price_format', 'price_odds'],
  ...['kind', 'is_live', 'tags', 'currency', 'stake_minor', 'potential_minor', 'result', 'review', 'was'],
  ...['is_provisionally_lost', 'payout_minor', 'is_actual', 'profit_minor', 'closing', 'clv_ppm'],
  ...['is_in_clv_pool', 'legs_won', 'legs_lost', 'legs_refunded', 'legs_pending', 'legs_unknown'],
]
  .map(name => `t.${name}`)
  .join(', ')
const fromTheTop = [99_999_999, 0, 0]

export class TicketList {
  readonly #database: Database
  readonly #matcher: Matcher
  readonly #lines: ReturnType<Database['prepare']>
  readonly #any: ReturnType<Database['prepare']>
  readonly #day: ReturnType<Database['prepare']>

  constructor(database: Database, matcher: Matcher) {
    this.#database = database
    this.#matcher = matcher
    this.#lines = database.prepare(
      'SELECT * FROM tickets WHERE id IN (SELECT value FROM json_each(?)) AND is_demo = ? AND is_voided = 0',
    )
    this.#any = database.prepare('SELECT * FROM tickets WHERE id = ? AND is_demo = ?')
    this.#day = database.prepare('SELECT day FROM tickets WHERE id = ?')
  }

  page(isDemo: boolean, { filter, after, limit }: PageWanted): TicketPage {
    const matching = this.#matcher.newestFirst(isDemo, filter)
    if (matching === undefined) return { lines: [], next: null }
    const { from, where, values } = matching
    const rows = this.#database
      .prepare(
        `SELECT ${lineColumns} FROM ${from} CROSS JOIN tickets AS t ON t.id = d.ticket_id
         WHERE ${where} AND (d.day, d.placed_at, d.ticket_id) < (?, ?, ?)
         ORDER BY d.day DESC, d.placed_at DESC, d.ticket_id DESC LIMIT ?`,
      )
      .all(...values, ...this.#from(after), limit + 1)
    const lines = rows.slice(0, limit).map(ticketLineOf)
    const last = rows.length > limit ? lines.at(-1) : undefined
    return { lines, next: last === undefined ? null : { placedAt: last.placedAt, id: last.id } }
  }

  /** Those of the tickets that are to be shown, as they are now. */
  lines(isDemo: boolean, ids: readonly number[]): TicketLine[] {
    return this.#lines.all(JSON.stringify(ids), Number(isDemo)).map(ticketLineOf)
  }

  /** One ticket, voided or not. */
  any(isDemo: boolean, id: number): TicketLine | undefined {
    return this.#any.all(id, Number(isDemo)).map(ticketLineOf)[0]
  }

  /** A ticket that was moved to another day since goes on from the day it has now. */
  #from(after: TicketCursor | null): number[] {
    if (after === null) return fromTheTop
    const day = DayRow.parse(this.#day.get(after.id))?.day
    return day === undefined ? fromTheTop : [day, after.placedAt, after.id]
  }
}
