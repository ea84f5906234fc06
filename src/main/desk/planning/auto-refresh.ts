/**
 * Prices that renew themselves, for the whole desk or single rows: off in every session until the user turns it on. It
 * stops while the window is hidden unless set otherwise, and asks for no cell that is still waiting or fresh, so that
 * calls do not pile up when they are short, nor after a sleep.
 */
import type { AutoRefreshState, AutoSeconds } from '../../../shared/model/settings/budget.ts'
import { Timer } from '../../async/timer.ts'

export interface AutoRefreshDeps {
  /** Parlays on the desk. */
  readonly rows: () => readonly number[]
  /** Prices the cells of a row again that are not waiting and whose answer is older than this. */
  readonly refresh: (parlayId: number, olderThanMs: number) => void
  /** True if it goes on while the window is hidden. */
  readonly isOnWhileHidden: () => boolean
}

/** An answer younger than this share of the interval is fresh. */
const freshShare = 0.5
/** Rows due within this time of one another go together. */
const togetherMs = 250

export class AutoRefresh {
  readonly #deps: AutoRefreshDeps
  readonly #ofRow = new Map<number, AutoSeconds>()
  /** Time at which each row was last refreshed, or its refresh turned on; by a clock that never jumps. */
  readonly #lastAt = new Map<number, number>()
  readonly #timer = new Timer(() => this.#run())
  #ofDesk: AutoSeconds | null = null
  #isHidden = false

  constructor(deps: AutoRefreshDeps) {
    this.#deps = deps
  }

  state(): AutoRefreshState {
    return {
      everySeconds: this.#ofDesk,
      rows: [...this.#ofRow].map(([parlayId, everySeconds]) => ({ parlayId, everySeconds })),
      isOnWhileHidden: this.#deps.isOnWhileHidden(),
    }
  }

  /** Sets the interval of the desk, or with a parlay that of its row alone; null turns it off. */
  set(parlayId: number | null, everySeconds: AutoSeconds | null): void {
    if (parlayId === null) this.#ofDesk = everySeconds
    else if (everySeconds === null) this.#ofRow.delete(parlayId)
    else this.#ofRow.set(parlayId, everySeconds)
    this.reschedule()
  }

  setHidden(isHidden: boolean): void {
    this.#isHidden = isHidden
    this.reschedule()
  }

  /** Turns everything off: the desk is another profile's. */
  clear(): void {
    this.#ofDesk = null
    this.#ofRow.clear()
    this.reschedule()
  }

  /** Follows rows that came or went, and a changed setting. */
  reschedule(): void {
    this.#timer.stop()
    const rows = new Set(this.#deps.rows())
    for (const id of this.#ofRow.keys()) if (!rows.has(id)) this.#ofRow.delete(id)
    const intervals = this.#intervals()
    for (const id of this.#lastAt.keys()) if (!intervals.has(id)) this.#lastAt.delete(id)
    if (this.#isHidden && !this.#deps.isOnWhileHidden()) return
    const now = performance.now()
    const waits = Array.from(intervals, ([id, everyMs]) => {
      const lastAt = this.#lastAt.get(id) ?? now
      this.#lastAt.set(id, lastAt)
      return lastAt + everyMs - now
    })
    this.#timer.start(Math.min(...waits))
  }

  /** Interval of each row that refreshes, in ms. */
  #intervals(): Map<number, number> {
    const seconds = this.#deps.rows().map(id => [id, this.#ofRow.get(id) ?? this.#ofDesk] as const)
    return new Map(seconds.flatMap(([id, every]) => (every === null ? [] : [[id, every * 1_000]])))
  }

  #run(): void {
    const now = performance.now()
    for (const [id, everyMs] of this.#intervals()) {
      if ((this.#lastAt.get(id) ?? now) + everyMs > now + togetherMs) continue
      this.#lastAt.set(id, now)
      this.#deps.refresh(id, everyMs * freshShare)
    }
    this.reschedule()
  }
}
