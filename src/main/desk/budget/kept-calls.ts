/**
 * Calls of the limit that are kept free for closing prices, which cannot wait: a game starts. Whoever keeps calls says so
 * again and again; calls that are not asked for any more are given back by themselves.
 */
export class KeptCalls {
  #calls = 0
  /** Steady time. */
  #endsAt = -Infinity

  keep(calls: number, endsAt: number): void {
    this.#calls = calls
    this.#endsAt = endsAt
  }

  /** Number of calls kept now. One of the limit is always left to others. */
  count(limit: number, now: number): number {
    return now < this.#endsAt ? Math.max(0, Math.min(this.#calls, limit - 1)) : 0
  }

  /** Time at which kept calls are given back; Infinity while there are none. */
  endsAt(now: number): number {
    return this.#calls > 0 && now < this.#endsAt ? this.#endsAt : Infinity
  }
}
