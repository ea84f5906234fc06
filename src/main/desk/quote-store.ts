/**
 * The quotes table: appended in batches, read at start and for a cell's history. Numbers are given here, so a quote has
 * its id at once.
 */
import { z } from 'zod'
import { QuotedPrice, QuoteOutcome, type Quote } from '../../shared/model/quote.ts'
import { transact, type Database } from '../storage/database.ts'
import type { Job } from './planner.ts'

export interface KeptQuote {
  readonly parlayId: number
  readonly bookId: string
  readonly quote: Quote
}

const json = z.string().transform((text): unknown => JSON.parse(text))
const NewestRow = z.object({ id: z.number() })
const QuoteRow = z.object({
  id: z.number(),
  parlay_id: z.number(),
  book_id: z.string(),
  at: z.number(),
  outcome: json.pipe(QuoteOutcome),
})
const LastRow = QuoteRow.extend({ before: json.pipe(QuotedPrice).nullable() })

/** The last quote of each cell, and the price from before it and those equal to it, as `priceBefore` goes on from. */
const lastSql = `
  SELECT last.*, (
    SELECT json_extract(priced.outcome, '$.price') FROM quotes AS priced
    WHERE priced.parlay_id = last.parlay_id AND priced.book_id = last.book_id AND priced.decimal IS NOT NULL
      AND priced.id <= (
        SELECT other.id FROM quotes AS other
        WHERE other.parlay_id = last.parlay_id AND other.book_id = last.book_id AND other.id < last.id
          AND other.decimal IS NOT last.decimal
        ORDER BY other.id DESC LIMIT 1
      )
    ORDER BY priced.id DESC LIMIT 1
  ) AS before
  FROM (SELECT max(id) AS id FROM quotes WHERE parlay_id = ? GROUP BY book_id) AS newest
  JOIN quotes AS last ON last.id = newest.id`

const statementsOf = (database: Database) => ({
  insert: database.prepare('INSERT INTO quotes VALUES (?, ?, ?, ?, ?, ?)'),
  last: database.prepare(lastSql),
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
      for (const { parlayId, bookId, quote } of quotes)
        this.#run.insert.run(
          quote.id,
          parlayId,
          bookId,
          quote.at,
          JSON.stringify(quote.outcome),
          decimalOf(quote),
        )
    })
  }

  /** The last quote of each cell of a parlay, and the price before it. */
  lastOf(parlayId: number): { bookId: string; quote: Quote; before: QuotedPrice | null }[] {
    return LastRow.array()
      .parse(this.#run.last.all(parlayId))
      .map(row => ({ bookId: row.book_id, quote: quoteOf(row), before: row.before }))
  }

  /** The newest answers of a cell, newest first, at most `limit`. */
  ofCell({ parlayId, bookId }: Job, limit: number): Quote[] {
    return QuoteRow.array()
      .parse(this.#run.ofCell.all(parlayId, bookId, limit))
      .map(quoteOf)
  }

  /** A quote with the cell it belongs to; undefined when it was never kept or is kept no more. */
  find(id: number): KeptQuote | undefined {
    const row = QuoteRow.optional().parse(this.#run.byId.get(id))
    return row && { parlayId: row.parlay_id, bookId: row.book_id, quote: quoteOf(row) }
  }
}

const quoteOf = ({ id, at, outcome }: z.output<typeof QuoteRow>): Quote => ({ id, at, outcome })

const decimalOf = ({ outcome }: Quote): number | null =>
  outcome.kind === 'priced' ? outcome.price.decimal : null
