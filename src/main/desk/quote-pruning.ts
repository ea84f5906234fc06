/**
 * One pass over the quotes, oldest first, that deletes what is too old or too much, a small piece at a time. The last
 * quote of a cell, which the screen shows, stays whatever its age. Nothing else needs a quote to stay: tickets and noted
 * betslips keep the price they are about themselves.
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

const OldRow = z.object({ id: z.number(), parlay_id: z.number(), at: z.number() })
type OldRow = z.output<typeof OldRow>
const IdRow = z.object({ id: z.number() })
const CountRow = z.object({ count: z.number() })

const statementsOf = (database: Database) => ({
  next: database.prepare('SELECT id, parlay_id, at FROM quotes WHERE id > ? ORDER BY id LIMIT ?'),
  lasts: database.prepare('SELECT max(id) AS id FROM quotes WHERE parlay_id = ? GROUP BY book_id'),
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
  /** The last quotes of each parlay met, and the newest of them: what came after that is never touched. */
  readonly #lasts = new Map<number, { readonly ids: ReadonlySet<number>; readonly newest: number }>()
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

  #isNeeded({ id, parlay_id: parlayId }: OldRow): boolean {
    const lasts = this.#lasts.get(parlayId) ?? this.#readLasts(parlayId)
    this.#lasts.set(parlayId, lasts)
    return id > lasts.newest || lasts.ids.has(id)
  }

  #readLasts(parlayId: number) {
    const ids = IdRow.array()
      .parse(this.#run.lasts.all(parlayId))
      .map(({ id }) => id)
    return { ids: new Set(ids), newest: Math.max(...ids) }
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
