/**
 * Limits the calls of a page, so that a page that calls endlessly cannot block the main process. Real use stays far
 * below: a start takes about twenty calls, a held key some dozens a second, most of them under a millisecond.
 */

/** Calls that wait for their answer. */
const maxRunning = 500
/** Time of the main process that calls may take in one burst, and then in every second, in ms. */
const maxHeldMs = 5_000
const heldMsPerSecond = 500
/** Maximum overdraft: one long call, or a sleep of the machine, must not block all others for minutes. */
const maxDebtMs = 1_000
/** Minimum time counted for a call. */
const minHeldMs = 1

export class PageBudget {
  readonly #now: () => number
  #leftMs = maxHeldMs
  #filledAt: number
  #running = 0

  /** `now`: ms of a clock that never jumps. */
  constructor(now = () => performance.now()) {
    this.#now = now
    this.#filledAt = now()
  }

  /** Begins a call and returns true; returns false when none may begin now. Each call that began must `end`. */
  begin(): boolean {
    this.#fill()
    if (this.#running >= maxRunning || this.#leftMs < minHeldMs) return false
    this.#running++
    this.#leftMs -= minHeldMs
    return true
  }

  end(): void {
    this.#running--
  }

  /** Runs a synchronous part of a call and counts its time. */
  hold<T>(run: () => T): T {
    const startedAt = this.#now()
    try {
      return run()
    } finally {
      this.#fill()
      this.#leftMs = Math.max(-maxDebtMs, this.#leftMs - (this.#filledAt - startedAt))
    }
  }

  #fill(): void {
    const now = this.#now()
    const gained = ((now - this.#filledAt) / 1_000) * heldMsPerSecond
    this.#leftMs = Math.min(maxHeldMs, this.#leftMs + gained)
    this.#filledAt = now
  }
}
