/** One row as the window sees it: the parlay without its tokens, and a cell for every book shown. */
import type { Book } from '../../../shared/model/game/book.ts'
import type { Row } from '../../../shared/model/parlay/desk.ts'
import { tokensAt, type DeskLeg, type Leg, type Parlay } from '../../../shared/model/parlay/parlay.ts'
import type { CellActivity, CellAddress } from '../../../shared/model/price/cell.ts'
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
}

export function toRow({ parlay, quotes }: WatchedParlay, context: RowContext): Row {
  const { books, singlesFormat, activityOf, legStatusOf } = context
  const cells = books.map(({ id: bookId }) => {
    const { quote, before } = quotes.get(bookId) ?? neverPriced
    return {
      bookId,
      missingLegs: countMissingTokens(parlay, bookId),
      activity: activityOf({ parlayId: parlay.id, bookId }),
      quote,
      before,
      singles: productOfSingles(parlay.legs, bookId, singlesFormat),
    }
  })
  const legs = parlay.legs.map(({ key, name, market, game }): DeskLeg => {
    const { isOffered, flags } = legStatusOf(key)
    return { key, name, market, game, isOffered, flags: [...flags] }
  })
  const { id, addedAt, note, fairPrice } = parlay
  return { id, addedAt, legs, note, fairPrice, cells }
}

function countMissingTokens(parlay: Parlay, bookId: string): number {
  let missing = 0
  for (const token of tokensAt(parlay, bookId)) if (token === null) missing += 1
  return missing
}

type ProductByBook = Map<string, number | null>

/** Rows are pushed far more often than their legs change, so a product is computed once per set of legs and format. */
const productsByLegs = new WeakMap<readonly Leg[], Map<PriceFormat, ProductByBook>>()

/** The product of the legs' single decimal prices at a book; null unless each has one that reads in this format. */
function productOfSingles(legs: readonly Leg[], bookId: string, format: PriceFormat): number | null {
  const byFormat = productsByLegs.get(legs) ?? new Map<PriceFormat, ProductByBook>()
  const products: ProductByBook = byFormat.get(format) ?? new Map<string, number | null>()
  const known = products.get(bookId)
  if (known !== undefined) return known
  const product = multiplySingles(legs, bookId, format)
  productsByLegs.set(legs, byFormat.set(format, products.set(bookId, product)))
  return product
}

function multiplySingles(legs: readonly Leg[], bookId: string, format: PriceFormat): number | null {
  let product = 1
  for (const { offers } of legs) {
    const text = offers.find(offer => offer.bookId === bookId)?.price ?? ''
    const parsed = parsePrice(text, format)
    if (!parsed.ok) return null
    product *= parsed.price.decimal
  }
  return Number.isFinite(product) ? product : null
}
