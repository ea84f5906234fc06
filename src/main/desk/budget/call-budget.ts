/**
 * The call budget of one profile's key. Every keyed call waits here for its permit:
 *
 *   acquire ──► WaitingCalls ──► granted ──► sent ──► released with its outcome
 *               by priority,        ▲                      │
 *               then by age         │ while all allow it   │ a 429 lowers the limit and pauses,
 *                                   │                      ▼ failures pause
 *               CallSlots (any 60 s) · CircuitBreakers (host, key) · calls in flight (all, by host)
 *
 * - Any 60 s contain at most the limit of calls, also after a crash: each takes a slot before it is sent.
 * - A request waits at most once, and is granted, refused or cancelled once.
 * - A grant is in flight until its release; the slot of what was not sent is returned.
 * - Whatever may free a permit ends in `grantPermits`, which also plans the next moment at which one becomes free.
 */
import type { Meter } from '../../../shared/model/parlay/desk.ts'
import type { CellActivity } from '../../../shared/model/price/cell.ts'
import { learnedAtOnce, type CallLimits } from '../../../shared/model/settings/budget.ts'
import { Coalescer } from '../../async/coalescer.ts'
import { Timer } from '../../async/timer.ts'
import type { CallSlot, CallSlots, Clock, OwnSlots } from '../../odds-service/call-slots.ts'
import { cancelledCall, ServiceError } from '../../odds-service/failures.ts'
import {
  priority,
  type CallRequest,
  type Permit,
  type PermitOutcome,
  type Priority,
} from '../../odds-service/permits.ts'
import { explainStorageError, toStorageFailure } from '../../storage/storage-failure.ts'
import type { StoredCalls } from './budget-store.ts'
import { CircuitBreakers, type Pause } from './circuit-breakers.ts'
import { GrantedPermit, type PermitUse } from './granted-permit.ts'
import { KeptCalls } from './kept-calls.ts'
import { LocalSlots, type StoredSlots } from './local-slots.ts'
import { WaitingCalls, type WaitingCall } from './waiting-calls.ts'

export interface CallBudgetDeps {
  readonly limits: () => CallLimits
  /** State of an earlier run. */
  readonly stored: StoredCalls | undefined
  /** Stores the state of this run. Throws when it cannot. */
  readonly write: (state: StoredCalls) => void
  readonly clock: Clock
  /** The meter or a place in the queue has changed. */
  readonly onChanged: () => void
}

/** Makes slots around the desk's own. They call `onFree` when calls may be sent that had to wait. */
export type ShareSlots = (own: OwnSlots, onFree: () => void) => CallSlots

interface GrantedCall {
  readonly slot: CallSlot
  hasLeft: boolean
}

export class CallBudget {
  readonly #deps: CallBudgetDeps
  readonly #waiting: WaitingCalls
  readonly #ownSlots: OwnSlots
  #slots: CallSlots
  readonly #breakers = new CircuitBreakers()
  readonly #kept = new KeptCalls()
  /** Requests of the same synchronous code are served together. */
  readonly #granting = new Coalescer(() => this.grantPermits(), 'microtask')
  readonly #wake = new Timer(() => this.grantPermits())
  #inFlight = 0

  constructor(deps: CallBudgetDeps) {
    this.#deps = deps
    const { limits, clock, stored, onChanged } = deps
    this.#waiting = new WaitingCalls(onChanged)
    this.#ownSlots = new LocalSlots({ limits, stored, clock, write: slots => this.#write(slots) })
    this.#slots = this.#ownSlots
    if (stored !== undefined) this.#breakers.restore(stored, { steady: clock.steady(), epoch: clock.epoch() })
  }

  /** Present limit of calls a minute. */
  get limit(): number {
    return this.#slots.limit
  }

  /** Calls a minute that this desk can count on. */
  get fairLimit(): number {
    return this.#slots.fairLimit
  }

