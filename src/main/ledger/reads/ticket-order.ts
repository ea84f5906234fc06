/** List orders other than by time: the column of `tickets`, its index, and the position after a page. */
import { z } from 'zod'
import type { SortKey, TicketCursor, TicketSort } from '../../../shared/model/ticket/ledger-filter.ts'
import type { Database } from '../../storage/database.ts'
import type { SqlPart } from '../../storage/statement-cache.ts'

/** An order by a column: its index is walked, or the tickets are sorted when a filter leaves few. */
export interface ColumnOrder {
  /** Column of `tickets`, with its collation. */
  readonly column: string
  readonly index: string
  /** Open tickets, or those without a closing price, have no value. */
  readonly hasGaps: boolean
}

const toOrder = (column: string, index: string, hasGaps = false): ColumnOrder => ({ column, index, hasGaps })

export const columnOrders: Readonly<Record<Exclude<SortKey, 'placed'>, ColumnOrder>> = {
  title: toOrder('title COLLATE NOCASE', 'tickets_by_title'),
  book: toOrder('book_name COLLATE NOCASE', 'tickets_by_book'),
  price: toOrder('price_rank', 'tickets_by_price'),
  stake: toOrder('stake_minor', 'tickets_by_stake'),
  close: toOrder('close_rank', 'tickets_by_close', true),
  clv: toOrder('clv_ppm', 'tickets_by_clv', true),
  legs: toOrder('status_rank', 'tickets_by_status'),
  result: toOrder('result', 'tickets_by_result'),
  profit: toOrder('profit_minor', 'tickets_by_profit', true),
}

/** A stretch of the sorted list, as a condition on `key` and `d`: tickets with a value come before those without. */
export interface Stretch extends SqlPart {
  readonly hasValue: boolean
}

const PlaceRow = z
  .object({ value: z.union([z.number(), z.string()]).nullable(), day: z.number(), placed_at: z.number() })
  .optional()

/** The stretches of the list after a cursor, in order. A page continues from the place its last ticket has now. */
export function listStretches(
  database: Database,
  { column, hasGaps }: ColumnOrder,
  { isDescending }: Pick<TicketSort, 'isDescending'>,
  after: TicketCursor | null,
): Stretch[] {
  const valued: Stretch = { hasValue: true, sql: 'TRUE', values: [] }
  const gaps: Stretch = { hasValue: false, sql: 'TRUE', values: [] }
  const both = hasGaps ? [valued, gaps] : [valued]
  if (after === null) return both
  const select = `SELECT ${column} AS value, day, placed_at FROM tickets WHERE id = ?`
  const place = PlaceRow.parse(database.prepare(select).get(after.id))
  if (place === undefined) return both
  const is = isDescending ? '<' : '>'
  const time = [place.day, place.placed_at, after.id]
  if (place.value === null)
    return [{ ...gaps, sql: `(d.day, d.placed_at, d.ticket_id) ${is} (?, ?, ?)`, values: time }]
  const rest = { ...valued, sql: `(d.key, d.day, d.placed_at, d.ticket_id) ${is} (?, ?, ?, ?)` }
  return [{ ...rest, values: [place.value, ...time] }, ...both.slice(1)]
}
