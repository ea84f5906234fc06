/**
 * Slots that the desks of a team share. A call needs a slot of the team beside the desk's own, which goes on counting, so
 * that a desk that leaves its team, or starts again, knows its calls:
 *
 *   take ──► free slot ──► call ──► left, or given back ──► reported with the next request
 *     │          ▲
 *     │ none     │ a few at once, so that calls do not wait for the server one by one
 *     ▼          │
 *   request ──► lease_slots, at least every 5 s ──► onFree
 *
 * Without the server the desk sends its share, once that may be used.
 */
import type { CallSlot, CallSlots, Clock, OwnSlots, RateLimited } from '../../odds-service/call-slots.ts'
import { Timer } from '../../async/timer.ts'
import { signOff } from '../schema/slot-calls.ts'
import type { CallTimes } from './call-times.ts'
import { SlotLease, type Connection } from './slot-lease.ts'

export interface TeamSlotsDeps {
  readonly own: OwnSlots
  readonly clock: Clock
  readonly times: CallTimes
  /** Name of the calls of the present key; undefined without a key. */
  readonly window: () => string | undefined
  /** Called when calls may be sent that had to wait. */
  readonly onFree: () => void
  /** Called when the server refused, or could not be reached. */
  readonly onProblem: (error: unknown) => void
}

const maxAtOnce = 16
/** Part of a limit that one request takes at most. */
const maxPart = 1 / 8

export class TeamSlots implements CallSlots {
  readonly #deps: TeamSlotsDeps
  readonly #wake = new Timer(() => this.#onWake())
  /** Limit before the team's applied. */
  readonly #ownLimit: number
  #lease: SlotLease | undefined
  #connection: Connection | undefined
  #exchange: Promise<void> | undefined
  /** Time of the next exchange (monotonic clock). */
  #dueAt = Infinity
  /** Calls that wait, as last reported. */
  #waiting = 0
  #isClosed = false

  constructor(deps: TeamSlotsDeps) {
    this.#deps = deps
    this.#ownLimit = deps.own.limit
    this.#findLease()
  }

  connect(connection: Connection): void {
    this.#connection = connection
    this.#exchangeIn(0)
  }

  disconnect(): void {
    this.#connection = undefined
    this.#exchangeIn(0)
  }

  /** Asks the server now: another desk has changed what applies to all. */
  refresh(): void {
    this.#exchangeIn(0)
  }

  get limit(): number {
    this.#applyLimit()
    return this.#deps.own.limit
  }

  get limitFrom(): CallSlots['limitFrom'] {
    return this.#lease?.perMinute === undefined ? this.#deps.own.limitFrom : 'team'
  }

  /** Calls a minute that this desk can count on while all others call too. */
  get fairLimit(): number {
    const share = this.#lease?.share.calls ?? 0
    return share === 0 ? this.limit : share
  }

