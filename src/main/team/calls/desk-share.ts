/**
 * The share of a key's calls that a desk may send while it is without the server. It begins when the server has surely
 * taken it off what the others get, and ends long before the server gives it to them.
 */
import type { Clock } from '../../odds-service/call-slots.ts'
import type { CallTimes } from './call-times.ts'
import { maxElapsedMs, minElapsedMs, readMoment, type Moment } from './moment.ts'

export class DeskShare {
  readonly #clock: Clock
  readonly #times: CallTimes
  #calls = 0
  #requested: Moment | undefined
  #answered: Moment | undefined
  /** Calls sent without a slot, oldest first. */
  #sent: Moment[] = []

  constructor(clock: Clock, times: CallTimes) {
    this.#clock = clock
    this.#times = times
  }

  /** Calls a minute. */
  get calls(): number {
    return this.#calls
  }

  /**
   * Called before each request to the server, which counts the desk as in contact once it has come. Returns a function
   * that takes this back, for a request that the server refused.
   */
  requesting(now: Moment): () => void {
    const before = this.#requested
    this.#requested = now
    return () => {
      this.#requested = before
    }
  }

  answered(calls: number, requested: Moment): void {
    this.#calls = calls
    this.#answered = requested
  }

  /** Ms until it may be used: 0 when it may, Infinity when it has ended, or there never was one. */
  usableInMs(): number {
    const { shareFromMs, shareForMs } = this.#times
    const now = readMoment(this.#clock)
    if (this.#calls === 0 || this.#requested === undefined || this.#answered === undefined) return Infinity
    if (maxElapsedMs(this.#answered, now) >= shareForMs) return Infinity
    return Math.max(0, shareFromMs - minElapsedMs(this.#requested, now))
  }

  /** Counts a call that leaves now. */
  sentOne(): void {
    this.#sent.push(readMoment(this.#clock))
  }

  /** Calls sent within the last window, which no slot counts. */
  countSent(): number {
    const now = readMoment(this.#clock)
    this.#sent = this.#sent.filter(at => minElapsedMs(at, now) < this.#times.windowMs)
    return this.#sent.length
  }

  /** The server has slots for the calls sent until now. */
  reported(): void {
    this.#sent = []
  }
}
