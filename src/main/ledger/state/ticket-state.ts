/** A ticket as its records leave it. Pure: the same records give the same state, whenever they are read. */
import { assertNever } from '../../../shared/failure.ts'
import type { Movement } from '../../../shared/model/ticket/ledger-entry.ts'
import type { RefundPolicy, Ruling } from '../../../shared/model/ticket/refund-policy.ts'
import type { Grading, LegResult, TicketResult } from '../../../shared/model/ticket/settlement.ts'
import type { TicketFacts, TicketLeg } from '../../../shared/model/ticket/ticket.ts'
import type { Decision } from '../../../shared/model/ticket/ticket-detail.ts'
import { hasSameToken, haveSamePrice, isOtherBet } from './leg-corrections.ts'
import type { EntryBody, KeptClosing, LegNow, LegsCorrection, Placed } from '../log/record.ts'

export interface LegState {
  readonly leg: TicketLeg
  readonly grading: Grading | null
  readonly gradedAt: number | null
  readonly byHand: LegResult | null
  /** When it first was no longer pending; null while it is. */
  readonly resultedAt: number | null
}

/** An entry that has not been reversed. */
export interface StandingEntry {
  readonly seq: number
  readonly movement: Movement
  readonly currency: string
  readonly result: TicketResult | null
  readonly payoutMinor: number | null
  readonly isActual: boolean
  /** When it first stood so: an amount that is booked anew in one act, as after a correction, does not move it. */
  readonly since: number
}

export interface TicketState {
  readonly id: number
  readonly recordedAt: number
  /** As recorded, with corrections. */
  readonly facts: TicketFacts
  readonly legs: readonly LegState[]
  readonly judged: { readonly ruling: Ruling; readonly policy: RefundPolicy } | null
  /** The user's word that stands, if any. */
  readonly decision: Exclude<Decision, { kind: 'withdrawn' }> | null
  /** `open`: the legs came to something else than the payout entered before; `overruled`: it was entered after. */
  readonly contest: 'open' | 'overruled' | null
  readonly closing: KeptClosing | null
  readonly stake: StandingEntry | null
  readonly result: StandingEntry | null
  /** The result that was reversed last, and when. */
  readonly reversed: (Pick<StandingEntry, 'result' | 'since'> & { readonly at: number }) | null
  readonly isVoided: boolean
}

export function legResult({ byHand, grading }: LegState): LegResult {
  return byHand ?? grading?.result ?? 'pending'
}

/** The state after all records of a ticket, oldest first. Throws on records that do not begin with its recording. */
export function ticketState(id: number, records: readonly Placed[]): TicketState {
  const [first, ...rest] = records
  if (first?.record.kind !== 'recorded') throw new Error(`ticket ${id} does not begin with its recording`)
  return rest.reduce(after, recorded(id, first.record.facts, first.at))
}

export function recorded(id: number, facts: TicketFacts, recordedAt: number): TicketState {
  const legs = facts.legs.map(unknownLeg)
  const unsettled = { judged: null, decision: null, contest: null, closing: null }
  return {
    id,
    recordedAt,
    facts,
    legs,
    ...unsettled,
    stake: null,
    result: null,
    reversed: null,
    isVoided: false,
  }
}

const unknownLeg = (leg: TicketLeg): LegState => ({
  leg,
  grading: null,
  gradedAt: null,
  byHand: null,
  resultedAt: null,
})

/** The state after one more record. */
export function after(state: TicketState, { seq, at, record }: Placed): TicketState {
  switch (record.kind) {
    case 'recorded':
      throw new Error(`ticket ${state.id} is recorded twice`)
    case 'corrected':
      return withLegs({ ...state, facts: { ...state.facts, ...record.terms } }, record.legs, at)
    case 'voided':
      return { ...state, isVoided: true }
    case 'graded':
      return record.legs.reduce((now, { place, grading }) => graded(now, place, { grading, at }), state)
    case 'leg-decided':
      return withLeg(state, record.place, leg => dated({ ...leg, byHand: record.result }, at))
    case 'decided':
      return {
        ...state,
        decision: record.decision.kind === 'withdrawn' ? null : record.decision,
        contest: record.overrules === true ? 'overruled' : null,
      }
    case 'judged':
      return {
        ...state,
        judged: { ruling: record.ruling, policy: record.policy },
        contest: record.contests === true ? 'open' : null,
      }
    case 'closed':
      return { ...state, closing: record.closing }
    case 'entry':
      return entered(state, { seq, at, record })
    default:
      return assertNever(record)
  }
}

function withLegs(state: TicketState, correction: LegsCorrection | undefined, at: number): TicketState {
  if (correction === undefined) return state
  const legs = correction.now.map(now => legAfter(state, now, at))
  const facts = { ...state.facts, legs: legs.map(({ leg }) => leg) }
  // A closing price of other legs says nothing of these.
  const closing = haveSamePrice(state.facts.legs, facts.legs) ? state.closing : null
  return { ...state, facts, legs, closing }
}

/** What was said of a leg stays with it, as long as it was said of the bet it now is. */
function legAfter({ legs }: TicketState, { from, leg }: LegNow, at: number): LegState {
  const before = from === null ? undefined : legs[from]
  if (before === undefined) return unknownLeg(leg)
  const { grading, gradedAt } = hasSameToken(before.leg, leg) ? before : unknownLeg(leg)
  const byHand = isOtherBet(before.leg, leg) ? null : before.byHand
  return dated({ leg, grading, gradedAt, byHand, resultedAt: before.resultedAt }, at)
}

function graded(
  state: TicketState,
  place: number,
  { grading, at }: { grading: Grading; at: number },
): TicketState {
  return withLeg(state, place, leg => dated({ ...leg, grading, gradedAt: at }, at))
}

function dated(leg: LegState, at: number): LegState {
  return { ...leg, resultedAt: legResult(leg) === 'pending' ? null : (leg.resultedAt ?? at) }
}

function withLeg(state: TicketState, place: number, change: (leg: LegState) => LegState): TicketState {
  return { ...state, legs: state.legs.map((leg, at) => (at === place ? change(leg) : leg)) }
}

function entered(state: TicketState, { seq, at, record }: Placed<EntryBody>): TicketState {
  const { movement, currency, result, payoutMinor, isActual } = record
  const { reversed } = state
  const since = reversed?.at === at && reversed.result === result ? reversed.since : at
  const standing =
    record.reverses === null ? { seq, movement, currency, result, payoutMinor, isActual, since } : null
  if (record.entry === 'stake') return { ...state, stake: standing }
  if (standing !== null || state.result === null) return { ...state, result: standing }
  return { ...state, result: null, reversed: { result: state.result.result, since: state.result.since, at } }
}

/** When the ticket ended as it stands; null while it is open, and for one that came into the ledger with its result. */
export function settledAt({ result, recordedAt }: TicketState): number | null {
  return result === null || result.since === recordedAt ? null : result.since
}
