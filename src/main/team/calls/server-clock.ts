/** The server's clock as a desk knows it, from its answers. */
import { maxElapsedMs, minElapsedMs, type Moment } from './moment.ts'

/** Clocks are adjusted by less. */
const maxDriftMs = 500

interface Reading {
  readonly epoch: number
  readonly requested: Moment
  readonly received: Moment
}

export class ServerClock {
  #last: Reading | undefined
  #isKnown = false

  /** Takes the clock of an answer. Returns true when it was set forward since the one before. */
  take(reading: Reading): boolean {
    const last = this.#last
    this.#last = reading
    this.#isKnown = true
    if (last === undefined) return false
    const maxMs = maxElapsedMs(last.requested, reading.received)
    return reading.epoch - last.epoch > maxMs + maxDriftMs
  }

  /** The time now, or somewhat earlier; undefined when it must be read first. */
  estimate(now: Moment): number | undefined {
    if (!this.#isKnown || this.#last === undefined) return undefined
    return this.#last.epoch + minElapsedMs(this.#last.received, now)
  }

  /** The steady clock may have stopped in sleep. */
  forget(): void {
    this.#isKnown = false
  }
}
