/**
 * The limit of calls a minute, learned from the service: it starts high, a 429 lowers it below the calls that got
 * through, and each quiet minute raises it by a tenth, but only while it delays calls.
 */

export const startLimit = 600
const minLimit = 5
const maxLimit = 100_000
const lowered = 0.9
const quietMs = 60_000

export class LearnedLimit {
  #value: number
  #changedAt = -Infinity
  /** Maximum calls in one minute without a 429, since the key as a whole was limited. */
  #proven = 0

  constructor(value = startLimit) {
    this.#value = value
  }

  get value(): number {
    return this.#value
  }

  /** Records that this number of calls of the last minute got no 429. */
  letThrough(calls: number): void {
    this.#proven = Math.max(this.#proven, calls)
  }

  /**
   * Lowers the limit after a 429, which came after this number of calls in the last minute. After a 429 of one host,
   * the proven maximum of the key still counts; after those of several hosts, only this number does.
   */
  lower(calls: number, isLone: boolean, now: number): void {
    if (!isLone) this.#proven = calls
    const allowed = Math.floor(lowered * Math.max(this.#proven, calls))
    this.#value = Math.min(this.#value, Math.max(minLimit, allowed))
    this.#changedAt = now
  }

  /** Called when the limit delays a call: raises it if the last change was a quiet minute ago. */
  raise(now: number): boolean {
    if (now - this.#changedAt < quietMs || this.#value >= maxLimit) return false
    // The first delayed call only starts the minute.
    const isFirst = this.#changedAt === -Infinity
    this.#changedAt = now
    if (isFirst) return false
    this.#value = Math.min(maxLimit, Math.max(this.#value + 1, Math.floor(this.#value * 1.1)))
    return true
  }
}
