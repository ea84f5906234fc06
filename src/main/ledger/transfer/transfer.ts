/** Tickets whole, with all their records: read from the ledger for an export, and written to it by an import. */
import { z } from 'zod'
import type { BookPolicy } from '../../../shared/model/ticket/refund-policy.ts'
import type { TicketFacts } from '../../../shared/model/ticket/ticket.ts'
import type { Database } from '../../storage/database.ts'
import type { Ledger } from '../ledger.ts'
import type { TicketRecord } from '../log/record.ts'
import type { LedgerCore } from '../opening/ledger-file.ts'
import { toDayNumber, toIdentityHash, toQuotedPrice } from '../projection/ticket-row.ts'
import type { StoredPolicy } from '../tickets/refund-policies.ts'
import { toPortable, type PortableTicket } from './portable-ticket.ts'
import { replay, type IncomingTicket } from './replay.ts'

const prepareStatements = (database: Database) => ({
  after: database.prepare('SELECT id FROM tickets WHERE is_demo = ? AND id > ? ORDER BY id LIMIT ?'),
  count: database.prepare('SELECT count(*) AS n FROM tickets WHERE is_demo = ?'),
  maxLegs: database.prepare(
    'SELECT coalesce(max(l.place), -1) + 1 AS n FROM tickets AS t JOIN legs AS l ON l.ticket_id = t.id WHERE t.is_demo = ?',
  ),
  byUid: database.prepare('SELECT id FROM tickets WHERE uid = ?'),
  alike: database.prepare(
    'SELECT id FROM tickets WHERE identity = ? AND is_demo = ? AND is_voided = 0 LIMIT 1',
  ),
  ofDay: database.prepare(
    `SELECT DISTINCT t.price_odds AS odds FROM facets AS f
     CROSS JOIN ticket_facets AS d ON d.facet_id = f.id AND d.day = :day
     CROSS JOIN tickets AS t ON t.id = d.ticket_id
     WHERE f.is_demo = :isDemo AND f.kind = 'book' AND f.value = :book AND t.stake_minor = :stakeMinor
       AND t.currency = :currency`,
  ),
})

const Id = z.object({ id: z.number() })
const Count = z.object({ n: z.number() })
const Odds = z.object({ odds: z.string() })
/** Difference of decimal odds below which they count as equal: tables round them to two places. */
const minOddsDifference = 0.01
const ticketsPerPage = 50

/** The tickets of the demo or of the user, whichever the ledger shows. */
export class Transfer {
  readonly #core: LedgerCore
  readonly #run: ReturnType<typeof prepareStatements>

  constructor(core: LedgerCore) {
    this.#core = core
    this.#run = prepareStatements(core.database)
  }

  get isDemo(): boolean {
    return this.#core.isDemo()
  }

  get tickets(): number {
    return Count.parse(this.#run.count.get(Number(this.isDemo))).n
  }

  /** The largest number of legs that a ticket has. */
  get maxLegs(): number {
    return Count.parse(this.#run.maxLegs.get(Number(this.isDemo))).n
  }

  policies(): StoredPolicy[] {
    return this.#core.policies.all()
  }

  /** Pages of tickets, voided ones among them, in the order they were recorded. */
  *pages(): Generator<PortableTicket[], void> {
    let last = 0
    for (;;) {
      const ids = Id.array().parse(this.#run.after.all(Number(this.isDemo), last, ticketsPerPage))
      if (ids.length === 0) return
      last = ids.at(-1)?.id ?? last
      yield ids.map(({ id }) => toPortable(this.#core.log.ofTicket(id)))
    }
  }

  hasUid(uid: string): boolean {
    return this.#run.byUid.get(uid) !== undefined
  }

  /** True when a ticket with the same book, day, stake, price and legs is there. */
  hasAlike(facts: TicketFacts): boolean {
    return this.#run.alike.get(toIdentityHash(facts), Number(this.isDemo)) !== undefined
  }

  /** True when a ticket with the same book, day, stake and nearly the same odds is there. */
  hasSimilar({ book, day, stakeMinor, currency, price }: TicketFacts): boolean {
    const of = { day: toDayNumber(day), isDemo: Number(this.isDemo), book: book.id, stakeMinor, currency }
    const { decimal } = toQuotedPrice(price)
    return Odds.array()
      .parse(this.#run.ofDay.all(of))
      .some(({ odds }) => Math.abs(toQuotedPrice({ ...price, odds }).decimal - decimal) < minOddsDifference)
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
