/**
 * The quotes table: appended in batches, read at start and for a cell's history. Numbers are given here, so a quote has
 * its id at once.
 */
import { z } from 'zod'
import { QuotedPrice, QuoteOutcome, type Quote } from '../../../shared/model/price/quote.ts'
import { transact, type Database } from '../../storage/database.ts'
import type { Job } from '../planning/planner.ts'

export interface KeptQuote {
  readonly parlayId: number
  readonly bookId: string
  readonly quote: Quote
  /** The price before it and those equal to it, as `priceBefore` tells. */
  readonly before: QuotedPrice | null
}

const json = z.string().transform((text): unknown => JSON.parse(text))
const NewestRow = z.object({ id: z.number() })
const QuoteRow = z.object({
  id: z.number(),
  parlay_id: z.number(),
  book_id: z.string(),
  at: z.number(),
  outcome: json.pipe(QuoteOutcome),
  price_before: json.pipe(QuotedPrice).nullable(),
})

const statementsOf = (database: Database) => ({
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
  readonly #run: ReturnType<typeof statementsOf>
  #newestId: number

  constructor(database: Database) {
    this.#database = database
    this.#run = statementsOf(database)
    this.#newestId = NewestRow.parse(
      database.prepare('SELECT coalesce(max(id), 0) AS id FROM quotes').get(),
    ).id
  }

  nextId(): number {
    this.#newestId += 1
    return this.#newestId
  }

  /** `alongside` writes what else there is, in the same transaction. */
  append(quotes: readonly KeptQuote[], alongside?: () => void): void {
    transact(this.#database, () => {
      alongside?.()
      for (const { parlayId, bookId, quote, before } of quotes)
        this.#run.insert.run(
          quote.id,
          parlayId,
          bookId,
          quote.at,
          JSON.stringify(quote.outcome),
          before && JSON.stringify(before),
        )
    })
  }

  /** The last quote of each cell of a parlay. */
  lastOf(parlayId: number): KeptQuote[] {
    return QuoteRow.array().parse(this.#run.last.all(parlayId)).map(keptOf)
  }

  /** The newest answers of a cell, newest first, at most `limit`. */
  ofCell({ parlayId, bookId }: Job, limit: number): Quote[] {
    return QuoteRow.array()
      .parse(this.#run.ofCell.all(parlayId, bookId, limit))
      .map(row => keptOf(row).quote)
  }

  /** A quote with the cell it belongs to; undefined when it was never kept or is kept no more. */
  find(id: number): KeptQuote | undefined {
    const row = QuoteRow.optional().parse(this.#run.byId.get(id))
    return row && keptOf(row)
  }
}

const keptOf = ({ id, at, outcome, ...row }: z.output<typeof QuoteRow>): KeptQuote => ({
  parlayId: row.parlay_id,
  bookId: row.book_id,
  quote: { id, at, outcome },
  before: row.price_before,
})
