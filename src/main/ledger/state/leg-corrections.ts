/** What a correction changes of a ticket's legs, and which of them it leaves the bets they were. */
import { isDeepStrictEqual } from 'node:util'
import type { TicketLeg } from '../../../shared/model/ticket/ticket.ts'
import type { LegNow, LegsCorrection } from '../log/record.ts'

/** Undefined when nothing differs. */
export function changedLegs(was: readonly TicketLeg[], now: readonly LegNow[]): LegsCorrection | undefined {
  const isKept = ({ from, leg }: LegNow, place: number) =>
    from === place && isDeepStrictEqual(leg, was[place])
  return now.length === was.length && now.every(isKept) ? undefined : { was, now }
}

/** Whether each leg that stays was there, and stands but once and in the order it had. */
export function areInOrder(was: readonly TicketLeg[], now: readonly LegNow[]): boolean {
  const kept = now.flatMap(({ from }) => from ?? [])
  return kept.every((from, at) => from < was.length && from > (kept[at - 1] ?? -1))
}

/** Whether the service's word on the one is its word on the other. */
export const hasSameToken = (a: TicketLeg, b: TicketLeg): boolean => (a.grade ?? '') === (b.grade ?? '')

/** Whether both name a bet, and not the same: then what was said of the one by hand is nothing of the other. */
export function isOtherBet(a: TicketLeg, b: TicketLeg): boolean {
  const differ = (one: string | null, other: string | null) =>
    (one ?? '') !== '' && (other ?? '') !== '' && one !== other
  return differ(a.grade, b.grade) || differ(a.selectionKey, b.selectionKey)
}

/** Whether a price of the ones is a price of the others. */
export const haveSamePrice = (a: readonly TicketLeg[], b: readonly TicketLeg[]): boolean =>
  isDeepStrictEqual(a.map(selectionOf), b.map(selectionOf))

const selectionOf = ({ selectionKey }: TicketLeg) => selectionKey

/** Where the leg of a place is after a correction, as far as the service's word on it still counts; else null. */
export function placeAfter({ was, now }: LegsCorrection, place: number): number | null {
  const before = was[place]
  const at = now.findIndex(({ from, leg }) => from === place && before && hasSameToken(before, leg))
  return at < 0 ? null : at
}
