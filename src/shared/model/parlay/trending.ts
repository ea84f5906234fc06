/** The trending queue of the profile in use as it crosses the bridge: bounded, however long its history is. */
import { z } from 'zod'
import { BookId } from '../game/book.ts'
import { shelves, Submission, SubmissionStep } from './submission.ts'

/** `sent` counts what the service has been given; the others count the shelves. */
export const TrendingCounts = z.strictObject({
  sent: z.number().int(),
  waiting: z.number().int(),
  queued: z.number().int(),
  refused: z.number().int(),
  cancelled: z.number().int(),
})
export type TrendingCounts = Readonly<z.infer<typeof TrendingCounts>>

export const TrendingStatus = z.strictObject({
  counts: TrendingCounts,
  /** The newest, newest first. */
  recent: z.array(Submission),
  /** True if those that found the queue full are retried automatically. */
  retriesFull: z.boolean(),
  /** Time of the next such retry; null if none waits for room. */
  fullAgainAt: z.number().nullable(),
  /** A rate limit until then, epoch ms: nothing is sent. */
  limitedUntilAt: z.number().nullable(),
  /** The one that is next and waits for a call that the budget can spare. */
  turnId: z.number().int().nullable(),
})
export type TrendingStatus = Readonly<z.infer<typeof TrendingStatus>>

/** A book's ids of a parlay's legs, in leg order; `ids` is empty if it lacks any. */
export const BookIds = z.strictObject({
  bookId: BookId,
  ids: z.array(z.string()),
  lacks: z.number().int(),
  /** The same ids that are on the list already. */
  known: Submission.nullable(),
})
export type BookIds = Readonly<z.infer<typeof BookIds>>

export const Filter = z.enum(['all', ...shelves])
export type Filter = z.infer<typeof Filter>

/** Submissions of a filter from a place on: by their place in line while they wait, else newest first. */
export const SubmissionPage = z.strictObject({ rows: z.array(Submission), total: z.number().int() })
export type SubmissionPage = Readonly<z.infer<typeof SubmissionPage>>

/** One submission whole: the ids it sends and all that happened, newest first, as far back as is shown. */
export const SubmissionHistory = z.strictObject({
  submission: Submission,
  ids: z.array(z.string()),
  steps: z.array(SubmissionStep),
  /** Number of older steps left out. */
  older: z.number().int(),
})
export type SubmissionHistory = Readonly<z.infer<typeof SubmissionHistory>>
