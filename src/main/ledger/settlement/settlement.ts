/**
 * Settles open bets with the grader: on request, and automatically while games are played. One run at a time. Legs
 * without a result because of an outage stay as they were and are checked again; an item that matches no leg changes
 * nothing and is reported.
 */
import { EventEmitter } from 'node:events'
import { isDeepStrictEqual } from 'node:util'
import { Refusal, type CallFailure } from '../../../shared/failure.ts'
import type { Profile } from '../../../shared/model/settings/profile.ts'
import {
  quietSettlement,
  type Grading,
  type SettleReport,
  type SettlementStatus,
} from '../../../shared/model/ticket/settlement.ts'
import type { TicketLine } from '../../../shared/model/ticket/ticket-line.ts'
import { runInSlices } from '../../async/in-slices.ts'
import { Timer } from '../../async/timer.ts'
import { ServiceError } from '../../odds-service/failures.ts'
import type { Grader } from '../../odds-service/grader.ts'
import type { GradedItem } from '../../odds-service/grading-wire.ts'
import { priority } from '../../odds-service/permits.ts'
import type { Ledger } from '../ledger.ts'
import type { GradableLeg, GradableLegs } from '../reads/gradable-legs.ts'
import type { GradedLeg } from '../tickets/gradings.ts'
import { CheckSchedule, type CheckPlan, type Pace } from './check-schedule.ts'
import { LegsByToken, SettleSummary, type LegToGrade } from './match-gradings.ts'

export interface SettlementDeps {
  readonly ledger: Pick<Ledger, 'gradableLegs' | 'reads' | 'facts' | 'grade'>
  readonly grader: Grader
  /** The profile in use. */
  readonly profileId: () => string
  /** The name of a profile; undefined for a removed one. */
  readonly profileNamed: (id: string) => string | undefined
  /** The profile in use. Rejects while there is none, as when the demo did not start. */
  readonly profile: () => Promise<Pick<Profile, 'id' | 'grader'>>
  readonly log: (error: unknown) => unknown
  readonly pace: () => Pace
  readonly now?: () => number
}

/**
 * `settled`: tickets that settled, changed their result or reopened in one run. `final`: ids of games that the grader
 * called final.
 */
interface SettlementEvents {
  changed: [SettlementStatus]
  settled: [readonly TicketLine[]]
  final: [readonly string[]]
}

/** `user`: all legs, at the user's request. `leg`: one leg, too. `schedule`: the legs that are due. */
type Trigger = 'user' | 'leg' | 'schedule'

/** Maximum wait before the next check is planned again, because the clock may have been changed. */
const maxWaitMs = 3_600_000
/** Interval at which a run reports the number of legs left. */
const countEveryMs = 500
const ticketsPerStep = 10
/** Age of the oldest result by which a game is called final again; parlays of older ones are gone from the board. */
const recentMs = 24 * 3_600_000
const notReached: CallFailure = { kind: 'unreachable', host: 'The grader', detail: 'it isn’t running yet' }

export class Settlement extends EventEmitter<SettlementEvents> {
  readonly #deps: SettlementDeps
  readonly #now: () => number
  readonly #schedule: CheckSchedule
  readonly #timer = new Timer(() => void this.#checkDue())
  #status: SettlementStatus = quietSettlement
  #running: Promise<SettleReport> | undefined
  #settling: Promise<SettleReport> | undefined
  #planning: Promise<void> | undefined
  /** True when the plan, also one being made, is out of date. */
  // Stryker disable next-line BooleanLiteral: plan() sets it before it is read
  #isStale = false
  #abort = new AbortController()
  #countedAt = 0

  constructor(deps: SettlementDeps) {
    super()
    this.#deps = deps
    this.#now = deps.now ?? Date.now
    this.#schedule = new CheckSchedule({ ...deps, now: this.#now })
  }

  status(): SettlementStatus {
    return this.#status
  }

