/**
 * Writes records of a ticket with everything that follows from them: the ruling on its legs by the book's policy, the
 * entries of the journal, and the progress of pending legs. Used inside a commit of the log, so that all of it is
 * durable or none.
 */
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { Refusal } from '../../../shared/failure.ts'
import { deriveRuling } from '../../../shared/model/ticket/refund-policy.ts'
import type { TicketFacts } from '../../../shared/model/ticket/ticket.ts'
import type { Database } from '../../storage/database.ts'
import { toJsonColumn } from '../../storage/json-column.ts'
import type { LedgerLog } from '../log/ledger-log.ts'
import type { LegsCorrection, TicketRecord } from '../log/record.ts'
import { findNextEntry } from '../state/next-entry.ts'
import { findPlaceAfter } from '../state/leg-corrections.ts'
import { contradictsPayout, deriveOutcome } from '../state/ticket-outcome.ts'
import {
  applyRecord,
  legResult,
  toRecordedState,
  toTicketState,
  type TicketState,
} from '../state/ticket-state.ts'
import type { FactChanges } from '../state/corrections.ts'
import { findNewGradings, hasOutcomeChanged, type GradedLeg } from './gradings.ts'
import type { RefundPolicies } from './refund-policies.ts'
import { findUndo } from './undo.ts'

const IdRow = z.object({ id: z.number() }).optional()
const IdRows = z.array(z.object({ id: z.number() }))
/** The grading is moved as its stored text. */
const ProgressRow = z.object({ place: z.number(), at: z.number(), grading: z.string() })

const prepareStatements = (database: Database) => ({
  byUid: database.prepare('SELECT id FROM tickets WHERE uid = ?'),
  openAt: database.prepare(
    `SELECT t.id FROM facets AS f CROSS JOIN ticket_facets AS d ON d.facet_id = f.id
       CROSS JOIN tickets AS t ON t.id = d.ticket_id
     WHERE f.kind = 'result' AND f.value IN ('pending', 'review') AND t.book_id = ? ORDER BY t.id`,
  ),
  saveProgress: database.prepare(
    'INSERT INTO progress VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET at = excluded.at, grading = excluded.grading',
  ),
  deleteProgress: database.prepare('DELETE FROM progress WHERE ticket_id = ? AND place = ?'),
  takeProgress: database.prepare('DELETE FROM progress WHERE ticket_id = ? RETURNING place, at, grading'),
})

interface WriterDeps {
  readonly database: Database
  readonly log: LedgerLog
  readonly policies: RefundPolicies
}

export class TicketWriter {
  readonly #log: LedgerLog
  readonly #policies: RefundPolicies
  readonly #run: ReturnType<typeof prepareStatements>

  constructor({ database, log, policies }: WriterDeps) {
    this.#log = log
    this.#policies = policies
    this.#run = prepareStatements(database)
  }

  /** Present state of a ticket. Throws Refusal when there is none, or it was voided. */
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

  record(at: number, facts: TicketFacts): number {
    const id = this.#log.nextTicketId()
    this.#log.append(at, id, { kind: 'recorded', facts })
    this.#book(at, this.#judge(at, toRecordedState(id, facts, at)))
    return id
  }

  /** Records a correction. Throws Refusal when the ticket does not exist. */
  correct(at: number, ticketId: number, change: FactChanges & { readonly reason: string }): void {
    this.write(at, this.get(ticketId), { kind: 'corrected', ...change })
    if (change.legs !== undefined) this.#moveProgress(ticketId, change.legs)
  }

  /**
   * Undoes the user's last change of a ticket that is not undone, including its deletion; of an undo, makes the change
   * again. Throws Refusal when another change came after `seq`.
   */
  undo(at: number, ticketId: number, change: { readonly seq: number; readonly reason: string }): void {
    const records = this.#log.ofTicket(ticketId)
    const record = findUndo(ticketId, records, change)
    if (record === undefined) throw new Refusal({ kind: 'not-found', what: 'the change to undo' })
    this.write(at, toTicketState(ticketId, records), record)
    if (record.kind === 'corrected' && record.legs !== undefined) this.#moveProgress(ticketId, record.legs)
  }

  /**
   * Records new gradings, and stores the progress of pending legs. Skips legs of deleted tickets. Returns the tickets
   * whose outcome changed.
   */
  grade(at: number, legs: readonly GradedLeg[]): number[] {
    const changed: number[] = []
    for (const [ticketId, ofTicket] of Map.groupBy(legs, leg => leg.ticketId)) {
      const before = this.find(ticketId)
      if (before === undefined) continue
      const current = ofTicket.filter(({ place, grade }) => before.legs[place]?.leg.grade === grade)
      const gradings = findNewGradings(before, current)
      const now = gradings.length === 0 ? before : this.write(at, before, { kind: 'graded', legs: gradings })
      if (hasOutcomeChanged(before, now)) changed.push(ticketId)
      for (const { place, grading } of current) {
        if (grading.result !== 'pending') this.#run.deleteProgress.run(ticketId, place)
        else this.#run.saveProgress.run(ticketId, place, at, toJsonColumn(grading))
      }
    }
    return changed
  }

  /** Writes a record and all that follows from it. Returns the ticket's new state. */
  write(at: number, state: TicketState, record: TicketRecord): TicketState {
    const now = this.#append(at, state, markOverride(state, record))
    return this.#book(at, shouldJudge(state, now) ? this.#judge(at, now) : now)
  }

  /** Applies a book's new policy to its tickets that are open or need review. */
  judgeOpenAt(at: number, bookId: string): void {
    for (const { id } of IdRows.parse(this.#run.openAt.all(bookId)))
      this.#book(at, this.#judge(at, this.get(id)))
  }

  /** Forgets the progress of pending legs, which may have another place now; the next check finds it again. */
  dropProgress(ticketId: number): void {
    this.#run.takeProgress.all(ticketId)
  }

  /** Writes a ruling if the book's policy now gives another. */
  judge(at: number, ticketId: number): void {
    const state = this.find(ticketId)
    if (state !== undefined) this.#book(at, this.#judge(at, state))
  }

  /** Moves the progress of pending legs to their new places, and drops it when a leg is now another bet. */
  #moveProgress(ticketId: number, legs: LegsCorrection): void {
    for (const { place, at, grading } of ProgressRow.array().parse(this.#run.takeProgress.all(ticketId))) {
      const now = findPlaceAfter(legs, place)
      if (now !== null) this.#run.saveProgress.run(ticketId, now, at, grading)
    }
  }

  #book(at: number, state: TicketState): TicketState {
    let now = state
    for (let entry = findNextEntry(now); entry !== undefined; entry = findNextEntry(now))
      now = this.#append(at, now, entry)
    return now
  }

  #judge(at: number, state: TicketState): TicketState {
    if (state.isVoided) return state
    const policy = this.#policies.get(state.facts.book.id)
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
