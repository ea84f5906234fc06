/**
 * Gradings of the service, compared with those before. A new result or word is recorded, and so is any change to a leg
 * that has ended; the score of a pending leg is only noted as its progress.
 */
import { isDeepStrictEqual } from 'node:util'
import type { Grading } from '../../../shared/model/ticket/settlement.ts'
import type { Database } from '../../storage/database.ts'
import { toJsonColumn } from '../../storage/json-column.ts'
import { deriveOutcome } from '../state/ticket-outcome.ts'
import type { TicketState } from '../state/ticket-state.ts'
import type { TicketWriter } from './ticket-writer.ts'

export interface GradedLeg {
  readonly ticketId: number
  readonly place: number
  /** The token it was graded by. A leg that was corrected meanwhile has another. */
  readonly grade: string
  readonly grading: Grading
}

interface GradingTarget {
  readonly writer: TicketWriter
  readonly database: Database
  readonly at: number
}

/** Inside a commit; legs of tickets that are gone are left out. Answers the tickets whose outcome changed. */
export function writeGradings(target: GradingTarget, legs: readonly GradedLeg[]): number[] {
  const saveProgress = target.database.prepare(
    'INSERT INTO progress VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET at = excluded.at, grading = excluded.grading',
  )
  const deleteProgress = target.database.prepare('DELETE FROM progress WHERE ticket_id = ? AND place = ?')
  const changed: number[] = []
  for (const [ticketId, ofTicket] of Map.groupBy(legs, leg => leg.ticketId)) {
    const before = target.writer.find(ticketId)
    if (before === undefined) continue
    const current = ofTicket.filter(({ place, grade }) => before.legs[place]?.leg.grade === grade)
    if (hasOutcomeChanged(before, writeNewGradings(target, before, current))) changed.push(ticketId)
    for (const { place, grading } of current) {
      if (grading.result === 'pending') saveProgress.run(ticketId, place, target.at, toJsonColumn(grading))
      else deleteProgress.run(ticketId, place)
    }
  }
  return changed
}

/** Answers the ticket after them. */
function writeNewGradings(
  { writer, at }: GradingTarget,
  state: TicketState,
  legs: readonly GradedLeg[],
): TicketState {
  const changed = legs.filter(leg => isNew(state, leg)).map(({ place, grading }) => ({ place, grading }))
  return changed.length === 0 ? state : writer.write(at, state, { kind: 'graded', legs: changed })
}

function hasOutcomeChanged(before: TicketState, now: TicketState): boolean {
  const [was, is] = [deriveOutcome(before), deriveOutcome(now)]
  // A ticket under review was open all the time.
  if (is.result === 'pending') return was.payout !== null
  return was.result !== is.result || was.payout?.minor !== is.payout?.minor
}

function isNew({ legs }: TicketState, { place, grading }: GradedLeg): boolean {
  const leg = legs[place]
  if (leg === undefined) return false
  if (leg.grading === null) return grading.result !== 'pending'
  const { result, word } = leg.grading
  if (result !== grading.result || word !== grading.word) return true
  return result !== 'pending' && !isDeepStrictEqual(leg.grading, grading)
}
