/**
 * One pass over the quotes, oldest first, that deletes what is too old or too much, a small piece at a time. What a
 * cell on screen is made of stays whatever its age: its last quote and those its price before is read from. Nothing
 * else needs a quote to stay: tickets and noted betslips keep the price they are about themselves.
 */
import { z } from 'zod'
import { transact, type Database } from '../storage/database.ts'

export interface PruneOptions {
  /** Quotes older than this may go. Epoch ms. */
  readonly olderThan: number
  /** While the file has more bytes in use than this, younger ones may go too. */
  readonly mostBytes: number
}

/** Looked at in one step. Each deletion dirties a page of the index, so more would hold up the main process. */
const stepRows = 25

const OldRow = z.object({ id: z.number(), parlay_id: z.number(), book_id: z.string(), at: z.number() })
type OldRow = z.output<typeof OldRow>
const IdRow = z.object({ id: z.number() })
const CountRow = z.object({ count: z.number() })

/** The last quote of a cell, the newest of another price, and the price at or before that: what `lastOf` reads. */
const neededSql = `
  WITH
    last AS (
      SELECT id, decimal FROM quotes WHERE parlay_id = ?1 AND book_id = ?2 ORDER BY id DESC LIMIT 1
    ),
    other AS (
      SELECT quotes.id FROM quotes, last
      WHERE parlay_id = ?1 AND book_id = ?2 AND quotes.id < last.id AND quotes.decimal IS NOT last.decimal
      ORDER BY quotes.id DESC LIMIT 1
    ),
    priced AS (
      SELECT quotes.id FROM quotes, other
      WHERE parlay_id = ?1 AND book_id = ?2 AND quotes.id <= other.id AND quotes.decimal IS NOT NULL
      ORDER BY quotes.id DESC LIMIT 1
    )
  SELECT id FROM last UNION ALL SELECT id FROM other UNION ALL SELECT id FROM priced`

const statementsOf = (database: Database) => ({
  next: database.prepare('SELECT id, parlay_id, book_id, at FROM quotes WHERE id > ? ORDER BY id LIMIT ?'),
  needed: database.prepare(neededSql),
  name: database.prepare('INSERT INTO quotes_to_prune VALUES (?)'),
  remove: database.prepare('DELETE FROM quotes WHERE id IN (SELECT id FROM quotes_to_prune)'),
  forget: database.prepare('DELETE FROM quotes_to_prune'),
})

/** Bytes in use in a database's file; what deleting freed is used again before the file grows. */
export function bytesInUse(database: Database): number {
  const sql = `SELECT (page_count - freelist_count) * page_size AS count
    FROM pragma_page_count(), pragma_freelist_count(), pragma_page_size()`
  return CountRow.parse(database.prepare(sql).get()).count
}

export class PrunePass {
  readonly #database: Database
  readonly #options: PruneOptions
  readonly #run: ReturnType<typeof statementsOf>
  /** What each cell met needs; quotes newer than its last of then are never touched. */
  readonly #needed = new Map<string, { readonly lastId: number; readonly ids: ReadonlySet<number> }>()
  #passedId = 0

  constructor(database: Database, options: PruneOptions) {
    this.#database = database
    this.#options = options
    this.#run = statementsOf(database)
  }

  /** Does the next piece. Answers false when nothing is left to do. Throws Refusal when nothing can be written. */
  step(): boolean {
    const rows = OldRow.array().parse(this.#run.next.all(this.#passedId, stepRows))
    const isTooMuch = bytesInUse(this.#database) > this.#options.mostBytes
    const due = isTooMuch ? rows : rows.filter(({ at }) => at < this.#options.olderThan)
    if (due.length === 0) return false
    this.#remove(due.filter(row => !this.#isNeeded(row)))
    this.#passedId = rows.at(-1)?.id ?? this.#passedId
    return rows.length === stepRows
  }

  #isNeeded({ id, parlay_id: parlayId, book_id: bookId }: OldRow): boolean {
    const cell = `${parlayId} ${bookId}`
    const needed = this.#needed.get(cell) ?? this.#readNeeded(parlayId, bookId)
    this.#needed.set(cell, needed)
    return id >= needed.lastId || needed.ids.has(id)
  }

  #readNeeded(parlayId: number, bookId: string) {
    const ids = IdRow.array()
      .parse(this.#run.needed.all(parlayId, bookId))
      .map(({ id }) => id)
    return { lastId: Math.max(...ids), ids: new Set(ids) }
  }

  #remove(rows: readonly OldRow[]): void {
    if (rows.length === 0) return
    transact(this.#database, () => {
      for (const { id } of rows) this.#run.name.run(id)
      this.#run.remove.run()
      this.#run.forget.run()
    })
  }
}
