/**
 * The calls of the last minute, and the times at which the next ones may be sent. A sliding window: no 60 s contain
 * more calls than the limit. Times are ms of a monotonic clock.
 */

/** Half a second over the minute, because calls take different times to arrive, and the service counts arrivals. */
export const windowMs = 60_500

/** Minimum number of expired calls at the front before the array is cut. */
const minToCut = 256

export class CallWindow {
  #sent: number[] = []
  /** Index of the oldest call that still counts. */
  #first = 0

  /** Counts a call. */
  add(at: number): void {
    this.#sent.push(Math.max(at, this.#sent.at(-1) ?? at))
  }

  /** Removes a call that was counted at this time and not sent. */
  giveBack(at: number): void {
    const place = this.#sent.lastIndexOf(at)
    if (place >= this.#first) this.#sent.splice(place, 1)
  }

  count(now: number): number {
    while ((this.#sent[this.#first] ?? Infinity) <= now - windowMs) this.#first += 1
    // Stryker disable next-line all: cut early, late or never, the same calls count
    if (this.#first >= minToCut && this.#first * 2 >= this.#sent.length) {
      this.#sent = this.#sent.slice(this.#first)
      this.#first = 0
    }
    return this.#sent.length - this.#first
  }

  /** Time at which the nth call from now (1 is the next) may be sent, if all before it are sent as soon as possible. */
  freeAt(nth: number, limit: number, now: number): number {
    const count = this.count(now)
    const rounds = Math.max(0, Math.ceil((nth - limit) / limit))
    const over = count + nth - rounds * limit - limit
    const leaves = over > 0 ? (this.#sent[this.#first + over - 1] ?? now) + windowMs : now
    return leaves + rounds * windowMs
  }

  /** Ages of the calls that still count, in whole steps of `stepMs`, and their number; oldest first. */
  ages(now: number, stepMs: number): [ageMs: number, calls: number][] {
    this.count(now)
    const ages: [number, number][] = []
    for (let from = this.#first, to = from; from < this.#sent.length; from = to) {
      const ageMs = Math.floor((now - (this.#sent[from] ?? now)) / stepMs) * stepMs
      to += 1
      while ((this.#sent[to] ?? Infinity) <= now - ageMs) to += 1
      ages.push([ageMs, to - from])
    }
    return ages
  }
}
