/**
 * Schedule of automatic checks of legs with the grader. A pending leg is checked after 2, 5, 15, 30 and 60 minutes from
 * the start of its game; then hourly, and after two days daily. A settled leg is checked again for some hours, because
 * books re-settle after stat corrections. When games last minutes, as in the demo, the first checks are half a minute
 * apart.
 */
import type { SettlementStatus } from '../../../shared/model/ticket/settlement.ts'
import type { GradableLegs, GradableLeg } from '../reads/gradable-legs.ts'
import type { LegsByToken } from './match-gradings.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
/** Minimum time between a failed run and the next. */
const minRetryMs = 2 * minuteMs

interface CheckTimes {
  /** Waits between checks, in ms; the last one repeats. */
  readonly gaps: readonly number[]
  /** Time after which a leg is not checked any more. */
  readonly endsAfterMs: number
}

/** Duration of games. */
export type Pace = 'hours' | 'minutes'

const pending: CheckTimes = {
  gaps: [2, 5, 15, 30, ...Array.from({ length: 48 }, () => 60), 24 * 60].map(minutes => minutes * minuteMs),
  endsAfterMs: 14 * dayMs,
}
/** Time after a result during which it is checked again. */
export const correctionsMs = 6 * hourMs
const corrections: CheckTimes = {
  gaps: [15 * minuteMs, 30 * minuteMs, hourMs],
  endsAfterMs: correctionsMs,
}

const withQuickChecks = (times: CheckTimes, count: number): CheckTimes => ({
  ...times,
  gaps: [...Array.from({ length: count }, () => minuteMs / 2), ...times.gaps],
})
const timesByPace: Readonly<Record<Pace, { pending: CheckTimes; corrections: CheckTimes }>> = {
  hours: { pending, corrections },
  minutes: { pending: withQuickChecks(pending, 40), corrections: withQuickChecks(corrections, 10) },
}

export type ScheduledLeg = Omit<GradableLeg, 'ticketId' | 'place' | 'grade'>

/**
 * Epoch ms of the next check of a leg; undefined when none follows. Checks missed while the program did not run are
 * made up for by one immediate check.
 */
export function nextCheckAt(leg: ScheduledLeg, pace: Pace = 'hours'): number | undefined {
  const isAwaited = leg.result === 'pending' || leg.result === 'unknown'
  const times = timesByPace[pace]
  if (isAwaited) return nextAfter(times.pending, leg.startAt ?? leg.placedAt, leg.checkedAt)
  if (leg.resultedAt === null) return undefined
  return nextAfter(times.corrections, leg.resultedAt, leg.checkedAt)
}

function nextAfter(
  { gaps, endsAfterMs }: CheckTimes,
  from: number,
  checkedAt: number | null,
): number | undefined {
  let at = from
  // Stryker disable next-line EqualityOperator: no check falls exactly on the end
  for (let check = 0; at - from <= endsAfterMs; check++) {
    at += gaps[Math.min(check, gaps.length - 1)] ?? endsAfterMs
    if (at > (checkedAt ?? 0)) break
  }
  // Stryker disable next-line EqualityOperator: no check falls exactly on the end
  return at - from <= endsAfterMs ? at : undefined
}

export interface CheckScheduleDeps {
  /** The profile in use. */
  readonly profileId: () => string
  readonly pace: () => Pace
  readonly now: () => number
}

/** Count of legs without a result, and the time of the next check, epoch ms; null when nothing waits. */
export type CheckPlan = Pick<SettlementStatus, 'pendingLegs' | 'nextAt'>

/** Finds due legs and the time of the next check, in small steps, because there may be very many legs. */
export class CheckSchedule {
  readonly #deps: CheckScheduleDeps
  /** Times of checks since the program started: a leg that a response omitted also waits for its next check. */
  readonly #checkedAt = new Map<string, number>()
  #failedAt = -Infinity

  constructor(deps: CheckScheduleDeps) {
    this.#deps = deps
  }

  /** Pages of legs to check now. */
  *findDue(gradable: GradableLegs): Generator<GradableLeg[], void> {
    const now = this.#deps.now()
    for (const legs of this.#begunLegs(gradable, now)) yield legs.filter(leg => this.#nextAt(leg) <= now)
  }

  *plan(gradable: GradableLegs): Generator<void, CheckPlan> {
    const { profileId, now } = this.#deps
    const pendingLegs = gradable.countAwaited(profileId())
    const startAt = gradable.nextStart(profileId(), now())
    let nextAt = startAt === null ? Infinity : this.#firstCheckAt(startAt)
    for (const legs of this.#begunLegs(gradable, now())) {
      for (const leg of legs) nextAt = Math.min(nextAt, this.#nextAt(leg))
      yield
    }
    return { pendingLegs, nextAt: nextAt === Infinity ? null : Math.max(nextAt, this.#failedAt + minRetryMs) }
  }

  /** Yields the token of each bet; its legs count as checked from then on. */
  *takeTokens(legs: LegsByToken): Generator<string, void> {
    const now = this.#deps.now()
    this.#forgetBefore(now - dayMs)
    for (const ofBet of legs.bets()) {
      for (const leg of ofBet) this.#checkedAt.set(toLegKey(leg), now)
      // Stryker disable next-line ConditionalExpression: for the type alone, every bet has a leg
      if (ofBet[0] !== undefined) yield ofBet[0].grade
    }
  }

  /** Delays the next run, and no longer counts `legs` as checked. */
  onFailure(legs?: LegsByToken): void {
    this.#failedAt = this.#deps.now()
    if (legs === undefined) return
    for (const leg of [...legs.bets()].flat()) this.#checkedAt.delete(toLegKey(leg))
  }

  #forgetBefore(time: number): void {
    for (const [key, checkedAt] of this.#checkedAt) if (checkedAt < time) this.#checkedAt.delete(key)
  }

  /** Pages of legs whose game has begun, and of those settled lately. */
  *#begunLegs(gradable: GradableLegs, now: number): Generator<GradableLeg[], void> {
    const profileId = this.#deps.profileId()
    yield* gradable.awaited(profileId, now)
    yield* gradable.settledSince(profileId, now - correctionsMs)
  }

  #firstCheckAt(startAt: number): number {
    const leg = { startAt, placedAt: 0, resultedAt: null, result: 'pending', checkedAt: null } as const
    return nextCheckAt(leg, this.#deps.pace()) ?? Infinity
  }

  #nextAt(leg: GradableLeg): number {
    const checkedAt = this.#checkedAt.get(toLegKey(leg)) ?? leg.checkedAt
    return nextCheckAt({ ...leg, checkedAt }, this.#deps.pace()) ?? Infinity
  }
}

/** With the token: a leg that was given another one has not been checked yet. */
const toLegKey = ({ ticketId, grade }: Pick<GradableLeg, 'ticketId' | 'grade'>) => `${ticketId} ${grade}`
