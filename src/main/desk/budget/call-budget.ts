/**
 * The call budget of one profile's key: one queue in which every keyed call waits for its permit, by priority and age.
 * Permits are granted within the limit of any 60 s, the limit of calls in flight, and the pauses of hosts.
 */
import type { Meter } from '../../../shared/model/parlay/desk.ts'
import type { CellActivity } from '../../../shared/model/price/cell.ts'
import { learnedAtOnce, type CallLimits } from '../../../shared/model/settings/budget.ts'
import { Coalescer } from '../../async/coalescer.ts'
import { Timer } from '../../async/timer.ts'
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
import { CallQueue, type QueuedCall } from './call-queue.ts'
import { CircuitBreakers, type Pause } from './circuit-breakers.ts'
import { KeptCalls } from './kept-calls.ts'
import { SentCalls } from './sent-calls.ts'

/** The clocks of a call budget. The user can change the second only. */
export interface Clock {
  /** Monotonic clock, ms. */
  readonly steady: () => number
  /** Epoch ms, for the screen and for times that a service names. */
  readonly epoch: () => number
  /** Ms since the machine was started, comparable across runs of the program. */
  readonly uptime: () => number
}

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

/** One use of a permit. */
type Grant = Pick<Permit, 'left' | 'release'>

interface WaitingCall extends QueuedCall {
  readonly request: CallRequest
  readonly grant: (grant: Grant) => void
  readonly refuse: (why: Error) => void
  readonly cancel: () => void
}

export class CallBudget {
  readonly sent: SentCalls
  readonly #deps: CallBudgetDeps
  readonly #queue = new CallQueue<WaitingCall>()
  readonly #breakers = new CircuitBreakers()
  readonly #kept = new KeptCalls()
  readonly #waiting = new Map<CallRequest, WaitingCall>()
  /** Requests of the same synchronous code are served together. */
  readonly #granting = new Coalescer(() => this.grantPermits(), 'microtask')
  readonly #wake = new Timer(() => this.grantPermits())
  #inFlight = 0
  #count = 0

