/**
 * The entries that bring the journal in line with where a ticket stands. What stands in the journal and is no longer
 * true is reversed, then booked anew; nothing is ever changed in place.
 */
import {
  resultMovement,
  reversed,
  stakeMovement,
  type Movement,
} from '../../../shared/model/ticket/ledger-entry.ts'
import { majorText } from '../../../shared/model/ticket/money.ts'
import type { EntryBody } from '../log/record.ts'
import { standingOf, type Standing } from './ticket-outcome.ts'
import { legResult, type StandingEntry, type TicketState } from './ticket-state.ts'

/** The next entry that is missing, or undefined when journal and ticket agree. Each is applied before the next is asked for. */
export function nextBooking(state: TicketState): EntryBody | undefined {
  const stake = wantedStake(state)
  const result = wantedResult(state)
  if (state.result !== null && !isSame(state.result, result)) return reversal('result', state.result)
  if (state.stake !== null && !isSame(state.stake, stake)) return reversal('stake', state.stake)
  if (state.stake === null && stake !== undefined) return stake
  return state.result === null ? result : undefined
}

function wantedStake({ facts, isVoided }: TicketState): EntryBody | undefined {
  if (isVoided) return undefined
  const { currency, stakeMinor, kind } = facts
  const amount = `${majorText(stakeMinor, currency)} ${currency}`
  const because =
    kind === 'bonus' ? `Bonus bet of ${amount}: the stake is the book’s.` : `Stake of ${amount}.`
  return entry('stake', { currency, movement: stakeMovement(facts), because })
}

function wantedResult(state: TicketState): EntryBody | undefined {
  const standing = standingOf(state)
  const { payout, result } = standing
  if (state.isVoided || payout === null) return undefined
  const { minor, isActual } = payout
  const { currency } = state.facts
  const movement = resultMovement(state.facts, minor)
  return {
    ...entry('result', { currency, movement, because: because(state, standing) }),
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

function reversal(kind: EntryBody['entry'], { seq, movement, currency }: StandingEntry): EntryBody {
  const because = `Takes record ${seq} back.`
  return { ...entry(kind, { currency, movement: reversed(movement), because }), reverses: seq }
}

function isSame(standing: StandingEntry, wanted: EntryBody | undefined): boolean {
  return (
    wanted !== undefined &&
    standing.currency === wanted.currency &&
    standing.result === wanted.result &&
    standing.isActual === wanted.isActual &&
    isEqual(standing.movement, wanted.movement)
  )
}

const isEqual = (a: Movement, b: Movement) => a.cashMinor === b.cashMinor && a.atRiskMinor === b.atRiskMinor

/** How the amount was worked out, for whoever opens it. */
function because(state: TicketState, { result, payout }: Standing): string {
  const { facts } = state
  if (payout?.isActual === true)
    return result === 'cashed-out' ? 'The cash-out you entered.' : 'The payout you entered.'
  const by = groundsOf(state)
  if (result === 'lost') return `Lost, ${by}.`
  if (result === 'refunded') return `Stake refunded, ${by}.`
  const less = facts.kind === 'bonus' ? ', less the bonus stake' : ''
  return `Won, ${by}: ${majorText(facts.stakeMinor, facts.currency)} × ${facts.price.odds} (${facts.price.text}) rounded half up${less}.`
}

function groundsOf({ decision, judged, legs }: TicketState): string {
  if (decision !== null) return 'by your word'
  const hasRefund = legs.some(leg => legResult(leg) === 'refunded')
  return hasRefund ? `by the book’s rule for refunds (${judged?.policy ?? 'ask'})` : 'as its legs are'
}
