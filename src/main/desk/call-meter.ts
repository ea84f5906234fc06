/** Counts calls sent in the last 60 s. */
const windowMs = 60_000

export class CallMeter {
  readonly #sentAt: number[] = []

  count(now: number): void {
    this.#sentAt.push(now)
  }

  lastMinute(now: number): number {
    const firstInside = this.#sentAt.findIndex(at => at > now - windowMs)
    this.#sentAt.splice(0, firstInside === -1 ? this.#sentAt.length : firstInside)
    return this.#sentAt.length
  }
}
