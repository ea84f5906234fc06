/**
 * Slots for calls of one key: no 60 s contain more calls than the limit. The desk's call budget takes one for each call
 * that it grants. The desk counts them by itself, or together with the other desks of a team.
 */
import type { Meter } from '../../shared/model/parlay/desk.ts'

/** The clocks that calls are counted by. The user can change the second only. */
export interface Clock {
  /** Monotonic clock, ms. */
  readonly steady: () => number
  /** Epoch ms, for the screen and for times that a service names. */
  readonly epoch: () => number
  /** Ms since the machine was started, comparable across runs of the program. */
  readonly uptime: () => number
}

/** The right to send one call. */
export interface CallSlot {
  /** Reports that the call leaves now, and counts from now on. False if that is too late, and it must not leave. */
  left(): boolean
  /** Returns the slot of a call that was not sent. */
  giveBack(): void
}

export interface RateLimited {
  /** True when no other host answered 429 lately. */
  readonly isLone: boolean
  /** Other calls under way. */
  readonly inFlight: number
  /** Epoch ms until which the host wants no call. */
  readonly untilAt: number
}

export interface CallSlots {
  /** Present limit of calls a minute. */
  readonly limit: number
  readonly limitFrom: Meter['limitFrom']
  /** Calls a minute that this desk can count on; less than the limit while other desks share it. */
  readonly fairLimit: number
  /** Calls of the last minute. */
  count(): number
  /**
   * Time at which the nth call from now may be sent (monotonic clock); not after `now` when that is already possible.
   */
  freeAt(nth: number, now: number): number
  /**
   * Takes a slot for a call; `waiting` more wait behind it. Undefined when one must be requested first, which is done.
   * Throws when the call cannot be recorded, and must not be sent.
   */
  take(waiting: number): CallSlot | undefined
  /** Called when no more calls can be sent now and `waiting` wait: prepares for the next, and returns what they don't need. */
  prepare(waiting: number): void
  /** Called when the limit delays `waiting` calls. Returns true when it was raised, as a learned one may be. */
  delayed(waiting: number): boolean
  /** Records an answer other than 429. `inFlight`: other calls under way. */
  answered(inFlight: number): void
  limited(limited: RateLimited): void
  /** Forgets the learned limit: another key may have another plan. */
  forgetLearned(): void
  /** Stores the state of the budget. */
  save(): void
  /** Ends; returns what was prepared. */
  close(): void
}

/** The slots that a desk counts by itself. */
export interface OwnSlots extends CallSlots {
  take(waiting: number): CallSlot
  /** Sets another limit in place of the desk's; undefined ends that. */
  limitTo(perMinute: number | undefined): void
}
