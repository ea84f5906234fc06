/**
 * Value of a row's prices at the shown books. Several parts of the screen need it, every second and at every new price,
 * so it is cached until the row changes or one of its prices becomes stale.
 */
import type { Row } from '../../../../shared/model/parlay/desk.ts'
import { priceBefore, type Cell } from '../../../../shared/model/price/cell.ts'
import type { QuotedPrice } from '../../../../shared/model/price/quote.ts'
import {
  findTop,
  rowValue,
  type OlderPrice,
  type RowValue,
  type TopPrice,
  type ValueContext,
  type Worth,
} from '../../../../shared/model/price/row-value.ts'
import { findOpenObstacle, hasLink } from '../cell/cell-text.ts'
import type { BookColumn } from '../columns/columns.ts'
import type { DisplayContext } from '../context/useDisplay.ts'

const cache = new WeakMap<Row, { columns: readonly BookColumn[]; display: ValueContext; value: RowValue }>()

export function getRowValue(row: Row, columns: readonly BookColumn[], display: ValueContext): RowValue {
  const last = cache.get(row)
  if (last?.columns === columns && isCurrent(last.value, last.display, display)) return last.value
  const shown = new Set(columns.map(({ bookId }) => bookId))
  const cells = row.cells.filter(({ bookId }) => shown.has(bookId))
  const value = rowValue(cells, row.fairPrice, display, row)
  cache.set(row, { columns, display, value })
  return value
}

const isCurrent = (
  { freshUntil }: RowValue,
  before: ValueContext,
  { now, staleAfterMs, value }: ValueContext,
) => before.staleAfterMs === staleAfterMs && before.value === value && before.now <= now && now <= freshUntil

/** The row with a rechecked price that it may not have yet; the same row when it has that quote or a newer one. */
export function withQuote(
  row: Row,
  bookId: string,
  { id, at, price }: { readonly id: number; readonly at: number; readonly price: QuotedPrice },
): Row {
  const outcome = { kind: 'priced', price, links: null, limits: null } as const
  const isOlder = ({ bookId: of, quote }: Cell) => of === bookId && (quote?.id ?? 0) < id
  if (!row.cells.some(isOlder)) return row
  return {
    ...row,
    cells: row.cells.map(cell =>
      isOlder(cell) ? { ...cell, quote: { id, at, outcome }, before: priceBefore(cell, outcome) } : cell,
    ),
  }
}

/** The highest fresh price of a row at the shown books, and how certain it is. */
export interface RowTop extends Pick<TopPrice, 'claim'> {
  readonly price: QuotedPrice
  readonly worth: Worth | null
  /** Books that pay it, at least one: first those whose bet slip opens, in column order. */
  readonly books: readonly BookColumn[]
  /** A higher price that is only older; set for `unsure`. */
  readonly older: (OlderPrice & { readonly book: string }) | null
}

/** Undefined without a fresh price of all legs that is not suspect. */
export function findRowTop(
  row: Row,
  columns: readonly BookColumn[],
  display: ValueContext,
): RowTop | undefined {
  const value = getRowValue(row, columns, display)
  const top = findTop(value)
  if (top === undefined) return undefined
  const books = columns.filter(({ bookId }) => top.cells.some(cell => cell.bookId === bookId))
  const { older } = value
  return {
    claim: top.claim,
    price: top.cells[0].price,
    worth: top.cells[0].worth,
    books: books.length > 1 ? putLinkedFirst(books, row) : books,
    older: older && { ...older, book: findBook(columns, older.bookId)?.name ?? older.bookId },
  }
}

function putLinkedFirst(books: readonly BookColumn[], { cells }: Row): readonly BookColumn[] {
  const isLinked = (book: BookColumn) => cells.some(cell => cell.bookId === book.bookId && hasLink(cell))
  return [...books.filter(isLinked), ...books.filter(book => !isLinked(book))]
}

/**
 * The book to recheck before betting the row: that of the highest known price, even an older one, and among equals one
 * whose bet slip opens; undefined when none ever priced it.
 */
export function findBookToRecheck(
  row: Row,
  columns: readonly BookColumn[],
  display: ValueContext,
): BookColumn | undefined {
  const { older } = getRowValue(row, columns, display)
  return older === null ? findRowTop(row, columns, display)?.books[0] : findBook(columns, older.bookId)
}

export interface Alternative {
  readonly book: BookColumn
  readonly quoteId: number
  readonly price: QuotedPrice
  /** Time of its quote (epoch ms). */
  readonly at: number
  /** False when its bet slip cannot be opened, so that the user enters the bet on the book's site. */
  readonly canOpen: boolean
}

/**
 * Known prices at the other books that pay more than `above` (decimal odds), fresh or older, the highest first, without
 * suspect ones.
 */
export function listAlternatives(
  row: Row,
  { bookId: own, above }: { readonly bookId: string; readonly above: number },
  columns: readonly BookColumn[],
  display: DisplayContext,
): Alternative[] {
  const { ranked, older } = getRowValue(row, columns, display)
  const known = older === null ? ranked : [older, ...ranked]
  return known.flatMap(({ bookId, price }) => {
    const cell = row.cells.find(each => each.bookId === bookId)
    const book = findBook(columns, bookId)
    if (bookId === own || price.decimal <= above || book === undefined || !cell?.quote) return []
    const canOpen = findOpenObstacle(cell, display) === undefined
    return { book, price, quoteId: cell.quote.id, at: cell.quote.at, canOpen }
  })
}

const findBook = (columns: readonly BookColumn[], id: string | undefined): BookColumn | undefined =>
  columns.find(({ bookId }) => bookId === id)