  constructor(deps: CallBudgetDeps) {
    this.#deps = deps
    const { limits, clock, stored, write } = deps
    this.sent = new SentCalls({
      limits,
      steady: clock.steady,
      write: sent => write({ uptimeMs: clock.uptime(), ...sent, ...this.#breakers.toStored(clock.steady()) }),
    })
    if (stored === undefined) return
    this.sent.restore(stored, clock.uptime())
    this.#breakers.restore(stored, { steady: clock.steady(), epoch: clock.epoch() })
  }

  /** Waits for a permit. Throws ServiceError as documented at AcquirePermit, and when cancelled. */
  acquire(request: CallRequest): Promise<Permit> {
    return this.#enqueue(
      request,
      grant => new GrantedPermit(grant, withinMs => this.#enqueueWithin(request, withinMs)),
    )
  }

  /** Removes a request from the queue, if it waits there. */
  cancel(request: CallRequest): void {
    this.#waiting.get(request)?.cancel()
  }

  /** Gives a request in the queue another priority. */
  setPriority(request: CallRequest, to: Priority): void {
    const waiting = this.#waiting.get(request)
    if (waiting === undefined || waiting.priority === to) return
    this.#queue.setPriority(waiting, to)
    // Only a call of the user may test a failing host.
    if (to >= priority.user) this.grantPermits()
  }

  isWaiting(request: CallRequest): boolean {
    return this.#waiting.has(request)
  }

  /** A request's place in the queue; undefined when it does not wait. */
  findPlace(request: CallRequest): Extract<CellActivity, { kind: 'waiting' }> | undefined {
    const waiting = this.#waiting.get(request)
    if (waiting === undefined) return undefined
    const now = this.#now()
    const pause = this.#breakers.pauseOf(request.host, now)
    if (pause !== undefined) return { kind: 'waiting', place: 0, startsAt: pause.untilAt }
    const place = this.#queue.positionOf(waiting, host => this.#breakers.pauseOf(host, now) !== undefined)
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
    const sentMs = this.#freeAt(this.#queue.sizeFrom(level) + callCount, level, now) - now
    return Math.round(Math.max(0, pauseMs, sentMs))
  }

  /** The budget's state, for the screen. */
  meter(): Meter {
    const now = this.#now()
    return {
      // After the limit was lowered, more of the last minute's calls may count than it allows now.
      lastMinute: Math.min(this.sent.count(), this.sent.limit),
      inFlight: this.#inFlight,
      waiting: this.#queue.size,
      limit: this.sent.limit,
      isLearned: this.#deps.limits().kind === 'learned',
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
    this.sent.forgetLearned()
    this.sent.save()
    this.grantPermits()
  }

  /** Reserves this number of calls a minute for closing prices, for `forMs` or until the next call. */
  keepFree(calls: number, forMs: number): void {
    this.#kept.keep(calls, this.#now() + forMs)
    this.grantPermits()
  }

  /** Ends pauses that are longer than a day, at the user's request. */
  endLongPauses(): void {
    this.#breakers.endLongLimits({ steady: this.#now(), epoch: this.#deps.clock.epoch() })
    this.sent.save()
    this.#deps.onChanged()
    this.grantPermits()
  }

  /** Grants no more calls. */
  close(): void {
    for (const { cancel } of [...this.#waiting.values()]) cancel()
    this.#wake.stop()
    this.sent.close()
  }

  /** Grants all permits that are free now, and schedules the next grant. */
  grantPermits(): void {
    this.#wake.stop()
    this.#queue.forgetPositions()
    const limits = this.#deps.limits()
    const { inFlight, perHost } = limits.kind === 'learned' ? learnedAtOnce : limits
    while (this.#queue.size > 0 && this.#inFlight < inFlight) {
      const now = this.#now()
      if (this.#breakers.keyPause(now) !== undefined) break
      const next = this.#queue.first((host, level) => this.#isAllowed(host, level, { perHost, now }))
      if (next === undefined) break
      const freeAt = this.#freeAt(1, next.priority, now)
      if (freeAt <= now) this.#tryGrant(next)
      else if (!this.sent.raise()) {
        this.#wakeAt(Math.min(freeAt, this.#kept.endsAt(now)))
        return
      }
    }
    if (this.#queue.size > 0) this.#wakeAt(this.#breakers.nextEndAt(this.#queue.hosts(), this.#now()))
    this.sent.fillReserveSoon()
  }

  /** `SentCalls.freeAt`, after the calls that are reserved for closing prices. */
  #freeAt(nth: number, level: Priority, now: number): number {
    const kept = level === priority.closing ? 0 : this.#kept.count(this.sent.limit, now)
    return this.sent.freeAt(nth + kept, now)
  }

  #isAllowed(host: string, level: Priority, { perHost, now }: { perHost: number; now: number }): boolean {
    const breaker = this.#breakers.of(host)
    if (breaker.inFlight >= perHost) return false
    return level >= priority.user ? breaker.allowsUser(now) : breaker.allows(now)
  }

  /** A call that cannot be recorded is not sent, nor is any behind it. */
  #tryGrant(next: WaitingCall): void {
    let stamp: number
    try {
      stamp = this.sent.send(this.#queue.size - 1)
    } catch (error) {
      const why = toUnrecorded(error)
      for (const waiting of [...this.#waiting.values()]) this.#refuse(waiting, why)
      return
    }
    this.#grant(next, stamp)
  }

  #grant(next: WaitingCall, stamp: number): void {
    this.#remove(next)
    this.#inFlight += 1
    this.#breakers.of(next.host).inFlight += 1
    let counted = stamp
    let hasLeft = false
    next.grant({
      left: () => {
        hasLeft = true
        counted = this.sent.left(counted)
      },
      release: outcome => this.#released(next.host, { stamp: counted, hasLeft }, outcome),
    })
    this.#deps.onChanged()
  }

  #released(host: string, call: { stamp: number; hasLeft: boolean }, outcome: PermitOutcome): void {
    const { sent } = this
    const breaker = this.#breakers.of(host)
    const now = { steady: this.#now(), epoch: this.#deps.clock.epoch() }
    this.#inFlight -= 1
    breaker.inFlight -= 1
    // A host that cannot be reached was sent nothing.
    if (outcome.kind === 'unsent' || (outcome.kind === 'failed' && !call.hasLeft)) sent.giveBack(call.stamp)
    if (outcome.kind === 'answered' || outcome.kind === 'limited') breaker.succeeded()
    if (outcome.kind === 'answered') sent.answered(this.#inFlight)
    if (outcome.kind === 'failed' && breaker.failed(now)) this.#refusePaused(this.#queue.ofHost(host))
    if (outcome.kind === 'limited') {
      sent.limited(this.#breakers.limited(host, now, outcome.untilAt), this.#inFlight)
      this.#refusePaused([...this.#waiting.values()].filter(({ request }) => this.#findRefusal(request)))
    }
    this.#deps.onChanged()
    this.grantPermits()
  }

  /** Resolves to the result of `as` once the permit is granted. */
  #enqueue<T>(request: CallRequest, as: (grant: Grant) => T): Promise<T> {
    return new Promise((resolve, refuse) => {
      const { host, priority: level, signal } = request
      const isCancelled = signal?.aborted === true
      const obstacle = isCancelled ? cancelledCall(host) : this.#findRefusal(request)
      if (obstacle !== undefined) {
        refuse(obstacle)
        return
      }
      this.#count += 1
      const waiting: WaitingCall = {
        host,
        number: this.#count,
        priority: level,
        request,
        grant: grant => resolve(as(grant)),
        refuse,
        cancel: () => this.#refuse(waiting, cancelledCall(host)),
      }
      this.#waiting.set(request, waiting)
      this.#queue.add(waiting)
      signal?.addEventListener('abort', waiting.cancel)
      this.#granting.request()
    })
  }

  async #enqueueWithin(request: CallRequest, withinMs: number): Promise<Grant | undefined> {
    const now = this.#now()
    if (this.#freeAt(1, request.priority, now) > now + withinMs) return undefined
    const timer = setTimeout(() => this.cancel(request), withinMs)
    try {
      return await this.#enqueue(request, grant => grant)
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
    for (const waiting of calls) {
      const pause = this.pauseOf(waiting.host)
      if (pause !== undefined) this.#refuse(waiting, toRefusal(waiting.host, pause))
    }
  }

  #refuse(waiting: WaitingCall, why: Error): void {
    this.#remove(waiting)
    waiting.refuse(why)
    this.#deps.onChanged()
  }

  #remove(waiting: WaitingCall): void {
    this.#waiting.delete(waiting.request)
    this.#queue.remove(waiting)
    waiting.request.signal?.removeEventListener('abort', waiting.cancel)
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

/** A permit in use, which can return to the queue for another attempt. */
class GrantedPermit implements Permit {
  #grant: Grant | undefined
  readonly #acquireAgain: (withinMs: number) => Promise<Grant | undefined>

  constructor(grant: Grant, acquireAgain: (withinMs: number) => Promise<Grant | undefined>) {
    this.#grant = grant
    this.#acquireAgain = acquireAgain
  }

  left(): void {
    this.#grant?.left()
  }

  release(outcome: PermitOutcome): void {
    const grant = this.#grant
    this.#grant = undefined
    grant?.release(outcome)
  }

  async renew(withinMs: number): Promise<boolean> {
    this.release({ kind: 'unsent' })
    this.#grant = await this.#acquireAgain(withinMs)
    return this.#grant !== undefined
  }
}

function toUnrecorded(error: unknown): ServiceError {
  const cause = explainStorageError(error) ?? 'The data folder can’t be written.'
  return new ServiceError(toStorageFailure(cause, 'No calls are sent until it can.'))
}

const toRefusal = (host: string, { why, untilAt }: Pause): ServiceError =>
  new ServiceError(why === 'limited' ? { kind: 'limited', untilAt } : { kind: 'host-failing', host, untilAt })
