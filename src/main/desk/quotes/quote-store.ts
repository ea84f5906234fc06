/**
 * The quotes table. Quotes are written shortly after the screen shows them, many in one transaction: thirty cost as
 * much as one. Read at start and for a cell's history.
 */
import { EventEmitter } from 'node:events'
import { z } from 'zod'
import { PastPrice, type CellAddress } from '../../../shared/model/price/cell.ts'
import { findPrice, QuoteOutcome, type Quote, type QuotedPrice } from '../../../shared/model/price/quote.ts'
import { Coalescer } from '../../async/coalescer.ts'
import { transact, type Database } from '../../storage/database.ts'
import { explainStorageError } from '../../storage/storage-failure.ts'
import { jsonColumn, toJsonColumn } from '../../storage/json-column.ts'

export interface StoredQuote extends CellAddress {
  readonly quote: Quote
  /** The price before it and those equal to it, see `priceBefore`. */
  readonly before: PastPrice | null
}

/** A price of a cell in the history. */
export interface StoredPrice extends CellAddress {
  readonly at: number
  readonly decimal: number
}

const NewestRow = z.object({ id: z.number() })
const QuoteRow = z.object({
  id: z.number(),
  parlay_id: z.number(),
  book_id: z.string(),
  at: z.number(),
  outcome: jsonColumn(QuoteOutcome),
  price_before: jsonColumn(PastPrice).nullable(),
  author: z.string().nullable(),
  arrived_at: z.number().nullable(),
})

const PriceRow = z.object({ parlayId: z.number(), bookId: z.string(), at: z.number(), decimal: z.number() })

