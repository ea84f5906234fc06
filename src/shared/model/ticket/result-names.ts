/** Words for the result of a ticket, as the screen shows them and the ledger’s text filter finds them. */
import type { TicketResult } from './settlement.ts'
import type { ReviewReason } from './ticket-line.ts'

export const ticketResultNames: Readonly<Record<TicketResult, string>> = {
  pending: 'Open',
  won: 'Won',
  lost: 'Lost',
  refunded: 'Push/void',
  'cashed-out': 'Cashed out',
  review: 'Review',
}

export const reviewTasks: Readonly<Record<ReviewReason, string>> = {
  'payout-wanted': 'Enter the payout',
  'choice-wanted': 'Choose the result',
  'payout-contested': 'Check the payout',
  'unknown-word': 'Unrecognized result',
}
