/** Corrections of a ticket's legs: finds the changes, and the legs that stay the same bet. */
import { isDeepStrictEqual } from 'node:util'
import type { TicketLeg } from '../../../shared/model/ticket/ticket.ts'
import type { LegRevision, LegsCorrection } from '../log/record.ts'

/** Undefined when nothing differs. */
export function findLegsCorrection(
  was: readonly TicketLeg[],
  now: readonly LegRevision[],
): LegsCorrection | undefined {
  const isKept = ({ from, leg }: LegRevision, place: number) =>
    from === place && isDeepStrictEqual(leg, was[place])
  return now.length === was.length && now.every(isKept) ? undefined : { was, now }
}

/** True when each leg that stays existed before, appears once, and keeps its order. */
export function areInOrder(was: readonly TicketLeg[], now: readonly LegRevision[]): boolean {
  const kept = now.flatMap(({ from }) => from ?? [])
  return kept.every((from, at) => from < was.length && from > (kept[at - 1] ?? -1))
}

/** True when a grading of one leg also applies to the other. */
export const hasSameToken = (a: TicketLeg, b: TicketLeg): boolean => (a.grade ?? '') === (b.grade ?? '')

/**
 * True when both legs name a bet, and not the same one: a result that the user set on one does not apply to the other.
 */
export function isOtherBet(a: TicketLeg, b: TicketLeg): boolean {
  const differ = (one: string | null, other: string | null) =>
    (one ?? '') !== '' && (other ?? '') !== '' && one !== other
  return differ(a.grade, b.grade) || differ(a.selectionKey, b.selectionKey)
}

/** True when a price of one list of legs also applies to the other. */
export const haveSamePrice = (
  a: readonly Pick<TicketLeg, 'selectionKey'>[],
  b: readonly Pick<TicketLeg, 'selectionKey'>[],
): boolean =>
  isDeepStrictEqual(
    a.map(leg => leg.selectionKey),
    b.map(leg => leg.selectionKey),
  )

/** Place of a leg after a correction; null when it was removed, or its gradings no longer apply. */
export function findPlaceAfter({ was, now }: LegsCorrection, place: number): number | null {
  const before = was[place]
  const at = now.findIndex(({ from, leg }) => from === place && before && hasSameToken(before, leg))
  return at < 0 ? null : at
}
