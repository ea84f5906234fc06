/** One row as the window sees it: the parlay without its tokens, and a cell for every book shown. */
import type { Book } from '../../../shared/model/game/book.ts'
import type { CellActivity } from '../../../shared/model/price/cell.ts'
import type { Row } from '../../../shared/model/parlay/desk.ts'
import { tokensAt, type DeskLeg, type Parlay } from '../../../shared/model/parlay/parlay.ts'
import type { PriceFormat } from '../../../shared/odds/price.ts'
import type { Job } from '../planning/planner.ts'
import { productOfSingles } from '../singles.ts'
import type { Standing } from '../standings.ts'
import { neverAsked, type Watched } from './watched-parlays.ts'

export interface RowParts {
  readonly books: readonly Book[]
  readonly singlesFormat: PriceFormat
  readonly activityOf: (job: Job) => CellActivity
  readonly standingOf: (key: string) => Standing
}

function missingAt(parlay: Parlay, bookId: string): number {
  let missing = 0
  for (const token of tokensAt(parlay, bookId)) if (token === null) missing += 1
  return missing
}

export function rowOf(
  { parlay, known }: Watched,
  { books, singlesFormat, activityOf, standingOf }: RowParts,
): Row {
  const cells = books.map(({ id: bookId }) => {
    const { quote, before } = known.get(bookId) ?? neverAsked
    return {
      bookId,
      missingLegs: missingAt(parlay, bookId),
      activity: activityOf({ parlayId: parlay.id, bookId }),
      quote,
      before,
      singles: productOfSingles(parlay.legs, bookId, singlesFormat),
    }
  })
  const legs = parlay.legs.map(({ key, name, market, game }): DeskLeg => {
    const { isOffered, flags } = standingOf(key)
    return { key, name, market, game, isOffered, flags: [...flags] }
  })
  const { id, addedAt, note, fairPrice } = parlay
  return { id, addedAt, legs, note, fairPrice, cells }
}

/** The cells of a parlay that can be priced: those of books with all tokens. */
export function pricableCells(parlay: Parlay, books: readonly Book[]): Job[] {
  return books
    .filter(({ id }) => !tokensAt(parlay, id).includes(null))
    .map(({ id }) => ({ parlayId: parlay.id, bookId: id }))
}
