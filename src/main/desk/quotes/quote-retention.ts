/** Keeps the price history within its limits: prunes soon after the start and then daily, a little at a time. */
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import type { KeepLimits, QuoteKeeping } from '../../../shared/model/settings/settings.ts'
import { SerialQueue } from '../../async/serial-queue.ts'
import { Timer } from '../../async/timer.ts'
import { transact, type Database } from '../../storage/database.ts'

export interface QuoteRetentionDeps {
  readonly database: Database
  readonly limits: () => KeepLimits
  readonly log: (error: unknown) => void
  readonly now?: () => number
}

const dayMs = 86_400_000
/** By then the window is shown and the first prices have come. */
const firstAfterMs = 30_000
const betweenMs = 20
const betweenWhileBusyMs = 1_000
const countedAtOnce = 5_000

const PartRow = z.object({ count: z.number(), lastId: z.number().nullable() })
const OldestRow = z.object({ at: z.number() })

export class QuoteRetention {
  readonly #deps: QuoteRetentionDeps
  readonly #end = new AbortController()
  readonly #passes = new SerialQueue()
  readonly #timer = new Timer(() => {
    void this.prune()
    this.#timer.start(dayMs)
  })
  #betweenMs = betweenMs

  constructor(deps: QuoteRetentionDeps) {
    this.#deps = deps
  }

  start(): void {
    this.#timer.start(firstAfterMs)
  }

  close(): void {
    this.#timer.stop()
    this.#end.abort()
  }

  /** Slows pruning down while prices are requested. */
  setBusy(isBusy: boolean): void {
    this.#betweenMs = isBusy ? betweenWhileBusyMs : betweenMs
  }

  /** Prunes the history now, after a pass that is under way. Never rejects. */
  prune(): Promise<void> {
    return this.#passes
      .run(() => this.#prune())
      .catch((error: unknown) => {
        if (!this.#end.signal.aborted) this.#deps.log(error)
      })
  }

  /** Counts the history, in steps. */
  async readUsage(): Promise<QuoteKeeping> {
    const { database, limits } = this.#deps
    const part = database.prepare(
      'SELECT count(*) AS count, max(id) AS lastId FROM (SELECT id FROM quotes WHERE id > ? ORDER BY id LIMIT ?)',
    )
    let quotes = 0
    for (let lastId: number | null = 0; lastId !== null;) {
      const counted = PartRow.parse(part.get(lastId, countedAtOnce))
      quotes += counted.count
      lastId = counted.lastId
      await nextTurn()
    }
    const oldest = OldestRow.optional().parse(
      database.prepare('SELECT at FROM quotes ORDER BY id LIMIT 1').get(),
    )
    return { limits: limits(), bytes: bytesInUse(database), quotes, sinceAt: oldest?.at ?? null }
  }

  async #prune(): Promise<void> {
    const { database, limits, now = Date.now } = this.#deps
    const { days, megabytes } = limits()
    const olderThan = now() - days * dayMs
    const pass = new PrunePass(database, { olderThan, maxBytes: megabytes * 1_000_000 })
    const { signal } = this.#end
    while (!signal.aborted && pass.step()) await pause(this.#betweenMs, undefined, { signal, ref: false })
  }
}

export interface PruneOptions {
  /** Quotes older than this may be deleted. Epoch ms. */
  readonly olderThan: number
  /** While more bytes of the file are in use, newer quotes may be deleted too. */
  readonly maxBytes: number
}

/** Quotes read in one step. Each deletion changes a page of the index, so more would block the main process. */
const stepRows = 25

const OldRow = z.object({ id: z.number(), parlay_id: z.number(), at: z.number() })
type OldRow = z.output<typeof OldRow>
const IdRow = z.object({ id: z.number() })
const CountRow = z.object({ count: z.number() })

const prepareStatements = (database: Database) => ({
  next: database.prepare('SELECT id, parlay_id, at FROM quotes WHERE id > ? ORDER BY id LIMIT ?'),
  lasts: database.prepare('SELECT max(id) AS id FROM quotes WHERE parlay_id = ? GROUP BY book_id'),
  name: database.prepare('INSERT INTO quotes_to_prune VALUES (?)'),
  remove: database.prepare('DELETE FROM quotes WHERE id IN (SELECT id FROM quotes_to_prune)'),
  forget: database.prepare('DELETE FROM quotes_to_prune'),
})

/** Bytes in use in a database's file. Freed space is reused before the file grows. */
export function bytesInUse(database: Database): number {
  const sql = `SELECT (page_count - freelist_count) * page_size AS count
    FROM pragma_page_count(), pragma_freelist_count(), pragma_page_size()`
  return CountRow.parse(database.prepare(sql).get()).count
}

/**
 * One pass over the quotes, oldest first, which deletes quotes beyond the limits in small steps. The last quote of each
 * cell stays at any age, because the screen shows it. Tickets and link outcomes store their own prices.
 */
export class PrunePass {
  readonly #database: Database
  readonly #options: PruneOptions
  readonly #run: ReturnType<typeof prepareStatements>
  /** Last quotes of each parlay visited, and the newest of them; later quotes are never deleted. */
  readonly #lasts = new Map<number, { readonly ids: ReadonlySet<number>; readonly newest: number }>()
  #passedId = 0

  constructor(database: Database, options: PruneOptions) {
    this.#database = database
    this.#options = options
    this.#run = prepareStatements(database)
  }

  /** Runs the next step. Returns false at the end. Throws Refusal when nothing can be written. */
  step(): boolean {
    const rows = OldRow.array().parse(this.#run.next.all(this.#passedId, stepRows))
    const isTooMuch = bytesInUse(this.#database) > this.#options.maxBytes
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
