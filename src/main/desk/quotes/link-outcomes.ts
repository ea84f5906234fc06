/** Outcomes the user reported after a betslip opened: appended, and summed up by book. */
import { assertNever } from '../../../shared/failure.ts'
import {
  BookRecord,
  allTime,
  type OutcomePeriod,
  type SeenAtBook,
} from '../../../shared/model/price/link-outcome.ts'
import type { CellAddress } from '../../../shared/model/price/cell.ts'
import { parseTypedPrice, type Quote, type QuotedPrice } from '../../../shared/model/price/quote.ts'
import { transact, type Database } from '../../storage/database.ts'
import { jsonColumn, toJsonColumn } from '../../storage/json-column.ts'

/** The last report on each quote counts. A rejected bet has no slippage. */
const recordsSql = `
  WITH reports AS (
    SELECT * FROM link_outcomes
    WHERE id IN (SELECT max(id) FROM link_outcomes GROUP BY quote_id)
      AND parlay_id IN (SELECT id FROM parlays WHERE profile_id = ?)
      AND at >= ? AND at < ?
  )
  SELECT
    book_id AS bookId,
    count(*) AS noted,
    sum(outcome = 'as-shown') AS asShown,
    sum(outcome = 'moved') AS moved,
    sum(outcome = 'refused') AS refused,
    sum(outcome = 'limited') AS limited,
    avg(CASE outcome WHEN 'moved' THEN 1 / moved_decimal - 1 / shown_decimal WHEN 'refused' THEN NULL ELSE 0.0 END)
      AS slippage,
    (SELECT json_object('stake', json_object('minor', stake_minor, 'currency', currency), 'at', at)
     FROM reports AS r WHERE r.book_id = reports.book_id AND outcome = 'limited' ORDER BY at DESC, id DESC LIMIT 1)
      AS lastLimit
  FROM reports
  GROUP BY book_id
  ORDER BY book_id`

const BookRecordRow = BookRecord.extend({ lastLimit: jsonColumn(BookRecord.shape.lastLimit).nullable() })

const prepareStatements = (database: Database) => ({
  add: database.prepare(`INSERT INTO link_outcomes
    (quote_id, parlay_id, book_id, shown, shown_decimal, outcome, moved, moved_decimal, stake_minor, currency, at)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`),
  records: database.prepare(recordsSql),
})

/** A priced quote whose link was opened. */
export interface OpenedQuote {
  readonly cell: CellAddress
  readonly quoteId: Quote['id']
  readonly price: QuotedPrice
}

export class LinkOutcomes {
  readonly #database: Database
  readonly #run: ReturnType<typeof prepareStatements>

  constructor(database: Database) {
    this.#database = database
    this.#run = prepareStatements(database)
  }

  /** Throws Refusal: `invalid` for an invalid price, `storage` when nothing can be written. */
  record({ cell, quoteId, price }: OpenedQuote, seen: SeenAtBook, at: number): void {
    const { parlayId, bookId } = cell
    const bet = [quoteId, parlayId, bookId, toJsonColumn(price), price.decimal] as const
    const outcome = [seen.kind, ...toColumns(seen), at] as const
    transact(this.#database, () => this.#run.add.run(...bet, ...outcome))
  }

  /** By book, of one profile's parlays. */
  records(profileId: string, { fromAt, beforeAt }: OutcomePeriod = allTime): BookRecord[] {
    const rows = this.#run.records.all(profileId, fromAt ?? -Infinity, beforeAt ?? Infinity)
    return BookRecordRow.array().parse(rows)
  }
}

/** Columns moved, moved_decimal, stake_minor and currency. */
function toColumns(seen: SeenAtBook) {
  switch (seen.kind) {
    case 'as-shown':
    case 'refused':
      return [null, null, null, null] as const
    case 'moved': {
      const price = parseTypedPrice(seen.to)
      return [toJsonColumn(price), price.decimal, null, null] as const
    }
    case 'limited':
      return [null, null, seen.stake.minor, seen.stake.currency] as const
    default:
      return assertNever(seen)
  }
}
