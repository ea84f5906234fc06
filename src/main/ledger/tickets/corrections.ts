/** A correction of a ticket: the new value of each field that differs with the old one beside it, and its record. */
import { z } from 'zod'
import type { TicketFacts, TicketTerms } from '../../../shared/model/ticket/ticket.ts'
import type { Database } from '../../storage/database.ts'
import type { LegRevision, LegsCorrection } from '../log/record.ts'
import { findLegsCorrection, findPlaceAfter } from '../state/leg-corrections.ts'
import type { TicketWriter } from './ticket-writer.ts'

interface FactChanges {
  readonly was: Partial<TicketTerms>
  readonly terms: Partial<TicketTerms>
  readonly legs: LegsCorrection | undefined
}

/** Undefined when nothing differs. Without `legs` they stay as they are. */
export function findFactChanges(
  before: TicketFacts,
  terms: TicketTerms,
  legs: readonly LegRevision[] | undefined,
): FactChanges | undefined {
  const fields = findChangedFields(before, terms)
  const change = legs && findLegsCorrection(before.legs, legs)
  if (fields.length === 0 && change === undefined) return undefined
  return { was: pick(before, fields), terms: pick(terms, fields), legs: change }
}

type Field = keyof TicketTerms

/** An amount has no meaning without its currency, nor a moment without its day: they are corrected together. */
const fieldGroups: readonly (readonly Field[])[] = [
  ['book'],
  ['placedAt', 'day'],
  ['stakeMinor', 'currency'],
  ['price'],
  ['kind'],
  ['isLive'],
  ['tags'],
  ['note'],
]

function findChangedFields(before: TicketTerms, now: TicketTerms): Field[] {
  const isChanged = (field: Field) => JSON.stringify(before[field]) !== JSON.stringify(now[field])
  return fieldGroups.filter(fields => fields.some(isChanged)).flat()
}

function pick(terms: TicketTerms, fields: readonly Field[]): Partial<TicketTerms> {
  return Object.fromEntries(fields.map(field => [field, terms[field]]))
}

interface CorrectionTarget {
  readonly writer: TicketWriter
  readonly database: Database
}

interface Correction extends FactChanges {
  readonly ticketId: number
  readonly reason: string
}

/** Inside a commit. Throws Refusal when the ticket is not there. */
export function writeCorrection(
  { writer, database }: CorrectionTarget,
  at: number,
  { ticketId, ...change }: Correction,
): void {
  writer.write(at, writer.get(ticketId), { kind: 'corrected', ...change })
  if (change.legs !== undefined) moveProgress(database, ticketId, change.legs)
}

/** The grading is moved as the text it is stored as. */
const ProgressRow = z.object({ place: z.number(), at: z.number(), grading: z.string() })

/** Moves the progress of pending legs to their new places; a leg that is another bet now has none. */
function moveProgress(database: Database, ticketId: number, legs: LegsCorrection): void {
  const rows = database
    .prepare('DELETE FROM progress WHERE ticket_id = ? RETURNING place, at, grading')
    .all(ticketId)
  const insert = database.prepare('INSERT INTO progress VALUES (?, ?, ?, ?)')
  for (const { place, at, grading } of ProgressRow.array().parse(rows)) {
    const now = findPlaceAfter(legs, place)
    if (now !== null) insert.run(ticketId, now, at, grading)
  }
}
