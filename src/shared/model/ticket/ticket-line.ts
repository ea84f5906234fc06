/** A ticket in a list, with everything computed. */
import { z } from 'zod'
import { Count, Minor } from './money.ts'
import { QuotedPrice } from '../price/quote.ts'
import { TicketResult } from './settlement.ts'
import { RecordAuthor } from '../team/record-author.ts'
import { TicketTerms } from './ticket.ts'

export const TicketId = z.number().int().positive()

/** The price before the start at the book where the ticket was taken. */
export const ClosingPrice = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('none') }),
  z.strictObject({ kind: z.literal('priced'), price: QuotedPrice, at: z.number() }),
  /** Requested, and there was none; `why` is a sentence. */
  z.strictObject({ kind: z.literal('unquotable'), why: z.string(), at: z.number() }),
])
export type ClosingPrice = Readonly<z.infer<typeof ClosingPrice>>

/** Reasons why a ticket needs review. */
export const ReviewReason = z.enum(['payout-wanted', 'choice-wanted', 'payout-contested', 'unknown-word'])
export type ReviewReason = z.infer<typeof ReviewReason>

/** Legs by result; all of them together are the ticket's legs. */
export const LegCounts = z.strictObject({
  won: Count,
  lost: Count,
  refunded: Count,
  pending: Count,
  unknown: Count,
})
export type LegCounts = Readonly<z.infer<typeof LegCounts>>

export const TicketLine = TicketTerms.omit({ note: true }).extend({
  id: TicketId,
  /** The short legs, `North O27.5 · Harbor City`. */
  title: z.string(),
  price: QuotedPrice,
  /** Start of its first game; null while no start is known. */
  startsAt: z.number().nullable(),
  /** Known starts of the games of its open legs; absent for none. */
  openStarts: z.array(z.number()).exactOptional(),
  /** Payout if it wins. */
  potentialMinor: Minor,
  result: TicketResult,
  /** Open or in review, and a leg is already lost: it can no longer win, but a refund may still save the stake. */
  isProvisionallyLost: z.boolean(),
  /** Reason for review; null unless the result is `review`. */
  review: ReviewReason.nullable(),
  /** The booked result that the service changed last: `Regraded (was Won)`. Null when the user changed it. */
  was: TicketResult.nullable(),
  /** The profit booked with that result. */
  wasProfitMinor: Minor.nullable(),
  /** Payout; `isActual`: the user entered it. Null while open. */
  payout: z.strictObject({ minor: Minor, isActual: z.boolean() }).nullable(),
  /** Null while open. */
  profitMinor: Minor.nullable(),
  legs: LegCounts,
  closing: ClosingPrice,
  /** Leagues of its legs; absent if none is known. */
  leagues: z.array(z.string()).exactOptional(),
  /** Win probability by the close without the book’s margin; absent while that is unknown. */
  closeP: z.number().exactOptional(),
  /** taken / close - 1, as a fraction; null without a close. */
  clv: z.number().nullable(),
  /** False for refunded, boosted and live bets, which the mean excludes. */
  isInClvPool: z.boolean(),
  /** The member that recorded it, and whether the team has all of its records; absent without a team. */
  by: RecordAuthor.exactOptional(),
  /** Number of changes that wait for a user; absent for none. */
  waiting: Count.exactOptional(),
})
export type TicketLine = Readonly<z.infer<typeof TicketLine>>

/** True for an open parlay whose legs have all won but one, which has no result yet. */
export const isOneLegAway = ({ result, legs }: Pick<TicketLine, 'result' | 'legs'>): boolean =>
  result === 'pending' && legs.pending === 1 && legs.won > 0 && legs.lost + legs.refunded + legs.unknown === 0
