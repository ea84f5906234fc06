/** One row as the window sees it: the parlay without its tokens, and a cell for every book shown. */
import type { Book } from '../../../shared/model/game/book.ts'
import type { Row } from '../../../shared/model/parlay/desk.ts'
import { tokensAt, type DeskLeg, type Leg, type Parlay } from '../../../shared/model/parlay/parlay.ts'
import type { CellActivity, CellAddress, Singles } from '../../../shared/model/price/cell.ts'
import type { BookFair } from '../../../shared/model/price/fair.ts'
import { parsePrice } from '../../../shared/odds/price-parse.ts'
import type { PriceFormat } from '../../../shared/odds/price.ts'
import { findNewest, type LegsOnBoard } from './legs-on-board.ts'
import { neverPriced, type WatchedParlay } from './watched-parlays.ts'

export interface RowContext {
  readonly books: readonly Book[]
  /** Format of the single prices that came with odds objects. */
  readonly singlesFormat: PriceFormat
  readonly activityOf: (cell: CellAddress) => CellActivity
  /** Largest stake that the accounts at a book take; null for any. */
  readonly maxStakeOf: (bookId: string) => number | null
  readonly fairsOf: (parlayId: number) => readonly BookFair[]
  readonly noPriceSecondsOf: (parlayId: number) => number
  readonly onBoard: Pick<LegsOnBoard, 'statusOf' | 'isGameOver' | 'version'>
}

export function toRow({ parlay, quotes }: WatchedParlay, context: RowContext): Row {
  const { books, activityOf, fairsOf, maxStakeOf } = context
  const { legs, singles } = showLegs(parlay.legs, context)
  const cells = books.map(({ id: bookId }) => {
    const { quote, before } = quotes.get(bookId) ?? neverPriced
    return {
      bookId,
      missingLegs: countMissingTokens(parlay, bookId),
      activity: activityOf({ parlayId: parlay.id, bookId }),
      quote,
      before,
      singles: singles.get(bookId) ?? null,
      maxStakeMinor: maxStakeOf(bookId),
    }
  })
  const noPriceSeconds = context.noPriceSecondsOf(parlay.id)
  const { id, addedAt, note, fairPrice, group, stakeMinor } = parlay
  return { id, addedAt, legs, note, fairPrice, fairs: fairsOf(id), group, stakeMinor, noPriceSeconds, cells }
}

function countMissingTokens(parlay: Parlay, bookId: string): number {
  let missing = 0
  for (const token of tokensAt(parlay, bookId)) if (token === null) missing += 1
  return missing
}

/** The legs of a row, and their single prices multiplied. */
interface ShownLegs {
  readonly legs: DeskLeg[]
  /** By book. */
  readonly singles: ReadonlyMap<string, Singles | null>
}

/** Rows are pushed far more often than their legs change, so this is cached by what it depends on. */
const shownLegs = new WeakMap<readonly Leg[], ShownLegs & { key: string }>()

function showLegs(legs: readonly Leg[], context: RowContext): ShownLegs {
  const bookIds = context.books.map(({ id }) => id)
  const key = `${context.singlesFormat} ${context.onBoard.version} ${bookIds.join()}`
  const known = shownLegs.get(legs)
  if (known?.key === key) return known
  const shown = {
    key,
    legs: legs.map(leg => showLeg(leg, context)),
    singles: new Map(bookIds.map(id => [id, multiplySingles(legs, id, context)])),
  }
  shownLegs.set(legs, shown)
  return shown
}

function showLeg(leg: Leg, context: RowContext): DeskLeg {
  const { key, name, market, game } = leg
  const { isOffered, isGameListed, flags, asOf: times } = context.onBoard.statusOf(key)
  const asOf = findNewest(times)
  const isGameOver = context.onBoard.isGameOver(game.id)
  const singles = context.books.flatMap(({ id: bookId }) => {
    const single = findSingle(leg, bookId, context)
    return single === undefined ? [] : [{ bookId, text: single.text, at: single.at }]
  })
  return { key, name, market, game, isOffered, isGameListed, asOf, isGameOver, flags: [...flags], singles }
}

/** The single price of a leg at a book; undefined unless its time is known and it can be read in the format set. */
function findSingle({ key, offers }: Leg, bookId: string, { singlesFormat, onBoard }: RowContext) {
  const text = offers.find(offer => offer.bookId === bookId)?.price ?? ''
  const parsed = parsePrice(text, singlesFormat)
  const at = onBoard.statusOf(key).asOf.get(bookId)
  return !parsed.ok || at === undefined ? undefined : { text, at, decimal: parsed.price.decimal }
}

/** Product of the legs' single prices at a book (decimal odds); null unless that of each leg is known. */
function multiplySingles(legs: readonly Leg[], bookId: string, context: RowContext): Singles | null {
  let decimal = 1
  let oldestAt = Infinity
  let newestAt = -Infinity
  for (const leg of legs) {
    const single = findSingle(leg, bookId, context)
    if (single === undefined) return null
    decimal *= single.decimal
    oldestAt = Math.min(oldestAt, single.at)
    newestAt = Math.max(newestAt, single.at)
  }
  return Number.isFinite(decimal) && legs.length > 0 ? { decimal, oldestAt, newestAt } : null
}
