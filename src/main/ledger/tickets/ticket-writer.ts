/**
 * Writes what happens to a ticket and everything that follows from it: what its legs come to by the book's policy, and
 * the entries that bring the journal in line. Used inside a commit of the log, so all of it is there or none.
 */
import { isDeepStrictEqual } from 'node:util'
import { ticketResult, type RefundPolicy } from '../../../shared/model/ticket/refund-policy.ts'
import { Refusal } from '../../../shared/failure.ts'
import type { TicketFacts } from '../../../shared/model/ticket/ticket.ts'
import type { LedgerLog } from '../log/ledger-log.ts'
import type { TicketRecord } from '../log/record.ts'
import { nextBooking } from '../state/bookings.ts'
import { isContested, standingOf } from '../state/ticket-outcome.ts'
import { after, legResult, recorded, ticketState, type TicketState } from '../state/ticket-state.ts'

export interface WriterOptions {
  readonly log: LedgerLog
  readonly policyOf: (bookId: string) => RefundPolicy
}

export class TicketWriter {
  readonly #log: LedgerLog
  readonly #policyOf: WriterOptions['policyOf']

  constructor({ log, policyOf }: WriterOptions) {
    this.#log = log
    this.#policyOf = policyOf
  }

  /** A ticket as it is now. Throws Refusal when there is none, or it was voided. */
  get(ticketId: number): TicketState {
    const state = this.find(ticketId)
    if (state === undefined) throw new Refusal({ kind: 'not-found', what: 'the ticket' })
    return state
  }

  find(ticketId: number): TicketState | undefined {
    const records = this.#log.ofTicket(ticketId)
    const state = records.length === 0 ? undefined : ticketState(ticketId, records)
    return state?.isVoided === true ? undefined : state
  }

  record(at: number, facts: TicketFacts): number {
    const id = this.#log.nextTicketId()
    this.#log.append(at, id, { kind: 'recorded', facts })
    this.#booked(at, this.#judged(at, recorded(id, facts, at)))
    return id
  }

  /** Answers the ticket after it. */
  write(at: number, state: TicketState, record: TicketRecord): TicketState {
    const now = this.#append(at, state, knowing(state, record))
    return this.#booked(at, isToBeJudged(state, now) ? this.#judged(at, now) : now)
  }

  /** Judges a ticket anew, as after a change of its book's policy. */
  judge(at: number, ticketId: number): void {
    this.#booked(at, this.#judged(at, this.get(ticketId)))
  }

  #booked(at: number, state: TicketState): TicketState {
    let now = state
    for (let entry = nextBooking(now); entry !== undefined; entry = nextBooking(now))
      now = this.#append(at, now, entry)
    return now
  }

  #judged(at: number, state: TicketState): TicketState {
    if (state.isVoided) return state
    const policy = this.#policyOf(state.facts.book.id)
    const ruling = ticketResult(state.legs.map(legResult), policy)
    const before = state.judged?.ruling ?? { kind: 'pending', outlook: null }
    if (JSON.stringify(ruling) === JSON.stringify(before)) return state
    const contests = isContested({ ...state, judged: { ruling, policy } }) || undefined
    return this.#append(at, state, { kind: 'judged', ruling, policy, contests })
  }

  #append(at: number, state: TicketState, record: TicketRecord): TicketState {
    return after(state, { seq: this.#log.append(at, state.id, record), at, record })
  }
}

/** A payout that is entered although the legs came to something else says so. */
function knowing(state: TicketState, record: TicketRecord): TicketRecord {
  if (record.kind !== 'decided' || record.decision.kind === 'withdrawn') return record
  return { ...record, overrules: isContested({ ...state, decision: record.decision }) || undefined }
}

/** One that has ended keeps the policy it ended by, unless its book or a leg's result is now another. */
function isToBeJudged(before: TicketState, now: TicketState): boolean {
  const { result } = standingOf(now)
  if (result === 'pending' || result === 'review' || before.facts.book.id !== now.facts.book.id) return true
  return !isDeepStrictEqual(before.legs.map(legResult), now.legs.map(legResult))
}
