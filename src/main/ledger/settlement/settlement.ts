/**
 * Asks the service how open bets ended: when the user says so, and by itself as games go on. One run at a time. What an
 * outage leaves unasked stays as it was and is asked again; an answer that fits no leg changes nothing and is told.
 */
import { EventEmitter } from 'node:events'
import { isDeepStrictEqual } from 'node:util'
import { Refusal, type CallFailure } from '../../../shared/failure.ts'
import type { Profile } from '../../../shared/model/settings/profile.ts'
import {
  quietSettlement,
  type SettleReport,
  type SettlementStatus,
} from '../../../shared/model/ticket/settlement.ts'
import type { TicketLine } from '../../../shared/model/ticket/ticket-line.ts'
import { ServiceError } from '../../odds-service/failures.ts'
import type { Grader } from '../../odds-service/grader.ts'
import type { GradedItem } from '../../odds-service/grading-wire.ts'
import { priority } from '../../odds-service/turns.ts'
import type { Ledger } from '../ledger.ts'
import type { GradedLeg } from '../tickets/gradings.ts'
import { inSlices } from '../../async/in-slices.ts'
import type { Pace } from './check-times.ts'
import { checkedLeg } from './checked-leg.ts'
import { Looks, type Planned } from './check-schedule.ts'
import { AskedLegs } from './matching.ts'
import { overQueue } from './over-queue.ts'
import { Tally } from './tally.ts'

export interface SettlementOptions {
  readonly ledger: Pick<Ledger, 'queue' | 'reads' | 'facts' | 'grade'>
  readonly grader: Grader
  readonly profileId: () => string
  /** The name of a profile, undefined for one that is gone. */
  readonly profileNamed: (id: string) => string | undefined
  /** Rejects while there is none, as when the demo did not start. */
  readonly profile: () => Promise<Pick<Profile, 'id' | 'grader'>>
  readonly log: (error: unknown) => unknown
  /** Of the profile in use. */
  readonly pace: () => Pace
  readonly now?: () => number
}

/** `settled`: tickets that ended, ended otherwise or opened again in one run. */
interface SettlementEvents {
  changed: [SettlementStatus]
  settled: [readonly TicketLine[]]
}

type Way = 'act' | 'check' | 'schedule'
type Gather = () => Promise<AskedLegs>

const longestTimerMs = 3_600_000
/** How often a run under way tells how many legs are left. */
const countEveryMs = 500
const notReached: CallFailure = { kind: 'unreachable', host: 'The grader', detail: 'it is not there yet' }

export class Settlement extends EventEmitter<SettlementEvents> {
  readonly #options: SettlementOptions
  readonly #now: () => number
  readonly #looks: Looks
  #status: SettlementStatus = quietSettlement
  #running: Promise<SettleReport> | undefined
  #settling: Promise<SettleReport> | undefined
  #planning: Promise<void> | undefined
  /** What is planned, or being planned, is no longer true. */
  #isStale = false
  #timer: NodeJS.Timeout | undefined
  #abort = new AbortController()
  #countedAt = 0

  constructor(options: SettlementOptions) {
    super()
    this.#options = options
    this.#now = options.now ?? Date.now
    this.#looks = new Looks({ ...options, now: this.#now })
  }

  status(): SettlementStatus {
    return this.#status
  }