  /** Counts calls together with other desks, by slots that `open` makes around the desk's own; undefined ends that. */
  share(open: ShareSlots | undefined): void {
    if (this.#slots !== this.#ownSlots) this.#slots.close()
    else if (open === undefined) return
    this.#slots = open?.(this.#ownSlots, () => this.grantPermits()) ?? this.#ownSlots
    this.grantPermits()
  }

  /** Waits for a permit. Throws ServiceError as documented at AcquirePermit, and when cancelled. */
  acquire(request: CallRequest): Promise<Permit> {
    const { host, signal } = request
    const refusal = signal?.aborted === true ? cancelledCall(host) : this.#findRefusal(request)
    if (refusal !== undefined) return Promise.reject(refusal)
    this.#granting.request()
    return this.#waiting.wait(request)
  }

  /** Removes a request from the queue, if it waits there. */
  cancel(request: CallRequest): void {
    this.#waiting.find(request)?.cancel()
  }

  /** Gives a request in the queue another priority. */
  setPriority(request: CallRequest, to: Priority): void {
    const waiting = this.#waiting.find(request)
    if (waiting === undefined || waiting.priority === to) return
    this.#waiting.setPriority(waiting, to)
    // Only a call of the user may test a failing host.
    if (to >= priority.user) this.grantPermits()
  }

  isWaiting(request: CallRequest): boolean {
    return this.#waiting.find(request) !== undefined
  }

  /** A request's place in the queue; undefined when it does not wait. */
  findPlace(request: CallRequest): Extract<CellActivity, { kind: 'waiting' }> | undefined {
    const waiting = this.#waiting.find(request)
    if (waiting === undefined) return undefined
    const now = this.#now()
    const pause = this.#breakers.pauseOf(request.host, now)
    if (pause !== undefined) return { kind: 'waiting', place: 0, startsAt: pause.untilAt }
    const place = this.#waiting.positionOf(waiting, host => this.#breakers.pauseOf(host, now) !== undefined)
    return {
      kind: 'waiting',
      place,
      startsAt: this.#toEpoch(this.#freeAt(place, waiting.priority, now) - now),
    }
  }

  /** Estimated wait until the last of `callCount` more calls of this priority is sent. 0 when all may go now. */
  msUntilSent(callCount: number, level: Priority): number {
    const now = this.#now()
    const pauseMs = (this.#breakers.keyPause(now)?.untilAt ?? 0) - this.#deps.clock.epoch()
    const sentMs = this.#freeAt(this.#waiting.sizeFrom(level) + callCount, level, now) - now
    return Math.round(Math.max(0, pauseMs, sentMs))
  }

  /** The budget's state, for the screen. */
  meter(): Meter {
    const now = this.#now()
    return {
      // After the limit was lowered, more of the last minute's calls may count than it allows now.
      lastMinute: Math.min(this.#slots.count(), this.limit),
      inFlight: this.#inFlight,
      waiting: this.#waiting.size,
      limit: this.limit,
      limitFrom: this.#slots.limitFrom,
      nextAt: this.#toEpoch(this.#freeAt(1, priority.user, now) - now),
      pausedUntil: this.#breakers.keyPause(now)?.untilAt ?? null,
      pausedHosts: this.#breakers.paused(now),
    }
  }

  /** The pause of a host; undefined while it may be called. */
  pauseOf(host: string): Pause | undefined {
    return this.#breakers.pauseOf(host, this.#now())
  }

  /** The key changed: limits of the old one do not apply to the new one. Calls already sent still count. */
  keyChanged(): void {
    this.#breakers.clearLimits()
    this.#slots.forgetLearned()
    this.#slots.save()
    this.grantPermits()
  }

  /** Keeps this number of calls a minute free for closing prices, for `forMs` or until it is called again. */
  keepFree(calls: number, forMs: number): void {
    this.#kept.keep(calls, this.#now() + forMs)
    this.grantPermits()
  }

  /** Ends pauses that are longer than a day, at the user's request. */
  endLongPauses(): void {
    this.#breakers.endLongLimits({ steady: this.#now(), epoch: this.#deps.clock.epoch() })
    this.#slots.save()
    this.#deps.onChanged()
    this.grantPermits()
  }

  /** Grants no more calls. */
  close(): void {
    for (const { cancel } of this.#waiting.all()) cancel()
    this.share(undefined)
    this.#wake.stop()
    this.#slots.close()
  }

  /** Grants all permits that are free now, and schedules the next grant. */
  grantPermits(): void {
    this.#waiting.forgetPositions()
    const limits = this.#deps.limits()
    const { inFlight, perHost } = limits.kind === 'learned' ? learnedAtOnce : limits
    while (this.#inFlight < inFlight) {
      const now = this.#now()
      if (this.#breakers.keyPause(now) !== undefined) break
      const next = this.#waiting.first((host, level) => this.#isAllowed(host, level, { perHost, now }))
      if (next === undefined) break
      const freeAt = this.#freeAt(1, next.priority, now)
      if (freeAt <= now) {
        if (!this.#tryGrant(next)) return
      } else if (!this.#slots.delayed(this.#waiting.size)) {
        this.#wakeAt(Math.min(freeAt, this.#kept.endsAt(now)))
        return
      }
    }
    this.#wakeAt(this.#breakers.nextEndAt(this.#waiting.hosts(), this.#now()))
    this.#slots.prepare(this.#waiting.size)
  }

  /** `CallSlots.freeAt`, after the calls that are kept free for closing prices. */
  #freeAt(nth: number, level: Priority, now: number): number {
    const kept = level === priority.closing ? 0 : this.#kept.count(this.limit, now)
    return this.#slots.freeAt(nth + kept, now)
  }

  #isAllowed(host: string, level: Priority, { perHost, now }: { perHost: number; now: number }): boolean {
    const breaker = this.#breakers.of(host)
    if (breaker.inFlight >= perHost) return false
    return level >= priority.user ? breaker.allowsUser(now) : breaker.allows(now)
  }

  /**
   * A call that cannot be recorded is not sent, nor is any behind it. Returns false when there is no slot yet, which
   * grants permits when it comes.
   */
  #tryGrant(next: WaitingCall): boolean {
    try {
      const slot = this.#slots.take(this.#waiting.size - 1)
      if (slot === undefined) return false
      this.#grant(next, slot)
    } catch (error) {
      const why = toUnrecorded(error)
      for (const call of this.#waiting.all()) this.#waiting.refuse(call, why)
    }
    return true
  }

  #grant(next: WaitingCall, slot: CallSlot): void {
    const { host, request } = next
    this.#inFlight += 1
    this.#breakers.of(host).inFlight += 1
    const call = { slot, hasLeft: false }
    const use: PermitUse = {
      left: () => (call.hasLeft = slot.left()),
      release: outcome => this.#released(host, call, outcome),
    }
    this.#waiting.grant(next, new GrantedPermit(use, withinMs => this.#acquireWithin(request, withinMs)))
  }

  #released(host: string, call: GrantedCall, outcome: PermitOutcome): void {
    const breaker = this.#breakers.of(host)
    const now = { steady: this.#now(), epoch: this.#deps.clock.epoch() }
    this.#inFlight -= 1
    breaker.inFlight -= 1
    // A host that cannot be reached was sent nothing.
    if (outcome.kind === 'unsent' || (outcome.kind === 'failed' && !call.hasLeft)) call.slot.giveBack()
    if (outcome.kind === 'answered' || outcome.kind === 'limited') breaker.succeeded()
    if (outcome.kind === 'answered') this.#slots.answered(this.#inFlight)
    if (outcome.kind === 'failed' && breaker.failed(now)) this.#refusePaused(this.#waiting.ofHost(host))
    if (outcome.kind === 'limited') {
      const { untilAt } = outcome
      const isLone = this.#breakers.limited(host, now, untilAt)
      this.#slots.limited({ isLone, inFlight: this.#inFlight, untilAt })
      this.#slots.save()
      this.#refusePaused(this.#waiting.all().filter(({ request }) => this.#findRefusal(request)))
    }
    this.#deps.onChanged()
    this.grantPermits()
  }

  /** Undefined when no permit is granted within this time. */
  async #acquireWithin(request: CallRequest, withinMs: number): Promise<Permit | undefined> {
    const now = this.#now()
    if (this.#freeAt(1, request.priority, now) > now + withinMs) return undefined
    const timer = setTimeout(() => this.cancel(request), withinMs)
    try {
      return await this.acquire(request)
    } catch {
      return undefined
    } finally {
      clearTimeout(timer)
    }
  }

  /**
   * Error for a request whose host is paused; undefined when the request waits for the end of the pause, or may be sent
   * before it.
   */
  #findRefusal({ host, waitsThrough, priority: level }: CallRequest): ServiceError | undefined {
    const pause = this.pauseOf(host)
    if (pause === undefined || waitsThrough === 'any') return undefined
    const stays = pause.why === 'limited' ? waitsThrough === 'limits' : level >= priority.user
    return stays ? undefined : toRefusal(host, pause)
  }

  #refusePaused(calls: readonly WaitingCall[]): void {
    for (const call of calls) {
      const pause = this.pauseOf(call.host)
      if (pause !== undefined) this.#waiting.refuse(call, toRefusal(call.host, pause))
    }
  }

  #write(slots: StoredSlots): void {
    const { clock, write } = this.#deps
    write({ ...slots, ...this.#breakers.toStored(clock.steady()) })
  }

  #wakeAt(steady: number): void {
    this.#wake.start(Math.ceil(steady - this.#now()))
  }

  #now(): number {
    return this.#deps.clock.steady()
  }

  /** Epoch ms of the moment in this time; null when it has come. */
  #toEpoch(inMs: number): number | null {
    return inMs > 0 ? Math.round(this.#deps.clock.epoch() + inMs) : null
  }
}

function toUnrecorded(error: unknown): ServiceError {
  const cause = explainStorageError(error) ?? 'The data folder can’t be written.'
  return new ServiceError(toStorageFailure(cause, 'No calls are sent until it can.'))
}

const toRefusal = (host: string, { why, untilAt }: Pause): ServiceError =>
  new ServiceError(why === 'limited' ? { kind: 'limited', untilAt } : { kind: 'host-failing', host, untilAt })
