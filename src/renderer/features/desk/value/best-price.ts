/**
 * Value of a row's prices at the books shown. Several parts of the screen need it, every second and at every new price;
 * it is computed once for an unchanged row, and again when one of its prices goes stale.
 */
import type { Row } from '../../../../shared/model/parlay/desk.ts'
import type { QuotedPrice } from '../../../../shared/model/price/quote.ts'
import {
  findBest as bestCells,
  rowValue,
  type RowValue,
  type ValueContext,
  type Worth,
} from '../../../../shared/model/price/row-value.ts'
import type { BookColumn } from '../columns/columns.ts'

type Columns = readonly Pick<BookColumn, 'bookId' | 'name'>[]

interface CachedValue {
  readonly columns: Columns
  readonly display: ValueContext
  readonly value: RowValue
}
const cache = new WeakMap<Row, CachedValue>()

export function getRowValue(row: Row, columns: Columns, display: ValueContext): RowValue {
  const last = cache.get(row)
  if (last?.columns === columns && isCurrent(last, display)) return last.value
  const shown = new Set(columns.map(({ bookId }) => bookId))
  const cells = row.cells.filter(({ bookId }) => shown.has(bookId))
  const value = rowValue(cells, row.fairPrice, display)
  cache.set(row, { columns, display, value })
  return value
}

const isCurrent = (
  { display: made, value }: CachedValue,
  { now, staleAfterMs, value: settings }: ValueContext,
) =>
  made.staleAfterMs === staleAfterMs && made.value === settings && made.now <= now && now <= value.freshUntil

export interface BestPrice {
  readonly price: QuotedPrice
  /** At least one, in column order. */
  readonly books: readonly BookColumn[]
  readonly worth: Worth | null
}

/** The best price: fresh, of all legs, not suspect, and the highest; ties included. */
export function findBestPrice(
  row: Row,
  columns: readonly BookColumn[],
  display: ValueContext,
): BestPrice | undefined {
  const cells = bestCells(getRowValue(row, columns, display))
  const [first] = cells
  if (first === undefined) return undefined
  const ids = new Set(cells.map(({ bookId }) => bookId))
  return {
    price: first.price,
    worth: first.worth,
    books: columns.filter(({ bookId }) => ids.has(bookId)),
  }
}

/**
 * The book to recheck when the user wants to bet the row: the best one, or, where all prices are old, the one that was
 * best; undefined where none ever priced it.
 */
export function findBookToRecheck(
  row: Row,
  columns: readonly BookColumn[],
  display: ValueContext,
): BookColumn | undefined {
  const bestWithin = (staleAfterMs: number) =>
    findBestPrice(row, columns, { ...display, staleAfterMs })?.books[0]
  return bestWithin(display.staleAfterMs) ?? bestWithin(Infinity)
}
