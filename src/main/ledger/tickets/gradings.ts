/**
 * What the service says of legs, held against what it said before. A new result or word is a record, and so is any
 * change to a leg that has ended; while it is pending, its score is only noted.
 */
import { isDeepStrictEqual } from 'node:util'
import type { Grading } from '../../../shared/model/ticket/settlement.ts'
import type { Database } from '../../storage/database.ts'
import { standingOf } from '../state/ticket-outcome.ts'
import type { TicketState } from '../state/ticket-state.ts'
import type { TicketWriter } from './ticket-writer.ts'

export interface GradedLeg {
  readonly ticketId: number
  readonly place: number
  /** The token it was asked about by. A leg that was corrected meanwhile is another. */
  readonly grade: string
  readonly grading: Grading
}

interface GradingsTo {
  readonly writer: TicketWriter
  readonly database: Database
  readonly at: number
}

/** Inside a commit. Legs of tickets that are gone are left out. Answers the tickets that end, turn or open again by it. */
export function writeGradings(to: GradingsTo, legs: readonly GradedLeg[]): number[] {
  const note = to.database.prepare(
    'INSERT INTO progress VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET at = excluded.at, grading = excluded.grading',
  )
  const forget = to.database.prepare('DELETE FROM progress WHERE ticket_id = ? AND place = ?')
  const turned: number[] = []
  for (const [ticketId, told] of Map.groupBy(legs, leg => leg.ticketId)) {
    const before = to.writer.find(ticketId)
    if (before === undefined) continue
    const ofTicket = told.filter(({ place, grade }) => before.legs[place]?.leg.grade === grade)
    if (hasTurned(before, writeNews(to, before, ofTicket))) turned.push(ticketId)
    for (const { place, grading } of ofTicket) {
      if (grading.result === 'pending') note.run(ticketId, place, to.at, JSON.stringify(grading))
      else forget.run(ticketId, place)
    }
  }
  return turned
}

/** The ticket after what is new of its legs. */
function writeNews({ writer, at }: GradingsTo, state: TicketState, legs: readonly GradedLeg[]): TicketState {
  const news = legs.filter(leg => isNews(state, leg)).map(({ place, grading }) => ({ place, grading }))
  return news.length === 0 ? state : writer.write(at, state, { kind: 'graded', legs: news })
}

function hasTurned(before: TicketState, now: TicketState): boolean {
  const [was, is] = [standingOf(before), standingOf(now)]
  // What was under review was open all the time.
  if (is.result === 'pending') return was.payout !== null
  return was.result !== is.result || was.payout?.minor !== is.payout?.minor
}

function isNews({ legs }: TicketState, { place, grading }: GradedLeg): boolean {
  const leg = legs[place]
  if (leg === undefined) return false
  if (leg.grading === null) return grading.result !== 'pending'
  const { result, word } = leg.grading
  if (result !== grading.result || word !== grading.word) return true
  return result !== 'pending' && !isDeepStrictEqual(leg.grading, grading)
}
