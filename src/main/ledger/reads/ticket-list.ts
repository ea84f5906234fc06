/** Pages of tickets in a given order, and single lines. */
import { z } from 'zod'
import type { LedgerFilter, TicketCursor, TicketSort } from '../../../shared/model/ticket/ledger-filter.ts'
import type { TicketLine } from '../../../shared/model/ticket/ticket-line.ts'
import type { Database } from '../../storage/database.ts'
import { toJsonColumn } from '../../storage/json-column.ts'
import { StatementCache, type SqlPart } from '../../storage/statement-cache.ts'
import { Matcher, type ReadContext, type TicketQuery } from './matching.ts'
import { toTicketLine } from './parse-ticket-row.ts'
import { columnOrders, listStretches, type ColumnOrder } from './ticket-order.ts'

export interface PageRequest {
  readonly filter: LedgerFilter
  readonly sort: TicketSort
  readonly after: TicketCursor | null
  readonly limit: number
}

const DayRow = z.object({ day: z.number() }).optional()
const startsAt = `(SELECT min(l.start_at) FROM legs AS l WHERE l.ticket_id = t.id) AS starts_at,
  (SELECT json_group_array(DISTINCT l.start_at) FROM legs AS l
   WHERE l.ticket_id = t.id AND l.result = 'pending' AND l.start_at IS NOT NULL) AS open_starts,
  (SELECT json_group_array(DISTINCT l.league) FROM legs AS l
   WHERE l.ticket_id = t.id AND l.league <> '') AS leagues`
/** The columns of a line; the row has more. */
const lineColumns = `t.id, t.placed_at, t.day, t.title, t.book_id, t.book_name, t.price_text, t.price_format,
  t.price_odds, t.kind, t.is_live, t.tags, t.currency, t.stake_minor, t.potential_minor, t.result, t.review, t.was,
  t.was_profit_minor, t.is_provisionally_lost, t.payout_minor, t.is_actual, t.profit_minor, t.closing, t.close_p, t.clv_ppm, t.is_in_clv_pool,
  t.legs_won, t.legs_lost, t.legs_refunded, t.legs_pending, t.legs_unknown, t.account_id, t.promotion_id, ${startsAt}`

const prepareStatements = (database: Database) => ({
  // CROSS JOIN, here and elsewhere, keeps SQLite from walking an index of all tickets to find a few.
  lines: database.prepare(
    `SELECT t.*, ${startsAt} FROM json_each(?) AS wanted CROSS JOIN tickets AS t ON t.id = wanted.value
     WHERE t.is_demo = ? AND t.is_voided = 0`,
  ),
  one: database.prepare(`SELECT t.*, ${startsAt} FROM tickets AS t WHERE id = ? AND is_demo = ?`),
  day: database.prepare('SELECT day FROM tickets WHERE id = ?'),
})

export class TicketList {
  readonly #context: ReadContext
  readonly #withAuthors: (lines: TicketLine[]) => TicketLine[]
  readonly #matcher: Matcher
  /** Statements whose SQL depends on the filter. */
  readonly #statements: StatementCache
  readonly #run: ReturnType<typeof prepareStatements>

  constructor(context: ReadContext, withAuthors: (lines: TicketLine[]) => TicketLine[]) {
    this.#context = context
    this.#withAuthors = withAuthors
    this.#matcher = new Matcher(context)
    this.#statements = new StatementCache(context.database)
    this.#run = prepareStatements(context.database)
  }

  page(request: PageRequest): { lines: TicketLine[]; next: TicketCursor | null } {
    const { sort, limit } = request
    const { by } = sort
    const rows = by === 'placed' ? this.#readByTime(request) : this.#readInOrder(columnOrders[by], request)
    const lines = this.#withAuthors(rows.slice(0, limit).map(toTicketLine))
    const last = rows.length > limit ? lines.at(-1) : undefined
    return { lines, next: last === undefined ? null : { placedAt: last.placedAt, id: last.id } }
  }

  /** Reads one row more than the page has, if there is one. */
  #readByTime({ filter, sort: { isDescending }, after, limit }: PageRequest): unknown[] {
    const start = this.#findStart(after, isDescending)
    const is = isDescending ? '<' : '>'
    const stretch = { sql: `(d.day, d.placed_at, d.ticket_id) ${is} (?, ?, ?)`, values: start }
    return this.#read(
      this.#matcher.matchNewestFirst(filter),
      stretch,
      orderBy(timeKeys, isDescending),
      limit + 1,
    )
  }

  #readInOrder(order: ColumnOrder, { filter, sort, after, limit }: PageRequest): unknown[] {
    const rows: unknown[] = []
    for (const stretch of listStretches(this.#context.database, order, sort, after)) {
      const { hasValue } = stretch
      const matching = this.#matcher.matchInOrder(filter, { ...order, hasValue })
      const keys = hasValue ? ['d.key', ...timeKeys] : timeKeys
      const by = orderBy(keys, sort.isDescending)
      rows.push(...this.#read(matching, stretch, by, limit + 1 - rows.length))
    }
    return rows
  }

  #read(matching: TicketQuery | undefined, stretch: SqlPart, order: string, limit: number): unknown[] {
    if (matching === undefined || limit <= 0) return []
    const { from, where, values } = matching
    const select = `SELECT ${lineColumns} FROM ${from} CROSS JOIN tickets AS t ON t.id = d.ticket_id
       WHERE ${where} AND ${stretch.sql} ${order} LIMIT ?`
    return this.#statements.prepare(select).all(...values, ...stretch.values, limit)
  }

  /** Present lines of those of these tickets that are shown. */
  lines(ids: readonly number[]): TicketLine[] {
    const rows = this.#run.lines.all(toJsonColumn(ids), Number(this.#context.isDemo()))
    return this.#withAuthors(rows.map(toTicketLine))
  }

  /** One ticket, voided or not. */
  find(id: number): TicketLine | undefined {
    const rows = this.#run.one.all(id, Number(this.#context.isDemo()))
    return this.#withAuthors(rows.map(toTicketLine))[0]
  }

  /** A page continues from the present day of its last ticket, which a correction may have changed. */
  #findStart(after: TicketCursor | null, isDescending: boolean): number[] {
    const startOfList = [isDescending ? 99_999_999 : 0, 0, 0]
    if (after === null) return startOfList
    const day = DayRow.parse(this.#run.day.get(after.id))?.day
    return day === undefined ? startOfList : [day, after.placedAt, after.id]
  }
}

const timeKeys = ['d.day', 'd.placed_at', 'd.ticket_id']

const orderBy = (keys: readonly string[], isDescending: boolean): string =>
  `ORDER BY ${keys.map(key => `${key} ${isDescending ? 'DESC' : 'ASC'}`).join(', ')}`
