/**
 * Hosts whose betslip links the user always opens, and outcomes of opened betslips, compared with the desk's price. Of
 * several outcomes recorded for one quote the last counts.
 */
import { z } from 'zod'
import { BookId } from '../game/book.ts'
import { TypedPrice } from './quote.ts'

/** A host whose links the user opens without a question, for one book. */
export const LinkApproval = z.strictObject({ bookId: z.string().max(1_000), host: z.string().max(1_000) })
export type LinkApproval = Readonly<z.infer<typeof LinkApproval>>

/** A stake in minor units of a currency (ISO 4217). */
const Stake = z.strictObject({
  minor: z.number().int().positive().max(1_000_000_000_000),
  currency: z.string().regex(/^[A-Z]{3}$/),
})

export const SeenAtBook = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('as-shown') }),
  z.strictObject({ kind: z.literal('moved'), to: TypedPrice }),
  z.strictObject({ kind: z.literal('refused') }),
  /** At the price shown, but for at most this stake. */
  z.strictObject({ kind: z.literal('limited'), stake: Stake }),
])
export type SeenAtBook = Readonly<z.infer<typeof SeenAtBook>>

/** Period of recorded outcomes, epoch ms: from `fromAt`, before `beforeAt`; null for no bound. */
export const OutcomePeriod = z.strictObject({
  fromAt: z.number().int().positive().nullable(),
  beforeAt: z.number().int().positive().nullable(),
})
export type OutcomePeriod = Readonly<z.infer<typeof OutcomePeriod>>

export const allTime: OutcomePeriod = { fromAt: null, beforeAt: null }

/** A book's betslips compared with the desk, over all outcomes recorded. */
export const BookRecord = z.strictObject({
  bookId: BookId,
  noted: z.number().int(),
  asShown: z.number().int(),
  moved: z.number().int(),
  refused: z.number().int(),
  limited: z.number().int(),
  /**
   * Mean move of the implied probability against the user, as a fraction: 0.01 is one point. Over outcomes with a
   * price; null without any.
   */
  slippage: z.number().nullable(),
  /** The newest stake that the book limited the user to, and when (epoch ms); null if it never did. */
  lastLimit: z.strictObject({ stake: Stake, at: z.number().int() }).nullable(),
})
export type BookRecord = Readonly<z.infer<typeof BookRecord>>

/** Time in which half of a book's prices change, ms, as learned from pairs of quotes; null where too few are known. */
export const BookHalfLife = z.strictObject({
  bookId: BookId,
  beforeMs: z.number().positive().nullable(),
  liveMs: z.number().positive().nullable(),
})
export type BookHalfLife = Readonly<z.infer<typeof BookHalfLife>>
