/** The outcome of a ticket: its result and payout, by the user's decision or else by the ruling on its legs. */
import { assertNever } from '../../../shared/failure.ts'
import { ownStakeMinor, winMinor } from '../../../shared/model/ticket/payout.ts'
import type { TicketResult } from '../../../shared/model/ticket/settlement.ts'
import type { ReviewReason } from '../../../shared/model/ticket/ticket-line.ts'
import { legResult, type TicketState } from './ticket-state.ts'

export interface TicketOutcome {
  readonly result: TicketResult
  readonly review: ReviewReason | null
  readonly isProvisionallyLost: boolean
  /** Null while the ticket is open. */
  readonly payout: { readonly minor: number; readonly isActual: boolean } | null
}

export type Ended = 'won' | 'lost' | 'refunded'

export function deriveOutcome(state: TicketState): TicketOutcome {
  const { decision } = state
  switch (decision?.kind) {
    case undefined:
      return byLegs(state)
    case 'result':
      return ended(state, decision.result)
    case 'payout':
      if (state.conflict === 'contradictsPayout') return inReview('payout-contested')
      return closed(endingOfPayout(state, decision.payoutMinor), {
        minor: decision.payoutMinor,
        isActual: true,
      })
    case 'cash-out':
      return closed('cashed-out', { minor: decision.payoutMinor, isActual: true })
    // Stryker disable next-line ConditionalExpression: never reached
    default:
      return assertNever(decision)
  }
}

function byLegs(state: TicketState): TicketOutcome {
  const ruling = state.judged?.ruling ?? { kind: 'pending', outlook: null }
  if (ruling.kind === 'ended') return ended(state, ruling.ending)
  if (ruling.kind === 'pending')
    return { ...blank, result: 'pending', isProvisionallyLost: ruling.outlook === 'lost' }
  return { ...inReview(ruling.kind), isProvisionallyLost: hasLost(state) }
}

/** With a lost leg the most that a review can give is a refund. */
const hasLost = ({ legs }: TicketState): boolean => legs.some(leg => legResult(leg) === 'lost')

/** Everything but the result of an open ticket that nothing is known of. */
const blank = { review: null, isProvisionallyLost: false, payout: null } as const

const inReview = (review: ReviewReason): TicketOutcome => ({ ...blank, result: 'review', review })

const closed = (result: TicketResult, payout: TicketOutcome['payout']): TicketOutcome => ({
  ...blank,
  result,
  payout,
})

function ended(state: TicketState, ending: Ended): TicketOutcome {
  return closed(ending, { minor: endingMinor(state, ending), isActual: false })
}

/** Payout of an ending at the price taken, in minor units. */
export function endingMinor({ facts }: Pick<TicketState, 'facts'>, ending: Ended): number {
  if (ending === 'lost') return 0
  return ending === 'won' ? winMinor(facts) : ownStakeMinor(facts)
}

/**
 * Ending of a ticket with an entered payout: by its legs when these have ended without a conflict, else by the amount.
 */
function endingOfPayout(state: TicketState, payoutMinor: number): Ended {
  const ruling = state.judged?.ruling
  if (ruling?.kind === 'ended' && state.conflict === null) return ruling.ending
  return endingByAmount(state, payoutMinor)
}

/** The outcome that an amount alone implies. */
export function endingByAmount({ facts }: Pick<TicketState, 'facts'>, payoutMinor: number): Ended {
  if (payoutMinor === 0) return 'lost'
  return payoutMinor === ownStakeMinor(facts) ? 'refunded' : 'won'
}

type PayoutAndRuling = Pick<TicketState, 'facts' | 'judged' | 'decision'>

/** True when the entered payout and the legs cannot both be right. Any ending may return a part of the stake. */
export function contradictsPayout({ facts, judged, decision }: PayoutAndRuling): boolean {
  if (decision?.kind !== 'payout' || judged?.ruling.kind !== 'ended') return false
  const { payoutMinor } = decision
  const { ending } = judged.ruling
  const isPart = payoutMinor > 0 && payoutMinor < ownStakeMinor(facts)
  return (
    !isPart &&
    payoutMinor !== endingMinor({ facts }, ending) &&
    endingByAmount({ facts }, payoutMinor) !== ending
  )
}
