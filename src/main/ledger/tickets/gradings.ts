/**
 * Compares gradings of the service with earlier ones. A new result or word is recorded, and so is any change to a
 * settled leg; the score of a pending leg is only stored as its progress.
 */
import { isDeepStrictEqual } from 'node:util'
import type { Grading } from '../../../shared/model/ticket/settlement.ts'
import { deriveOutcome } from '../state/ticket-outcome.ts'
import type { TicketState } from '../state/ticket-state.ts'

export interface GradedLeg {
  readonly ticketId: number
  readonly place: number
  /** The token that was graded. A leg corrected meanwhile has another. */
  readonly grade: string
  readonly grading: Grading
}

/** The gradings to record. */
export function findNewGradings(
  state: TicketState,
  legs: readonly GradedLeg[],
): Pick<GradedLeg, 'place' | 'grading'>[] {
  return legs.filter(leg => isNew(state, leg)).map(({ place, grading }) => ({ place, grading }))
}

function isNew({ legs }: TicketState, { place, grading }: GradedLeg): boolean {
  const leg = legs[place]
  if (leg === undefined) return false
  if (leg.grading === null) return grading.result !== 'pending'
  const { result, word } = leg.grading
  if (result !== grading.result || word !== grading.word) return true
  return result !== 'pending' && !isDeepStrictEqual(leg.grading, grading)
}

export function hasOutcomeChanged(before: TicketState, now: TicketState): boolean {
  const [was, is] = [deriveOutcome(before), deriveOutcome(now)]
  // A ticket under review counts as open.
  if (is.result === 'pending') return was.payout !== null
  return was.result !== is.result || was.payout?.minor !== is.payout?.minor
}
