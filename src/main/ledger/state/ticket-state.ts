/** State of a ticket after its records. Pure: the same records always give the same state. */
import { assertNever } from '../../../shared/failure.ts'
import type { Grading, LegResult } from '../../../shared/model/ticket/settlement.ts'
import type { TicketFacts, TicketLeg } from '../../../shared/model/ticket/ticket.ts'
import type { Decision } from '../../../shared/model/ticket/ticket-detail.ts'
import { hasSameToken, haveSamePrice, isOtherBet } from './leg-corrections.ts'
import type {
  EntryBody,
  LegRevision,
  LegsCorrection,
  LoggedRecord,
  RecordOf,
  StoredClosing,
} from '../log/record.ts'

export interface LegState {
  readonly leg: TicketLeg
  readonly grading: Grading | null
  readonly gradedAt: number | null
  readonly byHand: LegResult | null
  /** First time it was not pending; null while it is. */
  readonly resultedAt: number | null
}

/** An entry that has not been reversed. */
export interface ActiveEntry extends Pick<
  EntryBody,
  'movement' | 'currency' | 'result' | 'payoutMinor' | 'isActual'
> {
  readonly seq: number
  /**
   * First time of this result. An amount booked again in the same commit, as after a correction, or after a restored
   * voiding keeps it.
   */
  readonly since: number
}

/** The result that was reversed last, its profit, and the time of the reversal. */
export interface ReversedResult extends Pick<ActiveEntry, 'result' | 'since'> {
  readonly profitMinor: number
  readonly at: number
  /** True if a grading of the service reversed it, false if the user did. */
  readonly isByService: boolean
}

export interface TicketState {
  readonly id: number
  readonly recordedAt: number
  /** As recorded, with corrections. */
  readonly facts: TicketFacts
  readonly legs: readonly LegState[]
  readonly judged: Pick<RecordOf<'judged'>, 'ruling' | 'policy'> | null
  /** The user's decision, unless withdrawn. */
  readonly decision: Exclude<Decision, { kind: 'withdrawn' }> | null
  /**
   * `contradictsPayout`: the legs ended otherwise than the payout entered before, and the user must decide;
   * `overridesLegs`: the payout was entered after that, and applies.
   */
  readonly conflict: 'contradictsPayout' | 'overridesLegs' | null
  readonly closing: StoredClosing | null
  readonly stake: ActiveEntry | null
  readonly result: ActiveEntry | null
  readonly reversed: ReversedResult | null
  readonly isVoided: boolean
}

export function legResult({ byHand, grading }: LegState): LegResult {
  return byHand ?? grading?.result ?? 'pending'
}

/** The state after all records of a ticket, oldest first. Throws on records that do not begin with its recording. */
export function toTicketState(id: number, records: readonly LoggedRecord[]): TicketState {
  const [first, ...rest] = records
  if (first?.record.kind !== 'recorded') throw new Error(`ticket ${id} does not begin with its recording`)
  return rest.reduce(applyRecord, toRecordedState(id, first.record.facts, first.at))
}

export function toRecordedState(id: number, facts: TicketFacts, recordedAt: number): TicketState {
  return {
    id,
    recordedAt,
    facts,
    legs: facts.legs.map(toUnknownLeg),
    judged: null,
    decision: null,
    conflict: null,
    closing: null,
    stake: null,
    result: null,
    reversed: null,
    isVoided: false,
  }
}

const toUnknownLeg = (leg: TicketLeg): LegState => ({
  leg,
  grading: null,
  gradedAt: null,
  byHand: null,
  resultedAt: null,
})

