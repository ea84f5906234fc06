/**
 * Writes what happens to a ticket and everything that follows from it: the ruling on its legs by the book's policy, and
 * the entries that bring the journal in line. Used inside a commit of the log, so all of it is durable or none.
 */
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { Refusal } from '../../../shared/failure.ts'
import { deriveRuling, type RefundPolicy } from '../../../shared/model/ticket/refund-policy.ts'
import type { TicketFacts } from '../../../shared/model/ticket/ticket.ts'
import type { Database } from '../../storage/database.ts'
import type { LedgerLog } from '../log/ledger-log.ts'
import type { TicketRecord } from '../log/record.ts'
import { findNextEntry } from '../state/bookings.ts'
import { contradictsPayout, deriveOutcome } from '../state/ticket-outcome.ts'
import {
  applyRecord,
  legResult,
  toRecordedState,
  toTicketState,
  type TicketState,
} from '../state/ticket-state.ts'

const IdRow = z.object({ id: z.number() }).optional()
const IdRows = z.array(z.object({ id: z.number() }))

const prepareStatements = (database: Database) => ({
  byUid: database.prepare('SELECT id FROM tickets WHERE uid = ?'),
  openAt: database.prepare(
    `SELECT t.id FROM facets AS f JOIN ticket_facets AS d ON d.facet_id = f.id JOIN tickets AS t ON t.id = d.ticket_id
     WHERE f.kind = 'result' AND f.value IN ('pending', 'review') AND t.book_id = ? ORDER BY t.id`,
  ),
})

export interface WriterDeps {
  readonly database: Database
  readonly log: LedgerLog
  readonly policyAt: (bookId: string) => RefundPolicy
}

export class TicketWriter {
  readonly #log: LedgerLog
  readonly #policyAt: WriterDeps['policyAt']
  readonly #run: ReturnType<typeof prepareStatements>

  constructor({ database, log, policyAt }: WriterDeps) {
    this.#log = log
    this.#policyAt = policyAt
    this.#run = prepareStatements(database)
  }

  /** A ticket as it is now. Throws Refusal when there is none, or it was voided. */
  get(ticketId: number): TicketState {
    const state = this.find(ticketId)
    if (state === undefined) throw new Refusal({ kind: 'not-found', what: 'the ticket' })
    return state
  }

  find(ticketId: number): TicketState | undefined {
    const records = this.#log.ofTicket(ticketId)
    const state = records.length === 0 ? undefined : toTicketState(ticketId, records)
    return state?.isVoided === true ? undefined : state
  }

  findByUid(uid: string): number | undefined {
    return IdRow.parse(this.#run.byUid.get(uid))?.id
  }

  /** Tickets at a book that are open or need review. */
  findOpenAt(bookId: string): number[] {
    return IdRows.parse(this.#run.openAt.all(bookId)).map(({ id }) => id)
  }

  record(at: number, facts: TicketFacts): number {
    const id = this.#log.nextTicketId()
    this.#log.append(at, id, { kind: 'recorded', facts })
    this.#book(at, this.#judge(at, toRecordedState(id, facts, at)))
    return id
  }

  /** Answers the ticket after the record. */
  write(at: number, state: TicketState, record: TicketRecord): TicketState {
    const now = this.#append(at, state, markOverride(state, record))
    return this.#book(at, shouldJudge(state, now) ? this.#judge(at, now) : now)
  }

  /** Applies the book's policy again, as after a change of it. */
  judge(at: number, ticketId: number): void {
    this.#book(at, this.#judge(at, this.get(ticketId)))
  }

  #book(at: number, state: TicketState): TicketState {
    let now = state
    for (let entry = findNextEntry(now); entry !== undefined; entry = findNextEntry(now))
      now = this.#append(at, now, entry)
    return now
  }

  #judge(at: number, state: TicketState): TicketState {
    if (state.isVoided) return state
    const policy = this.#policyAt(state.facts.book.id)
    const ruling = deriveRuling(state.legs.map(legResult), policy)
    const before = state.judged?.ruling ?? { kind: 'pending', outlook: null }
    if (JSON.stringify(ruling) === JSON.stringify(before)) return state
    const contests = contradictsPayout({ ...state, judged: { ruling, policy } }) || undefined
    return this.#append(at, state, { kind: 'judged', ruling, policy, contests })
  }

  #append(at: number, state: TicketState, record: TicketRecord): TicketState {
    return applyRecord(state, { seq: this.#log.append(at, state.id, record), at, record })
  }
}

/** Marks an entered payout that differs from the ruling on the legs. */
function markOverride(state: TicketState, record: TicketRecord): TicketRecord {
  if (record.kind !== 'decided' || record.decision.kind === 'withdrawn') return record
  return { ...record, overrules: contradictsPayout({ ...state, decision: record.decision }) || undefined }
}

/** A settled ticket keeps the policy it was settled by, unless its book or a leg's result changed. */
function shouldJudge(before: TicketState, now: TicketState): boolean {
  const { result } = deriveOutcome(now)
  if (result === 'pending' || result === 'review' || before.facts.book.id !== now.facts.book.id) return true
  return !isDeepStrictEqual(before.legs.map(legResult), now.legs.map(legResult))
}
