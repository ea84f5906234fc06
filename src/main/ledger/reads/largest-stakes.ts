/** The largest stake that each book took, before a day and from it: where it falls, a book limits the user. */
import { z } from 'zod'
import type { LedgerFilter } from '../../../shared/model/ticket/ledger-filter.ts'
import type { LargestStakes } from '../../../shared/model/ticket/ledger-report.ts'
import { toDayNumber } from '../projection/ticket-row.ts'
import { Matcher, type ReadContext } from './matching.ts'

/** The matching tickets, and the first day (`2026-11-20`) of the later period. */
export interface StakesRequest {
  readonly filter: LedgerFilter
  readonly fromDay: string
}

const BookRow = z.object({
  bookId: z.string(),
  bookName: z.string(),
  earlierMinor: z.number().nullable(),
  laterMinor: z.number().nullable(),
})

/** Returns a function that reads the stakes in one currency, that of the filter or of most tickets. */
export function createStakesReader(context: ReadContext, findUsualCurrency: () => string) {
  const matcher = new Matcher(context)
  return ({ filter, fromDay }: StakesRequest): LargestStakes => {
    const currency = filter.currency ?? findUsualCurrency()
    const matching = matcher.matchAll({ ...filter, currency })
    if (matching === undefined) return { currency, books: [] }
    const day = toDayNumber(fromDay)
    const rows = context.database
      .prepare(
        `SELECT t.book_id AS bookId, t.book_name AS bookName, max(CASE WHEN t.day < ? THEN t.own_minor END) AS earlierMinor,
           max(CASE WHEN t.day >= ? THEN t.own_minor END) AS laterMinor
         FROM ${matching.from} CROSS JOIN tickets AS t ON t.id = d.ticket_id
         WHERE ${matching.where} AND t.own_minor > 0 GROUP BY t.book_id ORDER BY t.book_id`,
      )
      .all(day, day, ...matching.values)
    return { currency, books: BookRow.array().parse(rows).map(toBook) }
  }
}

const toBook = ({ bookId, bookName, ...stakes }: z.output<typeof BookRow>) => ({
  book: { id: bookId, name: bookName },
  ...stakes,
})
