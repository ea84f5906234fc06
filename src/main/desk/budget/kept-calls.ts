/**
 * Calls of the limit that are reserved for closing prices, which cannot wait for a game's start. A reservation expires
 * unless it is renewed.
 */
export class KeptCalls {
  #calls = 0
  /** End of the reservation, ms of the monotonic clock. */
  #endsAt = -Infinity

  keep(calls: number, endsAt: number): void {
    this.#calls = calls
    this.#endsAt = endsAt
  }

  /** Number of calls reserved now. At least one call of the limit is left for others. */
  count(limit: number, now: number): number {
    return now < this.#endsAt ? Math.max(0, Math.min(this.#calls, limit - 1)) : 0
  }

  /** Time at which the reservation ends; Infinity without one. */
  endsAt(now: number): number {
    return this.#calls > 0 && now < this.#endsAt ? this.#endsAt : Infinity
  }
}
