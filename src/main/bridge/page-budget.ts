/**
 * Limits calls of the page, so that one that calls without end leaves the main process its time for everything else. Real
 * use stays far below: a start takes some twenty calls, a held key some dozens a second, most of them under a millisecond.
 */

/** Calls that wait for their answer. */
const maxRunning = 500
/** Time of the main process that calls may take in one burst, and then in every second, in ms. */
const maxHeldMs = 5_000
const heldMsPerSecond = 500
/** Counted at most beyond what was left: one long call, or a sleep of the machine, must not refuse all others for minutes. */
const maxDebtMs = 1_000
/** Counted for a call that takes less. */
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

  /** Begins a call, or answers false when none may begin now. One that began must end. */
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

  /** Runs a part of a call that does nothing else meanwhile, and counts its time. */
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
