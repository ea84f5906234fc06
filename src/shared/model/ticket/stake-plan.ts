/** Stakes for a parlay of the desk beside all open tickets, split across the books that price it. */
import { z } from 'zod'
import { BookId } from '../game/book.ts'
import { QuotedPrice } from '../price/quote.ts'
import { Count, Currency, Minor } from './money.ts'

export const PlannedStake = z.strictObject({
  bookId: BookId,
  /** The book's plain price. */
  price: QuotedPrice,
  /** The promotion by which the stake gets higher decimal odds; null at the plain price. */
  boost: z.strictObject({ promotionId: z.string(), decimal: z.number().gt(1) }).nullable(),
  quoteId: z.number().int(),
  /** Largest stake that the book takes; null when it names none. */
  maxMinor: Minor.nullable(),
  /** 0 where nothing is to be staked. */
  stakeMinor: Minor,
})
export type PlannedStake = Readonly<z.infer<typeof PlannedStake>>

export const StakePlan = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('planned'),
    parlayId: z.number().int().positive(),
    /** From the highest price down. A book with a boost is in it twice: for what the boost covers, and for the rest. */
    stakes: z.array(PlannedStake),
    currency: Currency,
    bankrollMinor: Minor,
    /** Share of the full Kelly stakes. */
    fraction: z.number(),
    /** Number of open tickets that were counted. */
    openTickets: Count,
    /** Sum of the stakes, and what they win beyond it. */
    totalMinor: Minor,
    winsMinor: Minor,
    /** Compares the sum with that for the bet alone, and names boosts that other parlays could use too. */
    reason: z.string(),
    /** Sentences about the win probabilities behind it. */
    basis: z.string(),
  }),
  /** `sentence`: why there is no plan. */
  z.strictObject({ kind: z.literal('none'), sentence: z.string() }),
])
export type StakePlan = Readonly<z.infer<typeof StakePlan>>
export type PlannedStakes = Extract<StakePlan, { kind: 'planned' }>
