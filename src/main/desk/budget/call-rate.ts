/** Calls of the last minute against the limit of any 60 s, which the user set or which is learned from 429s. */
import type { Meter } from '../../../shared/model/parlay/desk.ts'
import type { CallLimits } from '../../../shared/model/settings/budget.ts'
import type { StoredCalls } from './budget-store.ts'
import { CallWindow } from './call-window.ts'
import { LearnedLimit, startLimit } from './learned-limit.ts'

/** Smaller delays between counting and sending are covered by the window's extra half second. */
const minLateMs = 50
/** Maximum delay between counting and sending: a connection through a proxy to a slow host. */
const maxLateMs = 10_000
/** Some systems give the uptime in whole seconds. */
const uptimeErrorMs = 1_000
/** Ages of calls are stored in whole seconds too, rounded to later, which keeps the text short. */
const ageStepMs = uptimeErrorMs

interface CallRateDeps {
  readonly limits: () => CallLimits
  /** Monotonic clock, ms. */
  readonly steady: () => number
}

export class CallRate {
  readonly #deps: CallRateDeps
  readonly #window = new CallWindow()
  /** Calls of the last minute that were answered 429. */
  readonly #refused = new CallWindow()
  #learned = new LearnedLimit()

  constructor(deps: CallRateDeps) {
    this.#deps = deps
  }

  get limit(): number {
    const limits = this.#deps.limits()
    return limits.kind === 'learned' ? this.#learned.value : limits.perMinute
  }

  get limitFrom(): Meter['limitFrom'] {
    if (this.#deps.limits().kind !== 'learned') return 'user'
    return this.#learned.value === startLimit ? 'start' : 'service'
  }

  /** Calls of the last minute. */
  count(): number {
    return this.#window.count(this.#deps.steady())
  }

  /**
   * Time at which the nth call from now may be sent (monotonic clock); not after `now` when that is already possible.
   */
  freeAt(nth: number, now: number): number {
    return this.#window.freeAt(nth, this.limit, now)
  }

  /** Counts a call that is sent now. Returns its stamp. */
  add(): number {
    const now = this.#deps.steady()
    this.#window.add(now)
    return now
  }

  giveBack(stamp: number): void {
    this.#window.giveBack(stamp)
  }

  /** Recounts a call that leaves only now, after its connection was opened. Returns its new stamp. */
  left(stamp: number): number {
    if (this.#deps.steady() - stamp < minLateMs) return stamp
    this.#window.giveBack(stamp)
    return this.add()
  }

  /** Records an answer other than 429. */
  answered(inFlight: number): void {
    this.#learned.letThrough(this.#countLetThrough() - inFlight)
  }

  /** Records a 429. Calls in flight count as successful when only one host is limited. */
  limited(isLone: boolean, inFlight: number): void {
    const now = this.#deps.steady()
    this.#refused.add(now)
    this.#learned.lower(this.#countLetThrough() - (isLone ? 0 : inFlight), isLone, now)
  }

  /** Raises the limit if allowed; called when it delays a call. Returns true when it was raised. */
  raise(): boolean {
    return this.#deps.limits().kind === 'learned' && this.#learned.raise(this.#deps.steady())
  }

  /** Another key may have another plan. */
  forgetLearned(): void {
    this.#learned = new LearnedLimit()
  }

  toStored(): Pick<StoredCalls, 'sent' | 'learned'> {
    return { sent: this.#window.ages(this.#deps.steady(), ageStepMs), learned: this.#learned.value }
  }

  /**
   * Counts the calls that an earlier run sent or reserved. Their age comes from the machine's uptime, which clock
   * changes do not affect; after a restart of the machine the age is too low, never too high.
   */
  restore(stored: StoredCalls, uptimeMs: number): void {
    this.#learned = new LearnedLimit(stored.learned)
    const now = this.#deps.steady()
    const elapsedMs = Math.max(0, uptimeMs - stored.uptimeMs - uptimeErrorMs)
    const leftAt = (countedAt: number) => Math.min(now, countedAt + maxLateMs)
    for (const [ageMs, count] of stored.sent.toSorted(([a], [b]) => b - a)) {
      for (let call = 0; call < count; call += 1) this.#window.add(leftAt(now - ageMs - elapsedMs))
    }
    for (let call = 0; call < stored.reserved; call += 1) this.#window.add(now)
  }

  #countLetThrough(): number {
    return Math.max(0, this.count() - this.#refused.count(this.#deps.steady()))
  }
}