  /** Asks about every leg without a result; pressed twice it is one run. Rejects while the ledger is closed. */
  settle(): Promise<SettleReport> {
    const { ledger, profileId } = this.#options
    const gather = () => overQueue(ledger, queue => AskedLegs.of(queue.awaited(profileId())))
    this.#settling ??= this.#afterRuns(() => this.#run(gather, 'act')).finally(() => {
      this.#settling = undefined
    })
    return this.#settling
  }

  /** Asks about one leg. Throws Refusal for a ticket that is not there or another profile's, or a leg without a token. */
  checkLeg(ticketId: number, place: number): Promise<SettleReport> {
    return this.#afterRuns(() => {
      const leg = new AskedLegs([checkedLeg(this.#options, ticketId, place)])
      return this.#run(() => Promise.resolve(leg), 'check')
    })
  }

  /**
   * Plans the next look anew: the ledger opened or changed, or another profile is in use. Resolves when that is done;
   * while a run goes on it is done after it.
   */
  plan(): Promise<void> {
    this.#isStale = true
    if (this.#running !== undefined) return Promise.resolve()
    this.#planning ??= this.#planUntilFresh().finally(() => {
      this.#planning = undefined
    })
    return this.#planning
  }

  /** Ends what is under way, as at a switch of profile or at quit. */
  stop(): void {
    clearTimeout(this.#timer)
    this.#abort.abort()
    this.#abort = new AbortController()
  }

  async #planUntilFresh(): Promise<void> {
    while (this.#isStale) {
      this.#isStale = false
      const planned = await this.#planned()
      clearTimeout(this.#timer)
      if (planned.nextAt !== null) {
        const waitMs = Math.min(Math.max(planned.nextAt - this.#now(), 0), longestTimerMs)
        this.#timer = setTimeout(() => void this.#wake(), waitMs).unref()
      }
      this.#tell(planned)
    }
  }

  async #planned(): Promise<Planned> {
    try {
      return await overQueue(this.#options.ledger, queue => this.#looks.planned(queue))
    } catch (error) {
      // A ledger that is closed has nothing to plan; its opening plans anew.
      if (!(error instanceof Refusal)) this.#options.log(error)
      return { pendingLegs: 0, nextAt: null }
    }
  }

  async #wake(): Promise<void> {
    try {
      const legs = await overQueue(this.#options.ledger, queue => AskedLegs.of(this.#looks.due(queue)))
      if (legs.count === 0) await this.plan()
      else await this.#run(() => Promise.resolve(legs), 'schedule')
    } catch (error) {
      if (!(error instanceof Refusal)) this.#options.log(error)
    }
  }

  async #afterRuns(act: () => Promise<SettleReport>): Promise<SettleReport> {
    while (this.#running !== undefined) await this.#running.catch(() => undefined)
    return act()
  }

  #run(gather: Gather, way: Way): Promise<SettleReport> {
    this.#running ??= this.#ask(gather, way).finally(() => {
      this.#running = undefined
      this.#tell({ isRunning: false })
      return this.plan()
    })
    return this.#running
  }

  async #ask(gather: Gather, way: Way): Promise<SettleReport> {
    const { signal } = this.#abort
    this.#tell({ isRunning: true })
    const legs = await gather()
    const tally = new Tally()
    const failure = await this.#fetch(legs, { signal, way }, items => this.#take(legs, items, tally)).catch(
      (error: unknown) => {
        // What could not be written, as while an import holds the ledger, is asked about again.
        this.#looks.failed(legs)
        throw error
      },
    )
    // One that could not be read was an answer, and so was each of the others.
    if (failure?.kind === 'unreadable') this.#looks.hasFailed()
    else if (failure !== null) this.#looks.failed(legs)
    const report = tally.report({ at: this.#now(), asked: legs.count, failure })
    this.#tell({ last: report })
    if (tally.settled.length > 0) this.emit('settled', tally.settled)
    return report
  }

  async #fetch(
    legs: AskedLegs,
    { signal, way }: { signal: AbortSignal; way: Way },
    take: (items: readonly GradedItem[]) => Promise<void>,
  ): Promise<CallFailure | null> {
    const { grader, profile: inUse } = this.#options
    const tokens = this.#looks.asking(legs)
    if (legs.count === 0) return null
    try {
      const profile = await inUse().catch(() => undefined)
      if (profile === undefined) return notReached
      const request = { profile, signal, priority: way === 'schedule' ? priority.rest : priority.act }
      if (way !== 'check') await grader.settle({ ...request, tokens }, take)
      else for (const token of tokens) await take(await grader.check({ ...request, token }))
      return null
    } catch (error) {
      if (error instanceof ServiceError) return error.failure
      throw error
    }
  }

  async #take(legs: AskedLegs, items: readonly GradedItem[], tally: Tally): Promise<void> {
    const { graded, strays } = legs.match(items)
    await inSlices(this.#applying(graded, tally))
    tally.answered(graded.length, strays)
  }

  /** Records what was said, a few tickets at a time. */
  *#applying(graded: readonly GradedLeg[], tally: Tally): Generator<void, void> {
    const { ledger } = this.#options
    const tickets = [...Map.groupBy(graded, leg => leg.ticketId).values()]
    for (let at = 0; at < tickets.length; at += ticketsAtOnce) {
      const turned = ledger.grade(tickets.slice(at, at + ticketsAtOnce).flat())
      yield
      tally.settled.push(...ledger.reads.lines(turned))
      yield
    }
    this.#tellCount()
  }

  #tellCount(): void {
    if (performance.now() - this.#countedAt < countEveryMs) return
    this.#countedAt = performance.now()
    this.#tell({ pendingLegs: this.#options.ledger.queue.countAwaited(this.#options.profileId()) })
  }

  #tell(change: Partial<SettlementStatus>): void {
    const next = { ...this.#status, ...change }
    if (isDeepStrictEqual(next, this.#status)) return
    this.#status = next
    this.emit('changed', next)
  }
}

const ticketsAtOnce = 10
