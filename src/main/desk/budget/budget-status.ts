/** Status of a call budget for the screen: the meter, a call's place in the queue, and the time more calls would take. */
import type { Meter } from '../../../shared/model/parlay/desk.ts'
import type { CellActivity } from '../../../shared/model/price/cell.ts'
import type { CallRequest, Priority } from '../../odds-service/permits.ts'
import type { CallBudget } from './call-budget.ts'

export function readMeter({ sent, breakers, queue, limits, inFlight, clock }: CallBudget): Meter {
  const steady = clock.steady()
  const inMs = sent.freeAt(1, steady) - steady
  return {
    lastMinute: sent.count(),
    inFlight,
    waiting: queue.size,
    limit: sent.limit,
    isLearned: limits.kind === 'learned',
    nextAt: inMs > 0 ? Math.round(clock.epoch() + inMs) : null,
    pausedUntil: breakers.keyPause(steady)?.untilAt ?? null,
    pausedHosts: breakers.paused(steady),
  }
}

/** A request's place in the queue; undefined when it does not wait. */
export function findPlace(
  budget: CallBudget,
  request: CallRequest,
): Extract<CellActivity, { kind: 'waiting' }> | undefined {
  const waiting = budget.findWaiting(request)
  if (waiting === undefined) return undefined
  const { breakers, sent, queue, clock } = budget
  const steady = clock.steady()
  const pause = breakers.pauseOf(request.host, steady)
  if (pause !== undefined) return { kind: 'waiting', place: 0, startsAt: pause.untilAt }
  const place = queue.positionOf(waiting, host => breakers.pauseOf(host, steady) !== undefined)
  const inMs = sent.freeAt(place, steady) - steady
  return { kind: 'waiting', place, startsAt: inMs > 0 ? Math.round(clock.epoch() + inMs) : null }
}

/** Estimated wait until the last of `callCount` more calls of this priority is sent. 0 when all may go now. */
export function msUntilSent(
  { sent, breakers, queue, clock }: CallBudget,
  callCount: number,
  level: Priority,
): number {
  const steady = clock.steady()
  const pauseMs = (breakers.keyPause(steady)?.untilAt ?? 0) - clock.epoch()
  const sentMs = sent.freeAt(queue.sizeFrom(level) + callCount, steady) - steady
  return Math.round(Math.max(0, pauseMs, sentMs))
}
