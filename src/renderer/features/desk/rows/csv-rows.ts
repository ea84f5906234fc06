/** The grid as a table of texts: the rows and books shown, in their order; what a cell shows, in words. */
import type { Cell } from '../../../../shared/model/price/cell.ts'
import type { Row } from '../../../../shared/model/parlay/desk.ts'
import { findBestPrice, getRowValue } from '../value/best-price.ts'
import { describeCell } from '../cell/cell-face.ts'
import type { DisplayContext } from '../context/useDisplay.ts'
import { gamesShort, legsShort } from '../../../../shared/model/game/leg-short.ts'
import type { BookColumn } from '../columns/columns.ts'

/** UTF-16 units a part of the table holds at most: one call of the bridge carries 256 KiB of JSON. */
const partLimit = 40_000

export function toCsvRows(
  rows: readonly Row[],
  books: readonly BookColumn[],
  display: DisplayContext,
): string[][] {
  const perBook = books.flatMap(({ name }) => [name, `${name} state`, `${name} age in s`])
  const head = ['Name', 'Legs', 'Games', 'Tags', 'Best price', 'Best at', 'Best EV in %', ...perBook]
  return [head, ...rows.map(row => lineOf(row, books, display))]
}

function lineOf(row: Row, books: readonly BookColumn[], display: DisplayContext): string[] {
  const cells = new Map(row.cells.map(cell => [cell.bookId, cell]))
  const best = findBestPrice(row, books, display)
  const suspects = getRowValue(row, books, display).cells
  const textsOf = (bookId: string) =>
    cellTexts(cells.get(bookId), row.legs.length, display, suspects.get(bookId)?.suspectBy)
  const about = [row.note.name, legsShort(row.legs), gamesShort(row.legs), row.note.tags.join(' ')]
  return [
    ...about,
    best?.books[0] === undefined ? '' : (textsOf(best.books[0].bookId)[0] ?? ''),
    best?.books.map(({ name }) => name).join('; ') ?? '',
    best?.worth ? (100 * best.worth.ev).toFixed(1) : '',
    ...books.flatMap(({ bookId }) => textsOf(bookId)),
  ]
}

/** Price, state, age; `suspectBy` as in `CellValue`. */
function cellTexts(
  cell: Cell | undefined,
  legs: number,
  display: DisplayContext,
  suspectBy: number | null | undefined,
): string[] {
  const { kind, main, spoken, isPrice, isSuspect } = describeCell(cell, legs, display, suspectBy)
  const age = cell?.quote ? String(Math.max(0, Math.round((display.now - cell.quote.at) / 1000))) : ''
  // A spreadsheet reads the hyphen as a minus, the minus as text.
  return isPrice ? [main.replace('−', '-'), isSuspect ? 'suspect' : kind, age] : ['', spoken, age]
}

/** The rows in parts that each fit one call. */
export function splitIntoParts(rows: readonly string[][]): string[][][] {
  const parts: string[][][] = [[]]
  let size = 0
  for (const row of rows) {
    const length = row.reduce((sum, text) => sum + text.length + 3, 0)
    if (size > 0 && size + length > partLimit) {
      parts.push([])
      size = 0
    }
    parts.at(-1)?.push(row)
    size += length
  }
  return parts
}
