/** What was sent lately and how much may still be: the window, its limit by hand or learned, and what the disk knows of it. */
import type { CallLimits } from '../../../shared/model/settings/budget.ts'
import type { KeptCalls } from './budget-store.ts'
import { CallWindow } from './call-window.ts'
import { LearnedLimit } from './learned-limit.ts'
import { grainMs, Reserve, restore } from './reserve.ts'

const fillAfterMs = 250

interface SentOptions {
  readonly limits: () => CallLimits
  /** Writes what a restart must know. May throw. */
  readonly write: (kept: Pick<KeptCalls, 'sent' | 'reserved' | 'learned'>) => void
  readonly steady: () => number
}

export class SentCalls {
  readonly #options: SentOptions
  readonly #window = new CallWindow()
  /** Those of them that were answered 429. */
  readonly #refused = new CallWindow()
  readonly #reserve: Reserve
  #learned = new LearnedLimit()
  #filling: NodeJS.Timeout | undefined

  constructor(options: SentOptions) {
    this.#options = options
    this.#reserve = new Reserve(reserved => {
      const sent = this.#window.ages(options.steady(), grainMs)
      options.write({ sent, reserved, learned: this.#learned.value })
    })
  }

  get limit(): number {
    const limits = this.#options.limits()
    return limits.kind === 'learned' ? this.#learned.value : limits.perMinute
  }

  /** Calls of the last minute. */
  count(): number {
    return this.#window.count(this.#options.steady())
  }

  /** When the nth call from now on may go, by the steady clock; now or before where it may go at once. */
  freeAt(nth: number, now: number): number {
    return this.#window.freeAt(nth, this.limit, now)
  }

  /** Counts a call that is sent now; on disk before it returns, with those waiting behind it. Answers its stamp. */
  send(waiting: number): number {
    const now = this.#options.steady()
    this.#reserve.use(this.limit, waiting)
    this.#window.add(now)
    return now
  }

  giveBack(stamp: number): void {
    this.#window.giveBack(stamp)
  }

  /** A call was answered, and not with 429. */
  answered(inFlight: number): void {
    this.#learned.letThrough(this.#letThrough() - inFlight)
  }

  /** A call was answered with 429. Those still in flight count as let through where one host alone limits. */
  limited(isLone: boolean, inFlight: number): void {
    const now = this.#options.steady()
    this.#refused.add(now)
    this.#learned.lower(this.#letThrough() - (isLone ? 0 : inFlight), isLone, now)
    this.save()
  }

  /** Asked when the limit holds a call back: whether it has just been raised. */
  raise(): boolean {
    return this.#options.limits().kind === 'learned' && this.#learned.raise(this.#options.steady())
  }

  /** Fills what is reserved on disk for the next burst, where little is left of it. */
  fillReserve(): void {
    clearTimeout(this.#filling)
    this.#filling = undefined
    if (this.#reserve.isLow(this.limit)) this.save()
  }

  /** The same after the burst, unless something else is written before and it with that. */
  fillReserveSoon(): void {
    if (this.#reserve.isLow(this.limit))
      this.#filling ??= setTimeout(() => this.fillReserve(), fillAfterMs).unref()
  }

  save(): void {
    this.#reserve.fill(this.limit, 0)
  }

  close(): void {
    clearTimeout(this.#filling)
    this.#reserve.close()
  }

  restore(kept: KeptCalls, uptimeMs: number): void {
    this.#learned = new LearnedLimit(kept.learned)
    restore(this.#window, kept, { now: this.#options.steady(), uptimeMs })
  }

  /** Another key may have another plan. */
  forgetLearned(): void {
    this.#learned = new LearnedLimit()
  }

  #letThrough(): number {
    return Math.max(0, this.count() - this.#refused.count(this.#options.steady()))
  }
}
