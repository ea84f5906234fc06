/** Keeps the price history within its limits: prunes soon after the start and then daily, a little at a time. */
import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import type { KeepLimits, QuoteKeeping } from '../../../shared/model/settings/quote-keeping.ts'
import type { Database } from '../../storage/database.ts'
import { bytesInUse, PrunePass } from '../quote-pruning.ts'

export interface QuoteKeeperOptions {
  readonly database: Database
  readonly limits: () => KeepLimits
  readonly log: (error: unknown) => void
  readonly now?: () => number
}

const dayMs = 86_400_000
/** The window is up and the first prices are in by then. */
const firstAfterMs = 30_000
const betweenMs = 20
const betweenWhileBusyMs = 1_000
const countedAtOnce = 5_000

const PartRow = z.object({ count: z.number(), lastId: z.number().nullable() })
const OldestRow = z.object({ at: z.number() })

export class QuoteKeeper {
  readonly #options: QuoteKeeperOptions
  readonly #now: () => number
  readonly #end = new AbortController()
  #timer: NodeJS.Timeout | undefined
  #pass: Promise<void> | undefined
  #betweenMs = betweenMs

  constructor(options: QuoteKeeperOptions) {
    this.#options = options
    this.#now = options.now ?? Date.now
  }

  start(): void {
    this.#schedule(firstAfterMs)
  }

  close(): void {
    clearTimeout(this.#timer)
    this.#end.abort()
  }

  /** While prices are being asked for, pruning goes slower. */
  giveWay(isBusy: boolean): void {
    this.#betweenMs = isBusy ? betweenWhileBusyMs : betweenMs
  }

  /** Brings the history within its limits now; a pass under way is waited for and followed by another. */
  prune(): Promise<void> {
    const before = this.#pass ?? Promise.resolve()
    const pass = before.then(() => this.#prune()).catch((error: unknown) => this.#fail(error))
    this.#pass = pass
    return pass
  }

  /** Counts what is kept, in pieces. */
  async keeping(): Promise<QuoteKeeping> {
    const { database, limits } = this.#options
    const part = database.prepare(
      'SELECT count(*) AS count, max(id) AS lastId FROM (SELECT id FROM quotes WHERE id > ? ORDER BY id LIMIT ?)',
    )
    let quotes = 0
    for (let lastId: number | null = 0; lastId !== null;) {
      const counted = PartRow.parse(part.get(lastId, countedAtOnce))
      quotes += counted.count
      lastId = counted.lastId
      await turn()
    }
    const oldest = OldestRow.optional().parse(
      database.prepare('SELECT at FROM quotes ORDER BY id LIMIT 1').get(),
    )
    return { limits: limits(), bytes: bytesInUse(database), quotes, sinceAt: oldest?.at ?? null }
  }

  #schedule(ms: number): void {
    this.#timer = setTimeout(() => {
      void this.prune()
      this.#schedule(dayMs)
    }, ms).unref()
  }

  async #prune(): Promise<void> {
    const { database, limits } = this.#options
    const { days, megabytes } = limits()
    const olderThan = this.#now() - days * dayMs
    const pass = new PrunePass(database, { olderThan, mostBytes: megabytes * 1_000_000 })
    const { signal } = this.#end
    while (!signal.aborted && pass.step()) await pause(this.#betweenMs, undefined, { signal, ref: false })
  }

  #fail(error: unknown): void {
    if (!this.#end.signal.aborted) this.#options.log(error)
  }
}
