/**
 * Calls sent lately and how many more may be: the window of the last minute, its limit (set by the user or learned), and
 * the record on disk, so that no restart and no crash passes the limit. Before a call is sent, the disk says that it may
 * have been. Calls are therefore reserved in blocks, so that most sends write nothing; reserved calls that were perhaps
 * not sent count as just sent at the next start.
 */
import type { CallLimits } from '../../../shared/model/settings/budget.ts'
import { Coalescer } from '../../async/coalescer.ts'
import type { StoredCalls } from './budget-store.ts'
import { CallWindow } from './call-window.ts'
import { LearnedLimit } from './learned-limit.ts'

const fillAfterMs = 250
/** A call that leaves sooner after it was counted is within the half second that the window allows. */
const minLateMs = 50
/** The longest between the two: a connection through a proxy to a slow host. */
const maxLateMs = 10_000
/** Some systems give the uptime in whole seconds. */
const uptimeErrorMs = 1_000
/** So the age of calls is stored in whole seconds too, later rather than sooner: a minute of them is a short text. */
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
  /** The calls among them that were answered 429. */
  readonly #refused = new CallWindow()
  readonly #filling = new Coalescer(() => tryToWrite(() => this.fillReserve()), fillAfterMs)
  #learned = new LearnedLimit()
  /** Calls that the disk counts as sent and that were not yet. */
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

  /** Time at which the nth call from now on may go, by the steady clock; now or earlier where it may go already. */
  freeAt(nth: number, now: number): number {
    return this.#window.freeAt(nth, this.limit, now)
  }

  /**
   * Counts a call that is sent now. It is on disk when this returns, with those waiting behind it. Returns its stamp.
   * Throws when it cannot be written: the call must not be sent then, as a restart would know nothing of it.
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

  /** A counted call leaves now, after its connection was opened. Returns its stamp from now on. */
  left(stamp: number): number {
    const now = this.#deps.steady()
    if (now - stamp < minLateMs) return stamp
    this.#window.giveBack(stamp)
    this.#window.add(now)
    return now
  }

  /** A call was answered, and not with 429. */
  answered(inFlight: number): void {
    this.#learned.letThrough(this.#countLetThrough() - inFlight)
  }

  /** A call was answered with 429. Those in flight count as let through where one host alone limits. */
  limited(isLone: boolean, inFlight: number): void {
    const now = this.#deps.steady()
    this.#refused.add(now)
    this.#learned.lower(this.#countLetThrough() - (isLone ? 0 : inFlight), isLone, now)
    this.save()
  }

  /** Raises the limit if it may; called when it holds a call back. Returns whether it was raised. */
  raise(): boolean {
    return this.#deps.limits().kind === 'learned' && this.#learned.raise(this.#deps.steady())
  }

  /** Reserves calls for the next burst, where few are left. Throws when it cannot be written. */
  fillReserve(): void {
    this.#filling.cancel()
    if (this.#isReserveLow()) this.#reserve(0)
  }

  /** The same after the burst, unless it is done before together with something else that is written. */
  fillReserveSoon(): void {
    if (this.#isReserveLow()) this.#filling.request()
  }

  save(): void {
    tryToWrite(() => this.#reserve(0))
  }

  /** The transaction of the last reservation was rolled back: the next call reserves again. */
  forgetReserve(): void {
    this.#reserved = 0
  }

  /** Nothing more is sent: the next start counts only what was. */
  close(): void {
    this.#filling.cancel()
    this.#reserved = 0
    tryToWrite(() => this.#write(0))
  }

  /**
   * Counts the calls that an earlier run sent, or may have. Their age comes from the machine's uptime, which no clock
   * change moves; after a restart of the machine that is too little, never too much.
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
