/** The calls of one key as a desk shares them with its team: slots leased from the server, and the share without it. */
import type { Clock } from '../../odds-service/call-slots.ts'
import type { PostgresConnection, RunQuery } from '../postgres/connection.ts'
import { readCode } from '../postgres/server-problem.ts'
import {
  leaseSlots,
  readClock,
  reportLimited,
  settleSlots,
  tooOld,
  type Lease,
} from '../schema/slot-calls.ts'
import type { CallTimes } from './call-times.ts'
import { DeskShare } from './desk-share.ts'
import { readMoment, type Moment } from './moment.ts'
import { ServerClock } from './server-clock.ts'
import { SlotPool } from './slot-pool.ts'

export type Connection = Pick<PostgresConnection, 'query' | 'isClosed'>

export interface SlotLeaseDeps {
  /** Name of the calls of this key. */
  readonly window: string
  readonly clock: Clock
  readonly times: CallTimes
  /** Limit of calls a minute for a key that no desk has used before. */
  readonly beginsWith: number
  /** Calls of the last minute that the desk counted by itself. */
  readonly ownCount: () => number
}

/** Minimum limit that a 429 leads to. */
const minLimit = 5
const lowered = 0.9

export class SlotLease {
  readonly #deps: SlotLeaseDeps
  readonly pool: SlotPool
  readonly share: DeskShare
  readonly #serverClock = new ServerClock()
  #last: Lease | undefined
  /** Monotonic clock; see `freeAt`. */
  #freeAt = -Infinity
  /** End of the pause after the server's clock was set forward, when slots may have ended early (monotonic clock). */
  #jumpedUntil = -Infinity
  #limited: { readonly pauseMs: number; readonly toLimit: number } | undefined

  constructor(deps: SlotLeaseDeps) {
    this.#deps = deps
    this.pool = new SlotPool(deps.clock, deps.times.useMs)
    this.share = new DeskShare(deps.clock, deps.times)
  }

  get window(): string {
    return this.#deps.window
  }

  /** Undefined before the first answer. */
  get perMinute(): number | undefined {
    return this.#last?.perMinute
  }

  /** Calls of all desks in the last minute, as of the last answer. */
  get counted(): number {
    return this.#last?.counted ?? 0
  }

  /** Time from which the server may have a slot (monotonic clock); past if it may have one now. */
  get freeAt(): number {
    return this.#freeAt
  }

  /** Reports a 429 of several hosts with the next exchange. */
  limited(pauseMs: number, inFlight: number): void {
    const toLimit = Math.max(minLimit, Math.floor(lowered * (this.counted - inFlight)))
    this.#limited = { pauseMs: Math.max(0, pauseMs), toLimit }
  }

  /**
   * Reports what was used, and leases slots, at most `wanted`. Throws as `PostgresConnection.query`; what was not
   * reported is reported next time.
   */
  async exchange(connection: Connection, wanted: number): Promise<void> {
    const { clock, times } = this.#deps
    try {
      await this.#report(connection.query)
      await this.#ask(connection, wanted)
    } catch (error) {
      this.#freeAt = clock.steady() + times.askAgainMs
      if (readCode(error) !== tooOld) throw error
      this.#serverClock.forget()
    }
  }

  async #ask(connection: Connection, wanted: number): Promise<void> {
    const requested = await this.#readServerClock(connection.query)
    const takeBack = this.share.requesting(requested)
    try {
      this.#take(await this.#request(connection.query, requested, wanted), requested, wanted)
    } catch (error) {
      if (!connection.isClosed) takeBack()
      throw error
    }
  }

  /** Reports what was used. */
  async #report(query: RunQuery): Promise<void> {
    const limited = this.#limited
    if (limited !== undefined) await reportLimited(query, { window: this.window, ...limited })
    if (limited === this.#limited) this.#limited = undefined
    if (!this.pool.hasReport) return
    const report = this.pool.takeReport()
    try {
      await settleSlots(query, report)
    } catch (error) {
      this.pool.restoreReport(report)
      throw error
    }
  }

  async settle(query: RunQuery): Promise<void> {
    this.pool.keep(0)
    await this.#report(query)
  }

  /** Returns the moment from which on the request counts, at which the server's clock is known. */
  async #readServerClock(query: RunQuery): Promise<Moment> {
    const requested = readMoment(this.#deps.clock)
    if (this.#serverClock.estimate(requested) !== undefined) return requested
    this.#takeClock(await readClock(query), requested)
    return readMoment(this.#deps.clock)
  }

  #request(query: RunQuery, requested: Moment, wanted: number): Promise<Lease> {
    const { window, beginsWith, ownCount } = this.#deps
    return leaseSlots(query, {
      window,
      wanted: requested.steady < this.#jumpedUntil ? 0 : wanted,
      held: this.share.calls,
      // Without an answer since the start, none of the last minute's calls is known to have a slot.
      unslotted: this.#last === undefined ? ownCount() : this.share.countSent(),
      requestedAt: this.#serverClock.estimate(requested) ?? 0,
      beginsWith,
    })
  }

  #take(lease: Lease, requested: Moment, wanted: number): void {
    this.#last = lease
    this.share.answered(lease.share, requested)
    this.share.reported()
    this.pool.add(lease.slots, requested)
    if (this.#takeClock(lease.clock, requested)) this.pool.keep(0)
    const now = this.#deps.clock.steady()
    const freeInMs = lease.pausedMs || lease.freeInMs || this.#deps.times.askAgainMs
    const freeAt = lease.slots.length < wanted ? now + freeInMs : -Infinity
    this.#freeAt = Math.max(freeAt, this.#jumpedUntil)
  }

  /** Returns true when the server's clock was set forward. */
  #takeClock(epoch: number, requested: Moment): boolean {
    const { clock, times } = this.#deps
    const received = readMoment(clock)
    const isForward = this.#serverClock.take({ epoch, requested, received })
    if (isForward) this.#jumpedUntil = received.steady + times.windowMs + times.useMs
    return isForward
  }
}
