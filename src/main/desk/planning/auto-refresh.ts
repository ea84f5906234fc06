/**
 * Prices that renew themselves, for the whole desk or single rows: off until the user says so, in every session anew. It
 * stops while the window is hidden unless told otherwise, and asks for no cell that is still waiting or fresh, so that
 * nothing piles up when calls are short, nor after a sleep.
 */
import type { AutoRefreshState, AutoSeconds } from '../../../shared/model/settings/budget.ts'

export interface AutoRefreshOptions {
  /** Parlays on the desk. */
  readonly rows: () => readonly number[]
  /** Asks again for the cells of a row that are not waiting and whose answer is older than so many ms. */
  readonly refresh: (parlayId: number, olderThanMs: number) => void
  /** Whether it goes on while the window is hidden. */
  readonly isOnWhileHidden: () => boolean
}

/** What was answered within this share of the interval is fresh. */
const freshShare = 0.5
/** Rows due so soon after one another go together. */
const togetherMs = 250

export class AutoRefresh {
  readonly #options: AutoRefreshOptions
  readonly #ofRow = new Map<number, AutoSeconds>()
  /** When each row was last refreshed, or came under a plan. By a clock that never jumps. */
  readonly #lastAt = new Map<number, number>()
  #ofDesk: AutoSeconds | null = null
  #isHidden = false
  #timer: NodeJS.Timeout | undefined

  constructor(options: AutoRefreshOptions) {
    this.#options = options
  }

  state(): AutoRefreshState {
    return {
      everySeconds: this.#ofDesk,
      rows: [...this.#ofRow].map(([parlayId, everySeconds]) => ({ parlayId, everySeconds })),
      isOnWhileHidden: this.#options.isOnWhileHidden(),
    }
  }

  /** Plans the desk, or with a parlay its row alone; null ends that plan. */
  plan(parlayId: number | null, everySeconds: AutoSeconds | null): void {
    if (parlayId === null) this.#ofDesk = everySeconds
    else if (everySeconds === null) this.#ofRow.delete(parlayId)
    else this.#ofRow.set(parlayId, everySeconds)
    this.follow()
  }

  setHidden(isHidden: boolean): void {
    this.#isHidden = isHidden
    this.follow()
  }

  /** Ends all plans: the desk is another profile's. */
  clear(): void {
    this.#ofDesk = null
    this.#ofRow.clear()
    this.follow()
  }

  /** Rows came or went, or what it depends on changed. */
  follow(): void {
    clearTimeout(this.#timer)
    const rows = new Set(this.#options.rows())
    for (const id of this.#ofRow.keys()) if (!rows.has(id)) this.#ofRow.delete(id)
    for (const id of this.#lastAt.keys()) if (this.#everyMs(id, rows) === undefined) this.#lastAt.delete(id)
    if (this.#isHidden && !this.#options.isOnWhileHidden()) return
    const now = performance.now()
    const waits = [...rows].flatMap(id => {
      const everyMs = this.#everyMs(id, rows)
      if (everyMs === undefined) return []
      const lastAt = this.#lastAt.get(id) ?? now
      this.#lastAt.set(id, lastAt)
      return Math.max(0, lastAt + everyMs - now)
    })
    if (waits.length > 0) this.#timer = setTimeout(() => this.#run(), Math.min(...waits)).unref()
  }

  #everyMs(id: number, rows: ReadonlySet<number>): number | undefined {
    const seconds = this.#ofRow.get(id) ?? this.#ofDesk
    return seconds === null || !rows.has(id) ? undefined : seconds * 1_000
  }

  #run(): void {
    const rows = new Set(this.#options.rows())
    const now = performance.now()
    for (const id of rows) {
      const everyMs = this.#everyMs(id, rows)
      if (everyMs === undefined || (this.#lastAt.get(id) ?? now) + everyMs > now + togetherMs) continue
      this.#lastAt.set(id, now)
      this.#options.refresh(id, everyMs * freshShare)
    }
    this.follow()
  }
}
