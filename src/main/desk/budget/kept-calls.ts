/**
 * Calls of the limit that are kept free for closing prices, which cannot wait for a game's start. They are free for all
 * again unless that is renewed.
 */
export class KeptCalls {
  #calls = 0
  /** Ms of the monotonic clock. */
  #endsAt = -Infinity

  keep(calls: number, endsAt: number): void {
    this.#calls = calls
    this.#endsAt = endsAt
  }

  /** Number of calls kept free now. At least one call of the limit is left for others. */
  count(limit: number, now: number): number {
    return now < this.#endsAt ? Math.max(0, Math.min(this.#calls, limit - 1)) : 0
  }

  /** Time at which calls are free for all again; Infinity when none are kept. */
  endsAt(now: number): number {
    return this.#calls > 0 && now < this.#endsAt ? this.#endsAt : Infinity
  }
}
