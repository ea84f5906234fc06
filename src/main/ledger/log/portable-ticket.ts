/**
 * A ticket in an exported file: all its records, oldest first, as docs/ledger-format.md describes them. An import
 * computes the entries again, and they must be equal.
 */
import { z } from 'zod'
import { TicketFacts } from '../../../shared/model/ticket/ticket.ts'
import { RecordTime, ticketRecordFields, type LoggedRecord, type TicketRecord } from './record.ts'

const record = <K extends string, T extends z.ZodRawShape>(kind: K, fields: T) =>
  z.strictObject({ at: RecordTime, kind: z.literal(kind), ...fields })

/**
 * As in the log, except that the owner is given once for the whole file, and places count the records of this list from
 * 0.
 */
export const PortableRecord = z.discriminatedUnion('kind', [
  record('recorded', { facts: TicketFacts.omit({ isDemo: true }) }),
  record('corrected', ticketRecordFields.corrected),
  record('voided', ticketRecordFields.voided),
  record('restored', ticketRecordFields.restored),
  record('graded', ticketRecordFields.graded),
  record('leg-decided', ticketRecordFields['leg-decided']),
  record('decided', ticketRecordFields.decided),
  record('judged', ticketRecordFields.judged),
  record('closed', ticketRecordFields.closed),
  record('entry', ticketRecordFields.entry),
])
export type PortableRecord = Readonly<z.infer<typeof PortableRecord>>

export const PortableTicket = z.strictObject({ records: z.array(PortableRecord).min(1).max(100_000) })
export type PortableTicket = Readonly<z.infer<typeof PortableTicket>>

/** Leaves out numbers that are valid in one log only. Fields have the order of the format. */
export function toPortable(records: readonly LoggedRecord[]): PortableTicket {
  const places = new Map(records.map(({ seq }, place) => [seq, place]))
  const ticket = {
    records: records.map(({ at, record: stored }) => ({ at, ...withoutNumbers(stored, places) })),
  }
  return PortableTicket.safeParse(ticket).data ?? ticket
}

function withoutNumbers(stored: TicketRecord, places: ReadonlyMap<number, number>) {
  if (stored.kind === 'recorded') return { ...stored, facts: withoutOwner(stored.facts) }
  if (stored.kind !== 'entry' || stored.reverses === null) return stored
  return { ...stored, because: '', reverses: places.get(stored.reverses) ?? 0 }
}

const withoutOwner = ({ isDemo: _, ...facts }: TicketFacts) => facts
