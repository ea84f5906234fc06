/**
 * The limit of calls a minute, learned from the service: it starts high, a 429 lowers it below what was let through, and
 * each quiet minute raises it by a tenth, but only while it holds calls back.
 */

export const startLimit = 600
const minLimit = 5
const maxLimit = 100_000
const lowered = 0.9
const quietMs = 60_000

export class LearnedLimit {
  #value: number
  #changedAt = -Infinity
  /** Most calls seen let through in one minute since the key as a whole was limited. */
  #proven = 0

  constructor(value = startLimit) {
    this.#value = value
  }

  get value(): number {
    return this.#value
  }

  /** This number of calls of the last minute was answered without a 429. */
  letThrough(calls: number): void {
    this.#proven = Math.max(this.#proven, calls)
  }

  /**
   * A 429 came after this number of calls had been let through in the last minute. Where one host alone answers so, the
   * most the key was allowed before still counts; where several do, only what was let through now.
   */
  lower(calls: number, isLone: boolean, now: number): void {
    if (!isLone) this.#proven = calls
    const allowed = Math.floor(lowered * Math.max(this.#proven, calls))
    this.#value = Math.min(this.#value, Math.max(minLimit, allowed))
    this.#changedAt = now
  }

  /** Called when the limit holds a call back: raises it if the last change was a quiet minute ago. */
  raise(now: number): boolean {
    if (now - this.#changedAt < quietMs || this.#value >= maxLimit) return false
    // The first time it holds something back only starts the minute.
    const isFirst = this.#changedAt === -Infinity
    this.#changedAt = now
    if (isFirst) return false
    this.#value = Math.min(maxLimit, Math.max(this.#value + 1, Math.floor(this.#value * 1.1)))
    return true
  }
}
