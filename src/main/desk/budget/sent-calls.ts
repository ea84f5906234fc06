/**
 * Counts calls of the last minute against the limit (set by the user or learned), and records them on disk, so that no
 * restart or crash exceeds the limit. A call is recorded before it is sent. Calls are reserved on disk in blocks, so
 * that most sends write nothing; at the next start, reserved calls count as just sent.
 */
import type { CallLimits } from '../../../shared/model/settings/budget.ts'
import { Coalescer } from '../../async/coalescer.ts'
import type { StoredCalls } from './budget-store.ts'
import { CallWindow } from './call-window.ts'
import { LearnedLimit } from './learned-limit.ts'

const fillAfterMs = 250
/** Smaller delays between counting and sending are covered by the window's extra half second. */
const minLateMs = 50
/** Maximum delay between counting and sending: a connection through a proxy to a slow host. */
const maxLateMs = 10_000
/** Some systems give the uptime in whole seconds. */
const uptimeErrorMs = 1_000
/** Ages of calls are stored in whole seconds too, rounded to later, which keeps the text short. */
const ageStepMs = uptimeErrorMs

interface SentCallsDeps {
  readonly limits: () => CallLimits
  /** Writes what a restart must know. Throws when it cannot. */
  readonly write: (state: Pick<StoredCalls, 'sent' | 'reserved' | 'learned'>) => void
  readonly steady: () => number
}

export class SentCalls {
  readonly #deps: SentCallsDeps
  readonly #window = new CallWindow()
  /** Calls of the last minute that were answered 429. */
  readonly #refused = new CallWindow()
  readonly #filling = new Coalescer(() => tryToWrite(() => this.fillReserve()), fillAfterMs)
  #learned = new LearnedLimit()
  /** Calls reserved on disk and not sent yet. */
  #reserved = 0

  constructor(deps: SentCallsDeps) {
    this.#deps = deps
  }

  get limit(): number {
    const limits = this.#deps.limits()
    return limits.kind === 'learned' ? this.#learned.value : limits.perMinute
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

  /**
   * Counts a call that is sent now, and reserves those waiting behind it. Returns its stamp. Throws when that cannot be
   * written: the call must then not be sent, because a restart would not count it.
   */
  send(waiting: number): number {
    const now = this.#deps.steady()
    if (this.#reserved === 0) this.#reserve(waiting + 1)
    this.#reserved -= 1
    this.#window.add(now)
    return now
  }

  giveBack(stamp: number): void {
    this.#window.giveBack(stamp)
  }

  /** Recounts a call that leaves only now, after its connection was opened. Returns its new stamp. */
  left(stamp: number): number {
    const now = this.#deps.steady()
    if (now - stamp < minLateMs) return stamp
    this.#window.giveBack(stamp)
    this.#window.add(now)
    return now
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
    this.save()
  }

  /** Raises the limit if allowed; called when it delays a call. Returns true when it was raised. */
  raise(): boolean {
    return this.#deps.limits().kind === 'learned' && this.#learned.raise(this.#deps.steady())
  }

  /** Reserves calls for the next burst, where few are left. Throws when it cannot be written. */
  fillReserve(): void {
    this.#filling.cancel()
    if (this.#isReserveLow()) this.#reserve(0)
  }

  /** Fills the reserve after the burst, unless another write includes it before. */
  fillReserveSoon(): void {
    if (this.#isReserveLow()) this.#filling.request()
  }

  save(): void {
    tryToWrite(() => this.#reserve(0))
  }

  /** Drops the last reservation, whose transaction was rolled back; the next call reserves again. */
  forgetReserve(): void {
    this.#reserved = 0
  }

  /** Ends sending: the next start counts only calls that were sent. */
  close(): void {
    this.#filling.cancel()
    this.#reserved = 0
    tryToWrite(() => this.#write(0))
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

  /** Another key may have another plan. */
  forgetLearned(): void {
    this.#learned = new LearnedLimit()
  }

  #countLetThrough(): number {
    return Math.max(0, this.count() - this.#refused.count(this.#deps.steady()))
  }

  #isReserveLow(): boolean {
    return this.#reserved < toBlockSize(this.limit) / 2
  }

  /** Reserves at least a block. */
  #reserve(wanted: number): void {
    const { limit } = this
    const reserved = Math.max(toBlockSize(limit), Math.min(limit, wanted))
    this.#write(reserved)
    this.#reserved = reserved
  }

  #write(reserved: number): void {
    const sent = this.#window.ages(this.#deps.steady(), ageStepMs)
    this.#deps.write({ sent, reserved, learned: this.#learned.value })
  }
}

/** Ignores a failure: the disk still has the calls reserved before. */
function tryToWrite(write: () => void): void {
  try {
    write()
  } catch {
    return
  }
}

/** A crash can cost a tenth of the limit. */
const toBlockSize = (limit: number): number => Math.min(64, Math.max(1, Math.ceil(limit / 10)))
