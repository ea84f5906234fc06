/** What a call budget shows: its meter, a call's place in line, and what more calls would take. */
import type { CellActivity } from '../../../shared/model/price/cell.ts'
import type { Meter } from '../../../shared/model/parlay/desk.ts'
import type { Priority, Seeker } from '../../odds-service/permits.ts'
import type { CallBudget } from './call-budget.ts'

export function meterOf({ sent, gates, line, limits, inFlight, clock }: CallBudget): Meter {
  const steady = clock.steady()
  const inMs = sent.freeAt(1, steady) - steady
  return {
    lastMinute: sent.count(),
    inFlight,
    waiting: line.size,
    limit: sent.limit,
    isLearned: limits.kind === 'learned',
    nextAt: inMs > 0 ? Math.round(clock.epoch() + inMs) : null,
    pausedUntil: gates.keyRest(steady)?.untilAt ?? null,
    resting: gates.resting(steady),
  }
}

/** Where a seeker stands; undefined when it is not in line. */
export function standingOf(
  budget: CallBudget,
  seeker: Seeker,
): Extract<CellActivity, { kind: 'waiting' }> | undefined {
  const waiting = budget.waitingOf(seeker)
  if (waiting === undefined) return undefined
  const { gates, sent, line, clock } = budget
  const steady = clock.steady()
  const rest = gates.rest(seeker.host, steady)
  if (rest !== undefined) return { kind: 'waiting', place: 0, startsAt: rest.untilAt }
  const place = line.placeOf(waiting, host => gates.rest(host, steady) !== undefined)
  const inMs = sent.freeAt(place, steady) - steady
  return { kind: 'waiting', place, startsAt: inMs > 0 ? Math.round(clock.epoch() + inMs) : null }
}

/** How long until the last of so many more calls, behind those in line before them, may go. Ms; 0 when all may now. */
export function takesMs({ sent, gates, line, clock }: CallBudget, calls: number, level: Priority): number {
  const steady = clock.steady()
  const pauseMs = (gates.keyRest(steady)?.untilAt ?? 0) - clock.epoch()
  return Math.round(Math.max(0, pauseMs, sent.freeAt(line.sizeFrom(level) + calls, steady) - steady))
}