/** The state after one more record. */
export function applyRecord(state: TicketState, { seq, at, record }: LoggedRecord): TicketState {
  switch (record.kind) {
    case 'recorded':
      throw new Error(`ticket ${state.id} is recorded twice`)
    case 'corrected':
      return withLegs({ ...state, facts: { ...state.facts, ...record.terms } }, record.legs, at)
    case 'voided':
      return { ...state, isVoided: true }
    case 'restored':
      return { ...state, isVoided: false, reversed: state.reversed && { ...state.reversed, at } }
    case 'graded':
      return record.legs.reduce(
        (now, { place, grading }) => withLeg(now, place, { grading, gradedAt: at }, at),
        state,
      )
    case 'leg-decided':
      return withLeg(state, record.place, { byHand: record.result }, at)
    case 'decided':
      return {
        ...state,
        decision: record.decision.kind === 'withdrawn' ? null : record.decision,
        conflict: record.overrules === true ? 'overridesLegs' : null,
      }
    case 'judged':
      return {
        ...state,
        judged: { ruling: record.ruling, policy: record.policy },
        conflict: record.contests === true ? 'contradictsPayout' : null,
      }
    case 'closed':
      return { ...state, closing: record.closing }
    case 'entry':
      return applyEntry(state, { seq, at, record })
    // Stryker disable next-line ConditionalExpression: never reached
    default:
      return assertNever(record)
  }
}

function withLegs(state: TicketState, correction: LegsCorrection | undefined, at: number): TicketState {
  if (correction === undefined) return state
  const legs = correction.now.map(now => applyLegRevision(state, now, at))
  const { fair, ...others } = state.facts
  const now = legs.map(({ leg }) => leg)
  // Prices and fair prices apply only to the same legs.
  const isSame = haveSamePrice(state.facts.legs, now)
  const facts = { ...others, ...(isSame && fair && { fair }), legs: now }
  return { ...state, facts, legs, closing: isSame ? state.closing : null }
}

/** Gradings and the user's results stay with a leg as long as it is the same bet. */
function applyLegRevision({ legs }: TicketState, { from, leg }: LegRevision, at: number): LegState {
  // Stryker disable next-line ConditionalExpression: for the type alone, no leg has the place null
  const before = from === null ? undefined : legs[from]
  if (before === undefined) return toUnknownLeg(leg)
  const { grading, gradedAt } = hasSameToken(before.leg, leg) ? before : toUnknownLeg(leg)
  const byHand = isOtherBet(before.leg, leg) ? null : before.byHand
  return withResultedAt({ leg, grading, gradedAt, byHand, resultedAt: before.resultedAt }, at)
}

function withResultedAt(leg: LegState, at: number): LegState {
  return { ...leg, resultedAt: legResult(leg) === 'pending' ? null : (leg.resultedAt ?? at) }
}

function withLeg(state: TicketState, place: number, change: Partial<LegState>, at: number): TicketState {
  const legs = state.legs.map((leg, n) => (n === place ? withResultedAt({ ...leg, ...change }, at) : leg))
  return { ...state, legs }
}

function applyEntry(state: TicketState, { seq, at, record }: LoggedRecord<EntryBody>): TicketState {
  const { movement, currency, result, payoutMinor, isActual } = record
  const { reversed } = state
  const since = reversed?.at === at && reversed.result === result ? reversed.since : at
  const active =
    record.reverses === null ? { seq, movement, currency, result, payoutMinor, isActual, since } : null
  if (record.entry === 'stake') return { ...state, stake: active }
  if (active !== null) return { ...state, result: active }
  // Stryker disable next-line ConditionalExpression: for the type alone, only a booked result is reversed
  if (state.result === null) return state
  const { result: was, since: wasSince, movement: booked } = state.result
  const profitMinor = booked.profitMinor
  // A commit has one time: that of its grading, or of what the user did.
  const isByService = state.legs.some(({ gradedAt }) => gradedAt === at)
  return { ...state, result: null, reversed: { result: was, since: wasSince, profitMinor, at, isByService } }
}

/** The time of the present result; null while open, and for a ticket that was imported with its result. */
export function settledAt({ result, recordedAt }: TicketState): number | null {
  return result === null || result.since === recordedAt ? null : result.since
}
