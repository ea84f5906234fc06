/** A submission as the window sees it: without its ids, which lists do not need, and its profile. */
import type { Submission } from '../../shared/model/parlay/submission.ts'
import type { Kept } from './outbox-rows.ts'

export function viewOf({ id, bookId, title, legs, addedAt, state, stateAt, outcome }: Kept): Submission {
  return { id, bookId, title, legs, addedAt, state, stateAt, outcome }
}
