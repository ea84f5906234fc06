/** One row as the window sees it: the parlay without its tokens, and a cell for every book shown. */
import type { Book } from '../../../shared/model/game/book.ts'
import type { Row } from '../../../shared/model/parlay/desk.ts'
import { tokensAt, type DeskLeg, type Leg, type Parlay } from '../../../shared/model/parlay/parlay.ts'
import type { CellActivity, CellAddress, Singles } from '../../../shared/model/price/cell.ts'
import { parsePrice } from '../../../shared/odds/price-parse.ts'
import type { PriceFormat } from '../../../shared/odds/price.ts'
import type { LegStatus } from './legs-on-board.ts'
import { neverPriced, type WatchedParlay } from './watched-parlays.ts'

export interface RowContext {
  readonly books: readonly Book[]
  /** Format of the single prices that came with odds objects. */
  readonly singlesFormat: PriceFormat
  readonly activityOf: (cell: CellAddress) => CellActivity
  readonly legStatusOf: (key: string) => LegStatus
  /** Changes with any of these statuses. */
  readonly legsVersion: number
}

export function toRow({ parlay, quotes }: WatchedParlay, context: RowContext): Row {
  const { books, activityOf, legStatusOf } = context
  const cells = books.map(({ id: bookId }) => {
    const { quote, before } = quotes.get(bookId) ?? neverPriced
    return {
      bookId,
      missingLegs: countMissingTokens(parlay, bookId),
      activity: activityOf({ parlayId: parlay.id, bookId }),
      quote,
      before,
      singles: findSingles(parlay.legs, bookId, context),
    }
  })
  const legs = parlay.legs.map(({ key, name, market, game }): DeskLeg => {
    const { isOffered, isGameListed, flags } = legStatusOf(key)
    return { key, name, market, game, isOffered, isGameListed, flags: [...flags] }
  })
  const { id, addedAt, note, fairPrice, group } = parlay
  return { id, addedAt, legs, note, fairPrice, group, cells }
}

function countMissingTokens(parlay: Parlay, bookId: string): number {
  let missing = 0
  for (const token of tokensAt(parlay, bookId)) if (token === null) missing += 1
  return missing
}

type SinglesByBook = Map<string, Singles | null>

/** Rows are pushed far more often than their legs change, so singles are cached by legs, times and format. */
const singlesByLegs = new WeakMap<readonly Leg[], { key: string; byBook: SinglesByBook }>()

/**
 * Product of the legs' single prices at a book (decimal odds); null unless each has a time and a valid price in this
 * format.
 */
function findSingles(legs: readonly Leg[], bookId: string, context: RowContext): Singles | null {
  const key = `${context.singlesFormat} ${context.legsVersion}`
  const known = singlesByLegs.get(legs)
  const byBook: SinglesByBook = known?.key === key ? known.byBook : new Map<string, Singles | null>()
  const found = byBook.get(bookId)
  if (found !== undefined) return found
  const singles = multiplySingles(legs, bookId, context)
  singlesByLegs.set(legs, { key, byBook: byBook.set(bookId, singles) })
  return singles
}

function multiplySingles(
  legs: readonly Leg[],
  bookId: string,
  { singlesFormat, legStatusOf }: RowContext,
): Singles | null {
  let decimal = 1
  let oldestAt = Infinity
  let newestAt = -Infinity
  for (const { key, offers } of legs) {
    const text = offers.find(offer => offer.bookId === bookId)?.price ?? ''
    const parsed = parsePrice(text, singlesFormat)
    const at = legStatusOf(key).asOf.get(bookId)
    if (!parsed.ok || at === undefined) return null
    decimal *= parsed.price.decimal
    oldestAt = Math.min(oldestAt, at)
    newestAt = Math.max(newestAt, at)
  }
  return Number.isFinite(decimal) && legs.length > 0 ? { decimal, oldestAt, newestAt } : null
}