const prepareStatements = (database: Database) => ({
  insert: database.prepare(
    `INSERT INTO quotes (id, parlay_id, book_id, at, outcome, price_before, author, arrived_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  ),
  last: database.prepare(
    'SELECT * FROM quotes WHERE id IN (SELECT max(id) FROM quotes WHERE parlay_id = ? GROUP BY book_id)',
  ),
  ofCell: database.prepare(
    'SELECT * FROM quotes WHERE parlay_id = ? AND book_id = ? ORDER BY id DESC LIMIT ?',
  ),
  recent: database.prepare(
    `SELECT parlay_id AS parlayId, book_id AS bookId, at, json_extract(outcome, '$.price.decimal') AS decimal
     FROM (SELECT * FROM quotes ORDER BY id DESC LIMIT ?) WHERE decimal IS NOT NULL ORDER BY id`,
  ),
  byId: database.prepare('SELECT * FROM quotes WHERE id = ?'),
  // CROSS JOIN keeps SQLite from reading all quotes, newest first, for a price that no quote has.
  lastPrice: database.prepare(
    `SELECT quotes.* FROM parlays CROSS JOIN quotes ON quotes.parlay_id = parlays.id
     WHERE profile_id = $profileId AND fingerprint = $fingerprint AND book_id = $bookId
       AND at > $after AND at < $before AND json_extract(outcome, '$.kind') = 'priced'
     ORDER BY quotes.id DESC LIMIT 1`,
  ),
  stretch: database.prepare(
    'SELECT * FROM quotes WHERE id > ? AND id <= ? AND at >= ? AND at <= ? ORDER BY id',
  ),
})

/** Numbers of quotes that are read at once. */
const stretchIds = 250

/** Maximum quotes in memory while none can be written. */
const maxUnsaved = 10_000
/** A killed program loses at most the quotes of this time. */
const saveWithinMs = 100

/** Legs at a book; `fingerprint` is that of the parlay. */
interface Bet {
  readonly profileId: string
  readonly fingerprint: string
  readonly bookId: string
}

/** A price and the time of its quote (epoch ms). */
export interface TimedPrice {
  readonly price: QuotedPrice
  readonly at: number
}

/** `unsaved`: quotes cannot be written, for this reason in a sentence; emitted once until they can. */
interface QuoteEvents {
  unsaved: [string]
}

export class QuoteStore extends EventEmitter<QuoteEvents> {
  readonly #database: Database
  readonly #run: ReturnType<typeof prepareStatements>
  readonly #saving = new Coalescer(() => this.save(), saveWithinMs)
  #unsaved: StoredQuote[] = []
  #isSaved = true
  #newestId: number

  constructor(database: Database) {
    super()
    this.#database = database
    this.#run = prepareStatements(database)
    this.#newestId = NewestRow.parse(
      database.prepare('SELECT coalesce(max(id), 0) AS id FROM quotes').get(),
    ).id
  }

  /** Number of the last quote; 0 before the first. */
  get newestId(): number {
    return this.#newestId
  }

  /** Assigns an id before the quote is written. */
  nextId(): number {
    this.#newestId += 1
    return this.#newestId
  }

  /** Adds a quote to those that the next save writes. */
  add(quote: StoredQuote): void {
    this.#unsaved.push(quote)
  }

  /** Saves soon; after the last quote of a burst, on the next turn of the event loop. */
  saveSoon(isLast: boolean): void {
    if (this.#unsaved.length === 0) return
    if (isLast) this.#saving.request('turn')
    else this.#saving.request()
  }

  /** Writes all unsaved quotes in one transaction. After a failure they are kept for the next time. */
  save(): void {
    this.#saving.cancel()
    if (this.#unsaved.length === 0) return
    try {
      transact(this.#database, () => {
        for (const quote of this.#unsaved) this.#insert(quote)
      })
      this.#unsaved = []
      this.#isSaved = true
    } catch (error) {
      this.#unsaved = this.#unsaved.slice(-maxUnsaved)
      if (this.#isSaved) this.emit('unsaved', explainStorageError(error) ?? '')
      this.#isSaved = false
    }
  }

  /** The last stored quote of each cell of a parlay. */
  lastQuotes(parlayId: number): StoredQuote[] {
    return QuoteRow.array().parse(this.#run.last.all(parlayId)).map(toStoredQuote)
  }

  /** The newest answers of a cell, newest first, at most `limit`. */
  ofCell({ parlayId, bookId }: CellAddress, limit: number): Quote[] {
    this.save()
    return QuoteRow.array()
      .parse(this.#run.ofCell.all(parlayId, bookId, limit))
      .map(row => toStoredQuote(row).quote)
  }

  /** The last price of these legs at a book between two times (epoch ms), of a removed parlay too; undefined without one. */
  lastPrice(bet: Bet, time: { readonly after: number; readonly before: number }): TimedPrice | undefined {
    this.save()
    const row = QuoteRow.optional().parse(this.#run.lastPrice.get({ ...bet, ...time }))
    const price = row && findPrice(toStoredQuote(row).quote)
    return row && price && { price, at: row.at }
  }

  /** The prices among the newest `limit` quotes, oldest first. */
  recentPrices(limit: number): StoredPrice[] {
    this.save()
    return PriceRow.array().parse(this.#run.recent.all(limit))
  }

  /** The quotes of a time (epoch ms), in the order they came; at most those stored now. Each part takes a millisecond or two. */
  *stretches({ from, to }: { readonly from: number; readonly to: number }): Generator<StoredQuote[], void> {
    this.save()
    const newestId = this.#newestId
    for (let after = 0; after < newestId; after += stretchIds) {
      const upTo = Math.min(after + stretchIds, newestId)
      yield QuoteRow.array()
        .parse(this.#run.stretch.all(after, upTo, from, to))
        .map(toStoredQuote)
    }
  }

  /** A quote with its cell; undefined when it was never stored, or has been pruned. */
  find(id: number): StoredQuote | undefined {
    const unsaved = this.#unsaved.find(({ quote }) => quote.id === id)
    if (unsaved !== undefined) return unsaved
    const row = QuoteRow.optional().parse(this.#run.byId.get(id))
    return row && toStoredQuote(row)
  }

  #insert({ parlayId, bookId, quote, before }: StoredQuote): void {
    const { id, at, outcome, author = null, arrivedAt = null } = quote
    const answer = [at, toJsonColumn(outcome), toJsonColumn(before), author, arrivedAt] as const
    this.#run.insert.run(id, parlayId, bookId, ...answer)
  }
}

const toStoredQuote = ({
  id,
  at,
  outcome,
  author,
  arrived_at: arrivedAt,
  ...row
}: z.output<typeof QuoteRow>): StoredQuote => ({
  parlayId: row.parlay_id,
  bookId: row.book_id,
  quote: { id, at, outcome, ...(author !== null && { author }), ...(arrivedAt !== null && { arrivedAt }) },
  before: row.price_before,
})
