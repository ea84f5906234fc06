/** What leaves the ledger's file and comes into it: tickets whole, with all their records. */
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { BookPolicy } from '../../../shared/model/ticket/refund-policy.ts'
import type { Decision } from '../../../shared/model/ticket/ticket-detail.ts'
import type { TicketFacts } from '../../../shared/model/ticket/ticket.ts'
import type { Database } from '../../storage/database.ts'
import type { Testimony } from '../../storage/witness.ts'
import type { LedgerLog } from '../log/ledger-log.ts'
import type { KeptPolicy, Policies } from '../tickets/refund-policies.ts'
import { dayNumber, identityHash, quotedPrice } from '../projection/ticket-row.ts'
import type { TicketWriter } from '../tickets/ticket-writer.ts'
import { carried, type CarriedTicket } from './carried-ticket.ts'
import { replay } from './replay.ts'

/** `carried`: with its history. `fresh`: from a table, which knows only how it is now. */
export type IncomingTicket =
  | {
      readonly kind: 'carried'
      readonly facts: TicketFacts
      readonly ticket: CarriedTicket
      readonly isVoided: boolean
    }
  | { readonly kind: 'fresh'; readonly facts: TicketFacts; readonly decision: Decision | null }

interface TransferOptions {
  readonly database: Database
  readonly log: LedgerLog
  readonly policies: Policies
  readonly writer: TicketWriter
  readonly isDemo: () => boolean
}

const statementsOf = (database: Database) => ({
  after: database.prepare('SELECT id FROM tickets WHERE is_demo = ? AND id > ? ORDER BY id LIMIT ?'),
  count: database.prepare('SELECT count(*) AS id FROM tickets WHERE is_demo = ?'),
  mostLegs: database.prepare(
    'SELECT coalesce(max(l.place), -1) + 1 AS id FROM tickets AS t JOIN legs AS l ON l.ticket_id = t.id WHERE t.is_demo = ?',
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
const Odds = z.object({ odds: z.string() })
/** Tables round decimal odds to two places. */
const sameOdds = 0.01

export class Transfer {
  readonly #options: TransferOptions
  readonly #run: ReturnType<typeof statementsOf>

  constructor(options: TransferOptions) {
    this.#options = options
    this.#run = statementsOf(options.database)
  }

  /** Where the log ends; undefined while tickets are being taken in, as that may still come to nothing. */
  get tail(): Testimony | undefined {
    const { log } = this.#options
    return log.isCommitting ? undefined : log.tail
  }

  /** Whether the tickets shown, which are those that leave and come in, are the demo's. */
  get isDemo(): boolean {
    return this.#options.isDemo()
  }

  get tickets(): number {
    return Id.parse(this.#run.count.get(Number(this.isDemo))).id
  }

  /** Of one ticket. */
  get mostLegs(): number {
    return Id.parse(this.#run.mostLegs.get(Number(this.isDemo))).id
  }

  policies(): KeptPolicy[] {
    return this.#options.policies.all()
  }

  /** The next tickets after a number, voided ones among them, in the order they were recorded. */
  after(id: number, limit: number): { id: number; ticket: CarriedTicket }[] {
    const rows = Id.array().parse(this.#run.after.all(Number(this.isDemo), id, limit))
    return rows.map(row => ({ id: row.id, ticket: carried(this.#options.log.ofTicket(row.id)) }))
  }

  hasUid(uid: string): boolean {
    return this.#run.byUid.get(uid) !== undefined
  }

  /** Whether a ticket that looks like the same bet is among those shown. */
  hasAlike(facts: TicketFacts): boolean {
    return this.#run.alike.get(identityHash(facts), Number(this.isDemo)) !== undefined
  }

  /** Whether a ticket of the same book, day, stake and odds is among those shown. */
  mayHave({ book, day, stakeMinor, currency, price }: TicketFacts): boolean {
    const of = { day: dayNumber(day), isDemo: Number(this.isDemo), book: book.id, stakeMinor, currency }
    const { decimal } = quotedPrice(price)
    return Odds.array()
      .parse(this.#run.ofDay.all(of))
      .some(({ odds }) => Math.abs(quotedPrice({ ...price, odds }).decimal - decimal) < sameOdds)
  }

  /** Inside a commit. A ticket that is told apart from one of the same uid gets a uid of its own. */
  append(
    incoming: IncomingTicket,
    { at, isApart, reason }: { at: number; isApart: boolean; reason: string },
  ): void {
    const facts = isApart ? { ...incoming.facts, uid: randomUUID() } : incoming.facts
    const { log, writer } = this.#options
    if (incoming.kind === 'carried') {
      const id = log.nextTicketId()
      const { uid, isDemo, profileId } = facts
      replay(incoming.ticket, {
        id,
        whose: { uid, isDemo, profileId },
        append: (when, record) => log.append(when, id, record),
      })
      return
    }
    const id = writer.record(at, facts)
    const { decision } = incoming
    if (decision !== null) writer.write(at, writer.get(id), { kind: 'decided', decision, reason })
  }

  /** Inside a commit, and before `append`: policies of books that have none here yet. Answers those that were written. */
  appendPolicies(at: number, policies: readonly BookPolicy[]): BookPolicy[] {
    const own = new Set(this.policies().map(({ bookId }) => bookId))
    const news = policies.filter(({ bookId }) => !own.has(bookId))
    for (const policy of news) this.#options.policies.write(at, policy)
    return news
  }
}