  count(): number {
    const counted = this.#isInContact() ? this.#lease?.counted : 0
    return Math.max(this.#deps.own.count(), counted ?? 0)
  }

  freeAt(nth: number, now: number): number {
    const lease = this.#findLease()
    this.#applyLimit()
    const ownAt = this.#deps.own.freeAt(nth, now)
    if (lease === undefined || lease.pool.count() > 0) return ownAt
    if (this.#isInContact()) return Math.max(ownAt, lease.freeAt)
    return Math.max(ownAt, now + Math.min(lease.share.usableInMs(), this.#deps.times.shareFromMs))
  }

  take(waiting: number): CallSlot | undefined {
    const lease = this.#findLease()
    if (lease === undefined) return this.#deps.own.take(waiting)
    this.#applyLimit()
    const slot = lease.pool.take() ?? this.#takeOfShare(lease)
    this.#waiting = slot === undefined ? waiting + 1 : waiting
    if (!this.#isInContact()) this.#exchangeIn(lease.share.usableInMs() || Infinity)
    // The next slots come while these calls are sent.
    else if (this.#waiting > 0 && lease.pool.count() === 0) this.#exchangeIn(0)
    return slot && this.#toCallSlot(slot, waiting)
  }

  prepare(waiting: number): void {
    this.#deps.own.prepare(waiting)
    this.#waiting = waiting
    this.#lease?.pool.keep(waiting)
    this.#reportSoon()
  }

  delayed(waiting: number): boolean {
    this.#waiting = waiting
    if (this.#lease !== undefined) this.#exchangeIn(this.#msUntilFree(this.#lease))
    return false
  }

  answered(): void {
    // The team's limit was set; it is not learned from answers.
  }

  limited({ isLone, inFlight, untilAt }: RateLimited): void {
    // The limit of one host is not that of the key.
    if (isLone || this.#lease === undefined) return
    this.#lease.limited(untilAt - this.#deps.clock.epoch(), inFlight)
    this.#exchangeIn(0)
  }

  forgetLearned(): void {
    this.#deps.own.forgetLearned()
    this.#findLease()
  }

  save(): void {
    this.#deps.own.save()
  }

  close(): void {
    this.#isClosed = true
    this.#wake.stop()
    this.#deps.own.limitTo(undefined)
  }

  /** Closes, and gives what this desk holds back to the others. Never rejects. */
  async signOff(): Promise<void> {
    this.close()
    await this.#exchange
    const [connection, lease] = [this.#connection, this.#lease]
    if (connection === undefined || lease === undefined) return
    try {
      await lease.settle(connection.query)
      await signOff(connection.query, lease.window)
    } catch (error) {
      this.#deps.onProblem(error)
    }
  }

  #isAsking(): boolean {
    return this.#exchange !== undefined
  }

  /** Time until it is worth asking the server again. */
  #msUntilFree({ freeAt, share }: SlotLease): number {
    const { clock, times } = this.#deps
    if (!this.#isInContact()) return share.usableInMs() || Infinity
    return Math.max(0, Math.min(times.askAgainMs, freeAt - clock.steady()))
  }

  #isInContact(): boolean {
    return this.#connection?.isClosed === false
  }

  /** The lease for the present key. */
  #findLease(): SlotLease | undefined {
    const { own, clock, times } = this.#deps
    const window = this.#deps.window()
    if (window === this.#lease?.window) return this.#lease
    this.#lease =
      window === undefined
        ? undefined
        : new SlotLease({ window, clock, times, beginsWith: this.#ownLimit, ownCount: () => own.count() })
    if (this.#lease !== undefined) this.#exchangeIn(0)
    return this.#lease
  }

  /** The desk's own slots follow the team's limit, or the share while that is used. */
  #applyLimit(): void {
    const lease = this.#lease
    const isShareUsed = lease?.share.usableInMs() === 0
    this.#deps.own.limitTo(isShareUsed ? lease.share.calls : lease?.perMinute)
  }

  #takeOfShare({ share }: SlotLease): CallSlot | undefined {
    if (share.usableInMs() > 0) return undefined
    return {
      left: () => {
        if (share.usableInMs() > 0) return false
        share.sentOne()
        return true
      },
      giveBack: () => {},
    }
  }

  #toCallSlot(slot: CallSlot, waiting: number): CallSlot {
    try {
      const own = this.#deps.own.take(waiting)
      return {
        left: () => {
          if (!slot.left()) return false
          own.left()
          this.#reportSoon()
          return true
        },
        giveBack: () => {
          slot.giveBack()
          own.giveBack()
        },
      }
    } catch (error) {
      slot.giveBack()
      throw error
    }
  }

  #reportSoon(): void {
    if (this.#lease?.pool.hasReport === true) this.#exchangeIn(this.#deps.times.reportWithinMs)
  }

  /** Plans the next exchange no later than in this time. */
  #exchangeIn(ms: number): void {
    const now = this.#deps.clock.steady()
    if (this.#isClosed || now + ms >= this.#dueAt) return
    this.#dueAt = now + ms
    if (this.#exchange === undefined) this.#start(ms)
  }

  #start(ms: number): void {
    if (ms <= 0) this.#onWake()
    else this.#wake.start(Math.ceil(ms))
  }

  #onWake(): void {
    this.#wake.stop()
    this.#dueAt = Infinity
    const lease = this.#findLease()
    if (lease === undefined || this.#exchange !== undefined) return
    const connection = this.#connection
    if (connection === undefined || connection.isClosed) this.#waitForShare(lease)
    else this.#exchange = this.#ask(lease, connection)
  }

  #waitForShare({ share }: SlotLease): void {
    const inMs = share.usableInMs()
    if (this.#waiting > 0 && inMs === 0) this.#deps.onFree()
    else if (this.#waiting > 0) this.#exchangeIn(inMs)
  }

  async #ask(lease: SlotLease, connection: Connection): Promise<void> {
    const { times, onFree, onProblem } = this.#deps
    let nextInMs = times.renewMs
    try {
      const atOnce = Math.min(maxAtOnce, Math.ceil((lease.perMinute ?? this.#ownLimit) * maxPart))
      const missing = this.#waiting - lease.pool.count()
      await lease.exchange(connection, Math.max(0, Math.min(atOnce, missing)))
      if (this.#waiting > lease.pool.count()) nextInMs = Math.min(nextInMs, this.#msUntilFree(lease))
    } catch (error) {
      onProblem(error)
      this.#dueAt = Infinity
      nextInMs = times.askAgainMs
    }
    this.#exchange = undefined
    if (this.#isClosed) return
    this.#exchangeIn(nextInMs)
    if (lease.pool.count() > 0) onFree()
    const leftMs = this.#dueAt - this.#deps.clock.steady()
    if (!this.#isAsking()) this.#start(leftMs)
  }
}
