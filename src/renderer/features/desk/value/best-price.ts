/**
 * Value of a row's prices at the books shown. Several parts of the screen need it, every second and at every new price;
 * it is computed once for an unchanged row, and again when one of its prices goes stale.
 */
import type { Row } from '../../../../shared/model/parlay/desk.ts'
import {
  findBest as findBestCells,
  rowValue,
  type RowValue,
  type ValueContext,
} from '../../../../shared/model/price/row-value.ts'
import type { BookColumn } from '../columns/columns.ts'

const cache = new WeakMap<Row, { columns: readonly BookColumn[]; display: ValueContext; value: RowValue }>()

export function getRowValue(row: Row, columns: readonly BookColumn[], display: ValueContext): RowValue {
  const last = cache.get(row)
  if (last?.columns === columns && isCurrent(last.value, last.display, display)) return last.value
  const shown = new Set(columns.map(({ bookId }) => bookId))
  const cells = row.cells.filter(({ bookId }) => shown.has(bookId))
  const value = rowValue(cells, row.fairPrice, display)
  cache.set(row, { columns, display, value })
  return value
}

const isCurrent = (
  { freshUntil }: RowValue,
  before: ValueContext,
  { now, staleAfterMs, value }: ValueContext,
) => before.staleAfterMs === staleAfterMs && before.value === value && before.now <= now && now <= freshUntil

/**
 * The best price: fresh, of all legs, not suspect, and the highest; with the books that pay it, at least one, in column
 * order.
 */
export function findBestPrice(row: Row, columns: readonly BookColumn[], display: ValueContext) {
  const cells = findBestCells(getRowValue(row, columns, display))
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
