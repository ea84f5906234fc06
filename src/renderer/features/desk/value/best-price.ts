/**
 * What a row's prices among the books shown are worth. Several parts of the screen ask, every second and for every
 * price that comes; it is worked out once for a row as it is, and again when one of its prices goes stale.
 */
import type { Row } from '../../../../shared/model/parlay/desk.ts'
import type { QuotedPrice } from '../../../../shared/model/price/quote.ts'
import {
  bestOf as bestCells,
  rowValue,
  type RowValue,
  type ValueReading,
  type Worth,
} from '../../../../shared/model/price/row-value.ts'
import type { BookColumn } from '../columns/columns.ts'

type Columns = readonly Pick<BookColumn, 'bookId' | 'name'>[]

interface Known {
  readonly columns: Columns
  readonly display: ValueReading
  readonly value: RowValue
}
const known = new WeakMap<Row, Known>()

export function getRowValue(row: Row, columns: Columns, display: ValueReading): RowValue {
  const last = known.get(row)
  if (last?.columns === columns && stillHolds(last, display)) return last.value
  const shown = new Set(columns.map(({ bookId }) => bookId))
  const cells = row.cells.filter(({ bookId }) => shown.has(bookId))
  const value = rowValue(cells, row.fairPrice, display)
  known.set(row, { columns, display, value })
  return value
}

const stillHolds = ({ display: made, value }: Known, { now, staleAfterMs, value: settings }: ValueReading) =>
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
  display: ValueReading,
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
 * The book to ask again when the user wants to bet the row: the best one, or, where all prices are old, the one that
 * was best; undefined where none ever priced it.
 */
export function findBookToRecheck(
  row: Row,
  columns: readonly BookColumn[],
  display: ValueReading,
): BookColumn | undefined {
  const bestWithin = (staleAfterMs: number) =>
    findBestPrice(row, columns, { ...display, staleAfterMs })?.books[0]
  return bestWithin(display.staleAfterMs) ?? bestWithin(Infinity)
}
