/** What the screen says of tickets: results, kinds, why one waits for the user, and how books treat refunds. */
import type { Ending } from '../../../shared/model/ticket/refund-policy.ts'
import type { LegResult, TicketResult } from '../../../shared/model/ticket/settlement.ts'
import type { TicketKind } from '../../../shared/model/ticket/ticket.ts'
import type { LegCounts, ReviewReason, TicketLine } from '../../../shared/model/ticket/ticket-line.ts'
import { countText } from '../../format/count.ts'

export const ticketResultNames: Readonly<Record<TicketResult, string>> = {
  pending: 'Pending',
  won: 'Won',
  lost: 'Lost',
  refunded: 'Refunded',
  'cashed-out': 'Cashed out',
  review: 'Needs review',
}

export const legResultNames: Readonly<Record<LegResult, string>> = {
  pending: 'Pending',
  won: 'Won',
  lost: 'Lost',
  refunded: 'Refunded',
  unknown: 'Unknown word',
}

export const ticketKindNames: Readonly<Record<TicketKind, string>> = {
  normal: 'Normal',
  bonus: 'Bonus bet',
  boosted: 'Boosted price',
}

export const endingNames: Readonly<Record<Ending, string>> = {
  won: 'Won',
  lost: 'Lost',
  refunded: 'Refunded',
  reduced: 'Won on the legs left',
}

export const reviewSentences: Readonly<Record<ReviewReason, string>> = {
  'payout-wanted':
    'A leg was refunded and the rest won: the book works the price out anew. Enter what it paid.',
  'choice-wanted':
    'A leg was refunded, and how this book treats that is not known. Choose how the ticket ended.',
  'payout-contested':
    'What its legs come to now is not what you entered as paid. Look at the book, and say what it paid in the end.',
  'unknown-word': 'The service used a word that is not known. Say how the leg or the ticket ended.',
}

/** `1 won · 2 pending`, only what there is. */
export function legCountText(counts: LegCounts): string {
  const order = ['won', 'lost', 'refunded', 'pending', 'unknown'] as const
  return order
    .filter(result => counts[result] > 0)
    .map(result => `${countText(counts[result])} ${legResultNames[result].toLowerCase()}`)
    .join(' · ')
}

/** What else is to be known of a ticket than its result: `re-graded, was Won`, `a leg is lost`. */
export function ticketNotes({ was, isProvisionallyLost, kind, isLive }: TicketLine): string[] {
  return [
    was === null ? '' : `re-graded, was ${ticketResultNames[was]}`,
    isProvisionallyLost ? 'a leg is lost' : '',
    kind === 'normal' ? '' : ticketKindNames[kind].toLowerCase(),
    isLive ? 'in play' : '',
  ].filter(note => note !== '')
}
