/** States of ticket 7, from its records alone. */
import { toTicketState, applyRecord, type TicketState } from '../../../src/main/ledger/state/ticket-state.ts'
import { findNextEntry } from '../../../src/main/ledger/state/next-entry.ts'
import type { EntryBody, TicketRecord } from '../../../src/main/ledger/log/record.ts'
import type { LegResult } from '../../../src/shared/model/ticket/settlement.ts'
import type { RefundPolicy, Ruling } from '../../../src/shared/model/ticket/refund-policy.ts'
import { parseTakenPrice, type TicketFacts } from '../../../src/shared/model/ticket/ticket.ts'
import { makeGrading, makeTicket } from './tickets.ts'

/** The time of each record is ten times its number. */
export function stateOf(facts: TicketFacts, ...records: readonly TicketRecord[]): TicketState {
  const all: TicketRecord[] = [{ kind: 'recorded', facts }, ...records]
  return toTicketState(
    7,
    all.map((record, place) => ({ seq: place + 1, at: 10 * (place + 1), record })),
  )
}

export const stateAfter = (...records: readonly TicketRecord[]) => stateOf(makeTicket(), ...records)

export const graded = (...results: readonly LegResult[]): TicketRecord => ({
  kind: 'graded',
  legs: results.map((result, place) => ({ place, grading: makeGrading(result) })),
})

export const judged = (ruling: Ruling, policy: RefundPolicy = 'void_all'): TicketRecord => ({
  kind: 'judged',
  ruling,
  policy,
})

export const ended = (ending: 'won' | 'lost' | 'refunded', policy?: RefundPolicy) =>
  judged({ kind: 'ended', ending }, policy)

export function closedAt(text: string): TicketRecord {
  const taken = parseTakenPrice({ text, format: 'american' })
  if (!taken.ok) throw new Error(taken.sentence)
  return { kind: 'closed', closing: { kind: 'priced', price: taken.price, at: 1 } }
}

/** Books every missing entry at one time. */
export function bookAll(state: TicketState, at = 500): { state: TicketState; entries: EntryBody[] } {
  const entries: EntryBody[] = []
  for (let next = findNextEntry(state); next !== undefined; next = findNextEntry(state)) {
    entries.push(next)
    state = applyRecord(state, { seq: at + entries.length, at, record: next })
  }
  return { state, entries }
}
