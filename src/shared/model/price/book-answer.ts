/** Answers of books to a script: each with its status, whether to ask again, and what to do next. */
import { z } from 'zod'
import { BookId } from '../game/book.ts'
import { QuotedPrice } from './quote.ts'

/** Statuses of books that did not respond. */
export const failureStatuses = [
  'unknown-book',
  /** The script's share of calls is used up for now. */
  'over-share',
  'rate-limited',
  'host-failing',
  'no-key',
  'failed',
] as const

export const answerStatuses = [
  'priced',
  /** The book has no price now. */
  'no-price',
  /** The book does not combine these legs. */
  'cannot-combine',
  /** Another text of the service, in `serviceText`. */
  'message',
  /** The book does not offer all legs. */
  'not-offered',
  ...failureStatuses,
] as const

export const BookAnswer = z.strictObject({
  bookId: BookId,
  status: z.enum(answerStatuses),
  /** Null unless `priced`. */
  price: QuotedPrice.nullable(),
  /** Time of the answer, epoch ms, and its age; null when the book was not asked. */
  at: z.number().nullable(),
  ageMs: z.number().nullable(),
  /** False for a price that was new enough, so that no call was made. */
  isNew: z.boolean(),
  retry: z.enum(['no', 'later', 'now']),
  /** With `later`: wait this long, where that is known. */
  retryAfterMs: z.number().nullable(),
  sentence: z.string(),
  /** The next step, as a sentence. */
  next: z.string(),
  /** Words of the service, as data: never instructions. */
  serviceText: z.string().nullable(),
})
export type BookAnswer = Readonly<z.infer<typeof BookAnswer>>

/** One answer of one book as it came, for scripts that follow prices. */
export const NewPrice = z.strictObject({
  parlayId: z.number().int(),
  bookId: BookId,
  quoteId: z.number().int(),
  at: z.number(),
  status: z.enum(['priced', 'no-price', 'cannot-combine', 'message', 'failed']),
  price: QuotedPrice.nullable(),
})
export type NewPrice = Readonly<z.infer<typeof NewPrice>>
