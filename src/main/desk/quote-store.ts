/** The quotes table: appended in batches, read only at start. Numbers are given here, so a quote has its id at once. */
import { z } from 'zod'
import { QuotedPrice, QuoteOutcome, type Quote } from '../../shared/model/quote.ts'
import { transact, type Database } from '../storage/database.ts'

export interface KeptQuote {
  readonly parlayId: number
  readonly bookId: string
  readonly quote: Quote
}

const json = z.string().transform((text): unknown => JSON.parse(text))
const NewestRow = z.object({ id: z.number() })
const LastRow = z.object({
  id: z.number(),
  book_id: z.string(),
  at: z.number(),
  outcome: json.pipe(QuoteOutcome),
  before: json.pipe(QuotedPrice).nullable(),
})

/** The last quote of each cell, and the price from before it and those equal to it, as `priceBefore` goes on from. */
const lastSql = `
  SELECT last.id, last.book_id, last.at, last.outcome, (
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

export class QuoteStore {
  readonly #database: Database
  readonly #insert: ReturnType<Database['prepare']>
  readonly #last: ReturnType<Database['prepare']>
  #newestId: number

  constructor(database: Database) {
    this.#database = database
    this.#insert = database.prepare('INSERT INTO quotes VALUES (?, ?, ?, ?, ?, ?)')
    this.#last = database.prepare(lastSql)
    this.#newestId = NewestRow.parse(
      database.prepare('SELECT coalesce(max(id), 0) AS id FROM quotes').get(),
    ).id
  }

  nextId(): number {
    this.#newestId += 1
    return this.#newestId
  }

  append(quotes: readonly KeptQuote[]): void {
    transact(this.#database, () => {
      for (const { parlayId, bookId, quote } of quotes)
        this.#insert.run(
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
      .parse(this.#last.all(parlayId))
      .map(({ id, book_id: bookId, at, outcome, before }) => ({ bookId, quote: { id, at, outcome }, before }))
  }
}

const decimalOf = ({ outcome }: Quote): number | null =>
  outcome.kind === 'priced' ? outcome.price.decimal : null
