/** One row as the window sees it: the parlay without its tokens, and a cell for every book shown. */
import type { Book } from '../../shared/model/book.ts'
import type { CellActivity } from '../../shared/model/cell.ts'
import type { Row } from '../../shared/model/desk.ts'
import { tokensAt } from '../../shared/model/parlay.ts'
import type { Job } from './planner.ts'
import type { Watched } from './watched.ts'

export function rowOf(
  { parlay, known }: Watched,
  books: readonly Book[],
  activityOf: (job: Job) => CellActivity,
): Row {
  const cells = books.map(({ id: bookId }) => ({
    bookId,
    missingLegs: tokensAt(parlay, bookId).filter(token => token === null).length,
    activity: activityOf({ parlayId: parlay.id, bookId }),
    ...(known.get(bookId) ?? { quote: null, before: null }),
  }))
  const legs = parlay.legs.map(({ key, name, market, game }) => ({ key, name, market, game }))
  return { id: parlay.id, addedAt: parlay.addedAt, legs, cells }
}
