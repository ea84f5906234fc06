/**
 * Finds the entries that make the journal agree with a ticket's outcome. A wrong entry is reversed, then booked again;
 * no entry is ever changed.
 */
import {
  resultMovement,
  reverseMovement,
  stakeMovement,
  type Movement,
} from '../../../shared/model/ticket/payout.ts'
import { majorText } from '../../../shared/model/ticket/money.ts'
import type { EntryBody } from '../log/record.ts'
import { deriveOutcome, type TicketOutcome } from './ticket-outcome.ts'
import { legResult, type ActiveEntry, type TicketState } from './ticket-state.ts'

/** The next missing entry; undefined when journal and ticket agree. The caller applies it and calls again. */
export function findNextEntry(state: TicketState): EntryBody | undefined {
  const stake = toStakeEntry(state)
  const result = toResultEntry(state)
  if (state.result !== null && !isSame(state.result, result)) return toReversal('result', state.result)
  if (state.stake !== null && !isSame(state.stake, stake)) return toReversal('stake', state.stake)
  // A deleted ticket has neither.
  if (state.stake === null) return stake
  return state.result === null ? result : undefined
}

function toStakeEntry({ facts, isVoided }: TicketState): EntryBody | undefined {
  if (isVoided) return undefined
  const { currency, stakeMinor, kind } = facts
  const amount = `${majorText(stakeMinor, currency)} ${currency}`
  const because =
    kind === 'bonus' ? `Bonus bet of ${amount}: the stake is the book’s.` : `Stake of ${amount}.`
  return entry('stake', { currency, movement: stakeMovement(facts), because })
}

function toResultEntry(state: TicketState): EntryBody | undefined {
  const outcome = deriveOutcome(state)
  const { payout, result } = outcome
  if (state.isVoided || payout === null) return undefined
  const { minor, isActual } = payout
  const { currency } = state.facts
  const movement = resultMovement(state.facts, minor)
  return {
    ...entry('result', { currency, movement, because: explainResult(state, result, isActual) }),
    result,
    payoutMinor: minor,
    isActual,
  }
}

function entry(
  kind: EntryBody['entry'],
  of: Pick<EntryBody, 'currency' | 'movement' | 'because'>,
): EntryBody {
  return {
    kind: 'entry',
    entry: kind,
    ...of,
    reverses: null,
    result: null,
    payoutMinor: null,
    isActual: false,
  }
}

function toReversal(kind: EntryBody['entry'], { seq, movement, currency }: ActiveEntry): EntryBody {
  const because = `Takes record ${seq} back.`
  return { ...entry(kind, { currency, movement: reverseMovement(movement), because }), reverses: seq }
}

function isSame(active: ActiveEntry, expected: EntryBody | undefined): boolean {
  return (
    expected !== undefined &&
    active.currency === expected.currency &&
    active.result === expected.result &&
    active.isActual === expected.isActual &&
    isEqual(active.movement, expected.movement)
  )
}

const isEqual = (a: Movement, b: Movement) => a.cashMinor === b.cashMinor && a.atRiskMinor === b.atRiskMinor

/** Explains how the amount was computed, for the screen; the text is stored with the entry. */
function explainResult(state: TicketState, result: TicketOutcome['result'], isActual: boolean): string {
  const { facts } = state
  if (isActual) return result === 'cashed-out' ? 'The cash-out you entered.' : 'The payout you entered.'
  const by = explainGrounds(state)
  if (result === 'lost') return `Lost, ${by}.`
  if (result === 'refunded') return `Stake refunded, ${by}.`
  const less = facts.kind === 'bonus' ? ', less the bonus stake' : ''
  return `Won, ${by}: ${majorText(facts.stakeMinor, facts.currency)} × ${facts.price.odds} (${facts.price.text}) rounded half up${less}.`
}

const tieLost =
  'as a refunded leg counts as lost by the book’s rule (tie_loses). Where the book gave the stake back, as for a void bet, settle it by hand'

function explainGrounds({ decision, judged, legs }: TicketState): string {
  if (decision !== null) return 'by your word'
  const hasRefund = legs.some(leg => legResult(leg) === 'refunded')
  const hasLost = legs.some(leg => legResult(leg) === 'lost')
  // Stryker disable next-line OptionalChaining: legs end no ticket before it is judged
  if (hasRefund && !hasLost && judged?.policy === 'tie_loses') return tieLost
  // Stryker disable next-line OptionalChaining,StringLiteral: as above; the tests compare each text
  return hasRefund ? `by the book’s rule for refunds (${judged?.policy ?? 'ask'})` : 'as its legs are'
}
