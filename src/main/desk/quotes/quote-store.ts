/** The quotes table: appended in batches, read at start and for a cell's history. */
import { z } from 'zod'
import type { CellAddress } from '../../../shared/model/price/cell.ts'
import { QuotedPrice, QuoteOutcome, type Quote } from '../../../shared/model/price/quote.ts'
import { transact, type Database } from '../../storage/database.ts'
import { jsonColumn, toJsonColumn } from '../../storage/json-column.ts'

export interface StoredQuote extends CellAddress {
  readonly quote: Quote
  /** The price before it and those equal to it, see `priceBefore`. */
  readonly before: QuotedPrice | null
}

const NewestRow = z.object({ id: z.number() })
const QuoteRow = z.object({
  id: z.number(),
  parlay_id: z.number(),
  book_id: z.string(),
  at: z.number(),
  outcome: jsonColumn(QuoteOutcome),
  price_before: jsonColumn(QuotedPrice).nullable(),
})

const prepareStatements = (database: Database) => ({
  insert: database.prepare('INSERT INTO quotes VALUES (?, ?, ?, ?, ?, ?)'),
  last: database.prepare(
    'SELECT * FROM quotes WHERE id IN (SELECT max(id) FROM quotes WHERE parlay_id = ? GROUP BY book_id)',
  ),
  ofCell: database.prepare(
    'SELECT * FROM quotes WHERE parlay_id = ? AND book_id = ? ORDER BY id DESC LIMIT ?',
  ),
  byId: database.prepare('SELECT * FROM quotes WHERE id = ?'),
})

export class QuoteStore {
  readonly #database: Database
  readonly #run: ReturnType<typeof prepareStatements>
  #newestId: number

  constructor(database: Database) {
    this.#database = database
    this.#run = prepareStatements(database)
    this.#newestId = NewestRow.parse(
      database.prepare('SELECT coalesce(max(id), 0) AS id FROM quotes').get(),
    ).id
  }

  /** Ids are given here, so that a quote has its id before it is written. */
  nextId(): number {
    this.#newestId += 1
    return this.#newestId
  }

  /** `alongside` writes more in the same transaction. */
  append(quotes: readonly StoredQuote[], alongside?: () => void): void {
    transact(this.#database, () => {
      alongside?.()
      for (const { parlayId, bookId, quote, before } of quotes)
        this.#run.insert.run(
          quote.id,
          parlayId,
          bookId,
          quote.at,
          toJsonColumn(quote.outcome),
          toJsonColumn(before),
        )
    })
  }

  /** The last quote of each cell of a parlay. */
  lastQuotes(parlayId: number): StoredQuote[] {
    return QuoteRow.array().parse(this.#run.last.all(parlayId)).map(toStoredQuote)
  }

  /** The newest answers of a cell, newest first, at most `limit`. */
  ofCell({ parlayId, bookId }: CellAddress, limit: number): Quote[] {
    return QuoteRow.array()
      .parse(this.#run.ofCell.all(parlayId, bookId, limit))
      .map(row => toStoredQuote(row).quote)
  }

  /** A quote with its cell; undefined when it was never stored, or has been pruned. */
  find(id: number): StoredQuote | undefined {
    const row = QuoteRow.optional().parse(this.#run.byId.get(id))
    return row && toStoredQuote(row)
  }
}

const toStoredQuote = ({ id, at, outcome, ...row }: z.output<typeof QuoteRow>): StoredQuote => ({
  parlayId: row.parlay_id,
  bookId: row.book_id,
  quote: { id, at, outcome },
  before: row.price_before,
})