  /** Checks every leg without a result; a second call joins the run under way. Rejects while the ledger is closed. */
  settle(): Promise<SettleReport> {
    const { ledger, profileId } = this.#deps
    const collect = () =>
      runOnGradableLegs(ledger, gradable => LegsByToken.collect(gradable.awaited(profileId())))
    // Stryker disable next-line StringLiteral: a run is the user's unless it is of one leg or of the schedule
    this.#settling ??= this.#afterRuns(() => this.#run(collect, 'user')).finally(() => {
      this.#settling = undefined
    })
    return this.#settling
  }

  /** Checks one leg. Throws Refusal for a missing ticket, one of another profile, or a leg without a token. */
  checkLeg(ticketId: number, place: number): Promise<SettleReport> {
    return this.#afterRuns(() => {
      const leg = new LegsByToken([this.#findLeg(ticketId, place)])
      return this.#run(() => Promise.resolve(leg), 'leg')
    })
  }

  /**
   * Plans the next check again, after the ledger opened or changed, or another profile is in use. Resolves when that is
   * done, at the end of a run under way.
   */
  plan(): Promise<void> {
    this.#isStale = true
    if (this.#running !== undefined) return Promise.resolve()
    this.#planning ??= this.#planUntilFresh().finally(() => {
      this.#planning = undefined
    })
    return this.#planning
  }

  /** Reports games again that the grader called final in the last day, for a desk that was opened since. Never rejects. */
  async recallFinal(): Promise<void> {
    const { ledger, profileId, log } = this.#deps
    const profile = profileId()
    try {
      const ids = await runOnGradableLegs(ledger, gradable =>
        this.#findFinal(gradable.settledSince(profile, this.#now() - recentMs)),
      )
      if (profile === profileId() && ids.length > 0) this.emit('final', ids)
    } catch (error) {
      // A closed ledger has no results; opening it recalls them.
      if (!(error instanceof Refusal)) log(error)
    }
  }

  *#findFinal(pages: Iterable<readonly GradableLeg[]>): Generator<void, string[]> {
    const { ledger } = this.#deps
    const ids = new Set<string>()
    for (const page of pages)
      for (const ticketId of new Set(page.map(leg => leg.ticketId))) {
        const { legs } = ledger.reads.ticket(ticketId)
        const over = legs.filter(({ grading }) => grading !== null && isFinal(grading))
        for (const { game } of over) ids.add(game.id)
        yield
      }
    return [...ids]
  }

  /** Cancels the run under way, as at a switch of profile or at quit. */
  stop(): void {
    this.#timer.stop()
    this.#abort.abort()
    this.#abort = new AbortController()
  }

  #findLeg(ticketId: number, place: number): LegToGrade {
    const { ledger, profileId: activeId, profileNamed } = this.#deps
    const { profileId, legs } = ledger.facts(ticketId)
    if (profileId !== activeId()) {
      const name = profileNamed(profileId)
      const sentence =
        name === undefined
          ? 'This ticket’s profile was removed. Set the result yourself.'
          : `This ticket was recorded under the profile “${name}”. Switch to it to check the leg.`
      throw new Refusal({ kind: 'invalid', field: 'ticketId', sentence })
    }
    const grade = legs[place]?.grade ?? ''
    if (grade === '')
      throw new Refusal({ kind: 'not-found', what: 'a grade token for this leg. Set its result yourself' })
    return { ticketId, place, grade }
  }

  async #planUntilFresh(): Promise<void> {
    while (this.#isStale) {
      this.#isStale = false
      const plan = await this.#makePlan()
      this.#timer.start(plan.nextAt === null ? Infinity : Math.min(plan.nextAt - this.#now(), maxWaitMs))
      this.#report(plan)
    }
  }

  async #makePlan(): Promise<CheckPlan> {
    try {
      return await runOnGradableLegs(this.#deps.ledger, gradable => this.#schedule.plan(gradable))
    } catch (error) {
      // A closed ledger has nothing to plan; opening it plans again.
      if (!(error instanceof Refusal)) this.#deps.log(error)
      return { pendingLegs: 0, nextAt: null }
    }
  }

  async #checkDue(): Promise<void> {
    try {
      const legs = await runOnGradableLegs(this.#deps.ledger, gradable =>
        LegsByToken.collect(this.#schedule.findDue(gradable)),
      )
      if (legs.count === 0) await this.plan()
      else await this.#run(() => Promise.resolve(legs), 'schedule')
    } catch (error) {
      if (!(error instanceof Refusal)) this.#deps.log(error)
    }
  }

  async #afterRuns(run: () => Promise<SettleReport>): Promise<SettleReport> {
    while (this.#running !== undefined) await this.#running.catch(() => undefined)
    return run()
  }

  #run(collect: () => Promise<LegsByToken>, trigger: Trigger): Promise<SettleReport> {
    this.#running ??= this.#grade(collect, trigger).finally(() => {
      this.#running = undefined
      this.#report({ isRunning: false })
      return this.plan()
    })
    return this.#running
  }

  async #grade(collect: () => Promise<LegsByToken>, trigger: Trigger): Promise<SettleReport> {
    const { signal } = this.#abort
    this.#report({ isRunning: true })
    const legs = await collect()
    const summary = new SettleSummary()
    const failure = await this.#fetch(legs, { signal, trigger }, items =>
      this.#record(legs, items, summary),
    ).catch((error: unknown) => {
      // A result that could not be recorded, as during an import, is fetched again.
      this.#schedule.onFailure(legs)
      throw error
    })
    // After an unreadable answer, its legs and those before it wait for their next check.
    if (failure !== null) this.#schedule.onFailure(failure.kind === 'unreadable' ? undefined : legs)
    const report = summary.toReport({ at: this.#now(), asked: legs.count, failure })
    this.#report({ last: report })
    if (summary.settled.length > 0) this.emit('settled', summary.settled)
    return report
  }

  async #fetch(
    legs: LegsByToken,
    { signal, trigger }: { signal: AbortSignal; trigger: Trigger },
    onItems: (items: readonly GradedItem[]) => Promise<void>,
  ): Promise<CallFailure | null> {
    const { grader, profile: profileInUse } = this.#deps
    const tokens = this.#schedule.takeTokens(legs)
    if (legs.count === 0) return null
    try {
      const profile = await profileInUse().catch(() => undefined)
      if (profile === undefined) return notReached
      const request = {
        profile,
        signal,
        priority: trigger === 'schedule' ? priority.background : priority.user,
      }
      if (trigger !== 'leg') await grader.settle({ ...request, tokens }, onItems)
      else for (const token of tokens) await onItems(await grader.check({ ...request, token }))
      return null
    } catch (error) {
      if (error instanceof ServiceError) return error.failure
      throw error
    }
  }

  async #record(legs: LegsByToken, items: readonly GradedItem[], summary: SettleSummary): Promise<void> {
    const { graded, strays } = legs.match(items)
    this.#reportFinal(graded)
    await runInSlices(this.#recordSteps(graded, summary))
    summary.addAnswers(graded.length, strays)
  }

  #reportFinal(graded: readonly GradedLeg[]): void {
    const { ledger } = this.#deps
    const ids = graded
      .filter(({ grading }) => isFinal(grading))
      .flatMap(({ ticketId, place }) => ledger.facts(ticketId).legs[place]?.game.id ?? [])
    if (ids.length > 0) this.emit('final', [...new Set(ids)])
  }

  /** Records gradings, a few tickets a step. */
  *#recordSteps(graded: readonly GradedLeg[], summary: SettleSummary): Generator<void, void> {
    const { ledger } = this.#deps
    const tickets = [...Map.groupBy(graded, leg => leg.ticketId).values()]
    for (let at = 0; at < tickets.length; at += ticketsPerStep) {
      const changed = ledger.grade(tickets.slice(at, at + ticketsPerStep).flat())
      yield
      summary.settled.push(...ledger.reads.list.lines(changed))
      yield
    }
    this.#reportCount()
  }

  #reportCount(): void {
    if (performance.now() - this.#countedAt < countEveryMs) return
    this.#countedAt = performance.now()
    this.#report({ pendingLegs: this.#deps.ledger.gradableLegs.countAwaited(this.#deps.profileId()) })
  }

  #report(change: Partial<SettlementStatus>): void {
    const next = { ...this.#status, ...change }
    if (isDeepStrictEqual(next, this.#status)) return
    this.#status = next
    this.emit('changed', next)
  }
}

const isFinal = ({ status, isLive }: Grading): boolean =>
  isLive !== true && status?.trim().toLowerCase() === 'final'

/**
 * Reads many legs in slices of the event loop. Throws Refusal while the ledger is closed, and when it is closed meanwhile,
 * even to be opened again.
 */
export async function runOnGradableLegs<T>(
  ledger: Pick<Ledger, 'gradableLegs'>,
  read: (gradable: GradableLegs) => Iterator<unknown, T>,
): Promise<T> {
  const { gradableLegs } = ledger
  return runInSlices(read(gradableLegs), () => {
    if (ledger.gradableLegs === gradableLegs) return
    throw new Refusal({ kind: 'storage', sentence: 'The ledger was reopened. Try again.' })
  })
}
