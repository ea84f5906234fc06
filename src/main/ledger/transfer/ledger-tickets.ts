/** Tickets whole, with all their records: read from the ledger for an export, and written to it by an import. */
import { z } from 'zod'
import type { BookPolicy } from '../../../shared/model/ticket/refund-policy.ts'
import type { Ledger } from '../ledger.ts'
import type { TicketRecord } from '../log/record.ts'
import type { LedgerCore } from '../opening/ledger-file.ts'
import { toPortable, type PortableTicket } from './portable-ticket.ts'
import { replay, type IncomingTicket } from './replay.ts'

const Id = z.object({ id: z.number() })
const Count = z.object({ n: z.number() })
const ticketsPerPage = 50

/** Counts the tickets of the demo or of the user, whichever the ledger shows. */
export function countTickets({ database, isDemo }: LedgerCore): number {
  const count = database.prepare('SELECT count(*) AS n FROM tickets WHERE is_demo = ?')
  return Count.parse(count.get(Number(isDemo()))).n
}

/** The largest number of legs that one of these tickets has. */
export function findMaxLegs({ database, isDemo }: LedgerCore): number {
  const max = database.prepare(
    'SELECT coalesce(max(l.place), -1) + 1 AS n FROM tickets AS t JOIN legs AS l ON l.ticket_id = t.id WHERE t.is_demo = ?',
  )
  return Count.parse(max.get(Number(isDemo()))).n
}

/** Yields pages of these tickets, voided ones among them, in the order they were recorded. */
export function* readTickets({ database, isDemo, log }: LedgerCore): Generator<PortableTicket[], void> {
  const after = database.prepare('SELECT id FROM tickets WHERE is_demo = ? AND id > ? ORDER BY id LIMIT ?')
  let last = 0
  for (;;) {
    const ids = Id.array().parse(after.all(Number(isDemo()), last, ticketsPerPage))
    if (ids.length === 0) return
    last = ids.at(-1)?.id ?? last
    yield ids.map(({ id }) => toPortable(log.ofTicket(id)))
  }
}

export interface ImportBatch {
  /** Applied to books that have none here. */
  readonly policies: readonly BookPolicy[]
  /** Tickets one after the other, null for a line without one. */
  readonly tickets: Iterable<IncomingTicket | null>
  /** The reason recorded for results that only a table vouches for. */
  readonly reason: string
}

/** Writes all tickets or none; other writes are refused meanwhile. Throws the cause of a failure. */
export function commitImport(ledger: Ledger, batch: ImportBatch): Promise<void> {
  return ledger.writeInSlices(async (core, at) => {
    await core.log.commitInSlices(writeBatch(core, at, batch))
    core.scheduleCheckpoint()
    // The tickets are in the log, so tables that cannot be written now may follow later.
    await core.projector.catchUpInSlices()
  })
}

function* writeBatch(core: LedgerCore, at: number, batch: ImportBatch): Generator<void, void> {
  writePolicies(core, at, batch.policies)
  for (const ticket of batch.tickets) {
    if (ticket !== null) writeTicket(core, at, ticket, batch.reason)
    yield
  }
}

/** Open tickets of these books are judged again. */
function writePolicies({ policies, writer }: LedgerCore, at: number, incoming: readonly BookPolicy[]): void {
  const ownBookIds = new Set(policies.all().map(({ bookId }) => bookId))
  const added = incoming.filter(({ bookId }) => !ownBookIds.has(bookId))
  for (const policy of added) policies.write(at, policy)
  for (const { bookId } of added) writer.judgeOpenAt(at, bookId)
}

function writeTicket({ log, writer }: LedgerCore, at: number, ticket: IncomingTicket, reason: string): void {
  if (ticket.kind === 'new') {
    const id = writer.record(at, ticket.facts)
    const { decision } = ticket
    if (decision !== null) writer.write(at, writer.get(id), { kind: 'decided', decision, reason })
    return
  }
  const id = log.nextTicketId()
  const { uid, isDemo, profileId } = ticket.facts
  const append = (recordedAt: number, record: TicketRecord) => log.append(recordedAt, id, record)
  replay(ticket.ticket, { id, owner: { uid, isDemo, profileId }, append })
}
