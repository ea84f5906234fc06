/** Where a ticket stands: its result and what came back, from the user's word or else from what its legs come to. */
import { assertNever } from '../../../shared/failure.ts'
import { ownStakeMinor, winMinor } from '../../../shared/model/ticket/payout.ts'
import type { TicketResult } from '../../../shared/model/ticket/settlement.ts'
import type { ReviewReason } from '../../../shared/model/ticket/ticket-line.ts'
import type { TicketState } from './ticket-state.ts'

export interface Standing {
  readonly result: TicketResult
  readonly review: ReviewReason | null
  readonly isProvisionallyLost: boolean
  /** Null while the ticket is open. */
  readonly payout: { readonly minor: number; readonly isActual: boolean } | null
}

export type Ended = 'won' | 'lost' | 'refunded'

export function standingOf(state: TicketState): Standing {
  const { decision } = state
  switch (decision?.kind) {
    case undefined:
      return byLegs(state)
    case 'result':
      return ended(state, decision.result)
    case 'payout':
      if (state.contest === 'open') return inReview('payout-contested')
      return closed(paidAs(state, decision.payoutMinor), { minor: decision.payoutMinor, isActual: true })
    case 'cash-out':
      return closed('cashed-out', { minor: decision.payoutMinor, isActual: true })
    default:
      return assertNever(decision)
  }
}

function byLegs(state: TicketState): Standing {
  const ruling = state.judged?.ruling ?? { kind: 'pending', outlook: null }
  if (ruling.kind === 'ended') return ended(state, ruling.ending)
  if (ruling.kind === 'pending')
    return { result: 'pending', review: null, isProvisionallyLost: ruling.outlook === 'lost', payout: null }
  return inReview(ruling.kind)
}

const inReview = (review: ReviewReason): Standing => ({
  result: 'review',
  review,
  isProvisionallyLost: false,
  payout: null,
})

const closed = (result: TicketResult, payout: Standing['payout']): Standing => ({
  result,
  review: null,
  isProvisionallyLost: false,
  payout,
})

function ended(state: TicketState, ending: Ended): Standing {
  return closed(ending, { minor: endingMinor(state, ending), isActual: false })
}

/** What an ending pays by the price taken. */
export function endingMinor({ facts }: Pick<TicketState, 'facts'>, ending: Ended): number {
  if (ending === 'lost') return 0
  return ending === 'won' ? winMinor(facts) : ownStakeMinor(facts)
}

/** What the payment of an amount means: what the legs say where they say it and stand, else what the amount says. */
function paidAs(state: TicketState, payoutMinor: number): Ended {
  const ruling = state.judged?.ruling
  if (ruling?.kind === 'ended' && state.contest === null) return ruling.ending
  return byAmount(state, payoutMinor)
}

/** What an amount says by itself. */
export function byAmount({ facts }: Pick<TicketState, 'facts'>, payoutMinor: number): Ended {
  if (payoutMinor === 0) return 'lost'
  return payoutMinor === ownStakeMinor(facts) ? 'refunded' : 'won'
}

type Contest = Pick<TicketState, 'facts' | 'judged' | 'decision'>

/** Whether the payout entered and the legs cannot both be right. A part of the stake may come back of any ending. */
export function isContested({ facts, judged, decision }: Contest): boolean {
  if (decision?.kind !== 'payout' || judged?.ruling.kind !== 'ended') return false
  const { payoutMinor } = decision
  const { ending } = judged.ruling
  const isPart = payoutMinor > 0 && payoutMinor < ownStakeMinor(facts)
  return (
    !isPart && payoutMinor !== endingMinor({ facts }, ending) && byAmount({ facts }, payoutMinor) !== ending
  )
}
