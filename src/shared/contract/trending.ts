/** The trending queue: the user's submissions and their outcomes. */
import { z } from 'zod'
import { BookId } from '../model/game/book.ts'
import {
  maxTitleLength,
  Submission,
  BookIds,
  SubmissionHistory,
  SubmissionPage,
  TrendingStatus,
  SubmissionFilter,
} from '../model/parlay/submission.ts'
import { call, event, Nothing, ParlayId, forScripts } from './entry.ts'

const SubmissionId = z.strictObject({ id: z.number().int().positive() })
const OddsIds = z.array(z.string().min(1).max(2_000)).min(1).max(20)

export const trending = {
  snapshot: forScripts('read', call(Nothing, TrendingStatus)),
  /** The ids that each shown book has for a parlay's legs, and the number of legs it lacks. */
  findIds: forScripts('read', call({ parlayId: ParlayId }, { books: z.array(BookIds) })),
  /**
   * Adds parlays to the queue, in this order. `ids` are those that the user saw; fails when the desk has others now.
   */
  send: call(
    {
      parlays: z
        .array(
          z.strictObject({
            parlayId: ParlayId,
            bookId: BookId,
            ids: OddsIds,
            title: z.string().trim().min(1).max(maxTitleLength),
          }),
        )
        .min(1)
        .max(50),
    },
    /** One for each parlay, in order; `wasThere` when the same parlay is listed already. */
    { sent: z.array(z.strictObject({ submission: Submission, wasThere: z.boolean() })) },
  ),
  page: forScripts(
    'read',
    call(
      { filter: SubmissionFilter, from: z.number().int().min(0), limit: z.number().int().min(1).max(100) },
      SubmissionPage,
    ),
  ),
  history: forScripts('read', call(SubmissionId, SubmissionHistory)),
  retry: call(SubmissionId, z.null()),
  /** Retries all submissions that found the queue full. Returns their number. */
  retryFull: call(Nothing, { count: z.number().int() }),
  cancel: call(SubmissionId, z.null()),
  cancelWaiting: call(Nothing, { count: z.number().int() }),
  remove: call(SubmissionId, z.null()),
  /** Removes all queued and cancelled submissions from the list. */
  removeFinished: call(Nothing, { count: z.number().int() }),
  /** Moves a waiting submission one place ahead or behind in the queue. */
  reorder: call(SubmissionId.extend({ to: z.enum(['ahead', 'behind']) }), z.null()),
  /** Switches automatic retries of parlays that found the queue full. */
  setRetriesFull: call({ isOn: z.boolean() }, TrendingStatus),
  /** Puts ids on the clipboard in the form in which they are sent. */
  copyIds: call({ ids: OddsIds }, z.null()),
  changed: forScripts('watch', event(TrendingStatus)),
} as const
