/** One row as the window sees it: the parlay without its tokens, and a cell for every book shown. */
import type { Book } from '../../shared/model/book.ts'
import type { CellActivity } from '../../shared/model/cell.ts'
import type { Row } from '../../shared/model/desk.ts'
import { tokensAt, type DeskLeg, type Parlay } from '../../shared/model/parlay.ts'
import type { Job } from './planner.ts'
import type { Standing } from './standings.ts'
import type { Watched } from './watched.ts'

export interface RowParts {
  readonly books: readonly Book[]
  readonly activityOf: (job: Job) => CellActivity
  readonly standingOf: (key: string) => Standing
}

export function rowOf({ parlay, known }: Watched, { books, activityOf, standingOf }: RowParts): Row {
  const cells = books.map(({ id: bookId }) => ({
    bookId,
    missingLegs: tokensAt(parlay, bookId).filter(token => token === null).length,
    activity: activityOf({ parlayId: parlay.id, bookId }),
    ...(known.get(bookId) ?? { quote: null, before: null }),
  }))
  const legs = parlay.legs.map(({ key, name, market, game }): DeskLeg => {
    const { isOffered, flags } = standingOf(key)
    return { key, name, market, game, isOffered, flags: [...flags] }
  })
  return { id: parlay.id, addedAt: parlay.addedAt, legs, note: parlay.note, cells }
}

/** The cells of a parlay that can be priced: those of books with all tokens. */
export function pricableCells(parlay: Parlay, books: readonly Book[]): Job[] {
  return books
    .filter(({ id }) => !tokensAt(parlay, id).includes(null))
    .map(({ id }) => ({ parlayId: parlay.id, bookId: id }))
}
