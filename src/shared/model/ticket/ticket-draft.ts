/** A ticket as the user enters it. Amounts are text; the main process parses them. */
import { z } from 'zod'
import { BookId } from '../game/book.ts'
import { maxLegs } from '../parlay/parlay.ts'
import { SelectionKey } from '../game/selection.ts'
import { LegResult } from './settlement.ts'
import { PriceText, PriceWarning, TicketTerms } from './ticket.ts'
import { TicketId } from './ticket-line.ts'

const AmountText = z.string().trim().min(1).max(40)
export const Reason = z.string().trim().min(1, 'Add a short reason.').max(300)

/** A typed leg, with odds id, grade token and single price if known. */
const TypedLegDraft = z.strictObject({
  kind: z.literal('typed'),
  name: z.string().trim().min(1, 'Name this leg.').max(300),
  market: z.string().trim().max(200),
  game: z.string().trim().max(200),
  league: z.string().trim().max(80),
  startAt: z.number().nullable(),
  oddsId: z.string().trim().max(1_000).nullable(),
  grade: z.string().trim().max(20_000).nullable(),
  price: PriceText.nullable(),
})
export type TypedLegDraft = Readonly<z.infer<typeof TypedLegDraft>>

/** A leg that the user added: from the board, or typed. */
const LegDraft = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('selection'), selectionKey: SelectionKey }),
  TypedLegDraft,
])
export type LegDraft = Readonly<z.infer<typeof LegDraft>>

const Terms = TicketTerms.omit({ book: true, day: true, stakeMinor: true }).extend({
  bookId: BookId,
  /** Name of a book that is in neither the settings nor the ticket. */
  bookName: z.string().trim().min(1).max(80).nullable(),
  stake: AmountText,
  price: PriceText,
})

/** `uid` identifies the ticket, so that pressing the button twice records one. */
export const TicketDraft = Terms.extend({
  uid: z.uuid(),
  legs: z.discriminatedUnion('kind', [
    /** A parlay of the desk, with the book's offers of its legs, and the quote of the price. */
    z.strictObject({
      kind: z.literal('parlay'),
      parlayId: z.number().int().positive(),
      quoteId: z.number().int().positive().nullable(),
      /** Absent unless the quote's price is suspect, and is the ticket's. */
      priceWarning: PriceWarning.optional(),
    }),
    z.strictObject({ kind: z.literal('hand'), legs: z.array(LegDraft).min(1).max(maxLegs) }),
  ]),
})
export type TicketDraft = Readonly<z.infer<typeof TicketDraft>>

/** A leg after the correction. `from`: its place on the ticket, null for an added leg. */
const CorrectedLeg = TypedLegDraft.extend({
  from: z.number().int().min(0).nullable(),
  /** Keeps its grade token, which is not shown, unless another is typed. */
  keepsGrade: z.boolean(),
})
export type CorrectedLeg = Readonly<z.infer<typeof CorrectedLeg>>

/** All terms and legs after the correction. Only differences are recorded; the old values stay in the log. */
export const Correction = z.strictObject({
  ticketId: TicketId,
  terms: Terms,
  /** In order; legs not listed are removed. */
  legs: z.array(CorrectedLeg).min(1, 'Add at least one leg.').max(maxLegs),
  reason: Reason,
})
export type Correction = Readonly<z.infer<typeof Correction>>

/** As `Decision`, with the amount as text. */
export const DecisionDraft = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('result'), result: z.enum(['won', 'lost', 'refunded']) }),
  z.strictObject({ kind: z.enum(['payout', 'cash-out']), payout: AmountText }),
  z.strictObject({ kind: z.literal('withdrawn') }),
])
export type DecisionDraft = Readonly<z.infer<typeof DecisionDraft>>

/** A leg's result set by the user; null restores the service's. */
export const LegDecision = z.strictObject({
  ticketId: TicketId,
  place: z.number().int().min(0).max(maxLegs),
  result: LegResult.exclude(['unknown']).nullable(),
  reason: Reason,
})
export type LegDecision = Readonly<z.infer<typeof LegDecision>>
