/** A correction on its way into the log, and what was noted of legs that stay. */
import { z } from 'zod'
import type { Database } from '../../storage/database.ts'
import { placeAfter } from '../state/leg-corrections.ts'
import type { ChangedFacts } from './changed-terms.ts'
import type { LegsCorrection } from '../log/record.ts'
import type { TicketWriter } from './ticket-writer.ts'

interface CorrectionsTo {
  readonly writer: TicketWriter
  readonly database: Database
}

interface Correction extends ChangedFacts {
  readonly ticketId: number
  readonly reason: string
}

/** Inside a commit. Throws Refusal when the ticket is not there. */
export function writeCorrection(to: CorrectionsTo, at: number, { ticketId, ...change }: Correction): void {
  to.writer.write(at, to.writer.get(ticketId), { kind: 'corrected', ...change })
  if (change.legs !== undefined) moveProgress(to.database, ticketId, change.legs)
}

const Progress = z.array(z.object({ place: z.number(), at: z.number(), grading: z.string() }))

/** How far a pending leg has come goes with it; what is now another bet was never asked about. */
function moveProgress(database: Database, ticketId: number, legs: LegsCorrection): void {
  const noted = database
    .prepare('DELETE FROM progress WHERE ticket_id = ? RETURNING place, at, grading')
    .all(ticketId)
  const note = database.prepare('INSERT INTO progress VALUES (?, ?, ?, ?)')
  for (const { place, at, grading } of Progress.parse(noted)) {
    const now = placeAfter(legs, place)
    if (now !== null) note.run(ticketId, now, at, grading)
  }
}
