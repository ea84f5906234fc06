/**
 * Refreshes prices of the whole desk or of single rows at an interval, within a share of the call limit. When that
 * share is too small, rows are refreshed less often, those longest not refreshed first. It stops while all windows are
 * hidden, unless set otherwise. Cells that are waiting or fresh are skipped, so that calls do not pile up, neither
 * under a low limit nor after a sleep.
 */
import type { AutoRefreshState, AutoSeconds } from '../../../shared/model/settings/budget.ts'
import { Timer } from '../../async/timer.ts'
import { RefreshAllowance } from './refresh-allowance.ts'

/** Settings that are stored. */
export type StoredAuto = Omit<AutoRefreshState, 'rows'>

export interface RowRefresh {
  readonly calls: number
  /** Some cells of the row were left for later. */
  readonly isPartly: boolean
}

export interface AutoRefreshDeps {
  /** Parlays on the desk. */
  readonly rows: () => readonly number[]
  /**
   * Prices the cells of a row again that are not waiting and whose answer is older than this, the oldest first, with at
   * most `maxCalls` calls.
   */
  readonly refresh: (parlayId: number, limits: { olderThanMs: number; maxCalls: number }) => RowRefresh
  /** Present limit of calls a minute. */
  readonly limit: () => number
  readonly stored: { readonly read: () => StoredAuto; readonly write: (change: Partial<StoredAuto>) => void }
}

/** An answer younger than this share of the interval is fresh. */
const freshShare = 0.5
/** Rows due within this time of one another are refreshed together. */
const togetherMs = 250

export class AutoRefresh {
  readonly #deps: AutoRefreshDeps
  readonly #ofRow = new Map<number, AutoSeconds>()
  /** Time at which each row was last refreshed, or its refresh turned on (monotonic clock). */
  readonly #lastAt = new Map<number, number>()
  readonly #timer = new Timer(() => this.#run())
  readonly #allowance = new RefreshAllowance()
  #isHidden = false

  constructor(deps: AutoRefreshDeps) {
    this.#deps = deps
  }

  state(): AutoRefreshState {
    const rows = [...this.#ofRow].map(([parlayId, everySeconds]) => ({ parlayId, everySeconds }))
    return { ...this.#deps.stored.read(), rows }
  }

  /** Sets the interval of the desk, or with a parlay that of its row alone; null turns it off. */
  set(parlayId: number | null, everySeconds: AutoSeconds | null): void {
    if (parlayId === null) this.#deps.stored.write({ everySeconds })
    else if (everySeconds === null) this.#ofRow.delete(parlayId)
    else this.#ofRow.set(parlayId, everySeconds)
    this.reschedule()
  }

  setOptions(options: Partial<Omit<StoredAuto, 'everySeconds'>>): void {
    this.#deps.stored.write(options)
    this.reschedule()
  }

  setHidden(isHidden: boolean): void {
    this.#isHidden = isHidden
    this.reschedule()
  }

  /** Clears the rows' intervals, because the desk is now another profile's. */
  clear(): void {
    this.#ofRow.clear()
    this.reschedule()
  }

  /** Stops all refreshes. */
  close(): void {
    this.#timer.stop()
  }

  /** Plans again after rows were added or removed, or a setting changed. */
  reschedule(): void {
    this.#timer.stop()
    const rows = new Set(this.#deps.rows())
    for (const id of this.#ofRow.keys()) if (!rows.has(id)) this.#ofRow.delete(id)
    const intervals = this.#intervals()
    for (const id of this.#lastAt.keys()) if (!intervals.has(id)) this.#lastAt.delete(id)
    if (this.#isHidden && !this.#deps.stored.read().isOnWhileHidden) return
    const now = performance.now()
    const waits = Array.from(intervals, ([id, everyMs]) => {
      const lastAt = this.#lastAt.get(id) ?? now
      this.#lastAt.set(id, lastAt)
      return lastAt + everyMs - now
    })
    const untilAllowed = this.#allowance.freeAt(this.#perMinute(), now) - now
    this.#timer.start(Math.max(untilAllowed, Math.min(...waits)))
  }

  /** Interval of each row that refreshes, in ms. */
  #intervals(): Map<number, number> {
    const { everySeconds } = this.#deps.stored.read()
    const seconds = this.#deps.rows().map(id => [id, this.#ofRow.get(id) ?? everySeconds] as const)
    return new Map(seconds.flatMap(([id, every]) => (every === null ? [] : [[id, every * 1_000]])))
  }

  #perMinute(): number {
    return this.#deps.limit() * this.#deps.stored.read().share
  }

  #run(): void {
    const now = performance.now()
    const waited = ([id]: readonly [number, number]) => now - (this.#lastAt.get(id) ?? now)
    const due = [...this.#intervals()].filter(entry => waited(entry) + togetherMs >= entry[1])
    for (const [id, everyMs] of due.toSorted((a, b) => waited(b) - waited(a))) {
      const maxCalls = this.#allowance.countFree(this.#perMinute(), now)
      if (maxCalls === 0) break
      const { calls, isPartly } = this.#deps.refresh(id, { olderThanMs: everyMs * freshShare, maxCalls })
      this.#allowance.use(calls, now)
      if (!isPartly) this.#lastAt.set(id, now)
    }
    this.reschedule()
  }
}
