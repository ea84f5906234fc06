/** Exports the shown prices as CSV: the rows and books in their order, with each cell's state as text. */
import { shortenGames, shortenLegs } from '../../../../shared/model/game/leg-short.ts'
import type { Row } from '../../../../shared/model/parlay/desk.ts'
import { bridge } from '../../../bridge.ts'
import { pluralize } from '../../../format/number-text.ts'
import { splitIntoParts } from '../../../share/table-parts.ts'
import { describeCell, type CellFace } from '../cell/cell-face.ts'
import type { BookColumn } from '../columns/columns.ts'
import { useColumns } from '../columns/useColumns.ts'
import { useDisplay, type DisplayContext } from '../context/useDisplay.ts'
import { useNotice, type Notice } from '../context/useNotice.ts'
import { useDeskStore } from '../desk-store.ts'
import { findRowTop, getRowValue } from '../value/best-price.ts'

/** Returns a function that saves these rows. A second call while the first one asks where to save does nothing. */
export function useCsvExport(): (parlayIds: readonly number[]) => Promise<void> {
  const desk = useDeskStore()
  const { columns } = useColumns()
  const display = useDisplay()
  const { showNotice } = useNotice()
  let isExporting = false

  async function send(parlayIds: readonly number[]): Promise<Notice | undefined> {
    const rows = desk.getRows(parlayIds)
    const parts = splitIntoParts(toCsvRows(rows, columns.value, display.value))
    for (const [index, part] of parts.entries()) {
      const isLast = index === parts.length - 1
      const outcome = await bridge().grid.exportCsv({ rows: part, isFirst: index === 0, isLast })
      if (!outcome.ok) return { kind: 'failed', failure: outcome.failure }
      if (outcome.value?.file)
        return { kind: 'text', text: `Saved ${pluralize(rows.length, 'parlay')} to ${outcome.value.file}.` }
    }
    return undefined
  }

  return async parlayIds => {
    if (isExporting) return
    isExporting = true
    showNotice(await send(parlayIds))
    isExporting = false
  }
}

export function toCsvRows(
  rows: readonly Row[],
  books: readonly BookColumn[],
  display: DisplayContext,
): string[][] {
  const perBook = books.flatMap(({ name }) => [name, `${name} state`, `${name} age in s`])
  const head = ['Name', 'Legs', 'Games', 'Tags', 'Best price', 'Best at', 'Best EV in %', ...perBook]
  return [head, ...rows.map(row => toCsvRow(row, books, display))]
}

function toCsvRow(row: Row, books: readonly BookColumn[], display: DisplayContext): string[] {
  const cells = new Map(row.cells.map(cell => [cell.bookId, cell]))
  const top = findRowTop(row, books, display)
  const best = top?.claim === 'best' ? top : undefined
  const value = getRowValue(row, books, display)
  const toTexts = (bookId: string) => {
    const cell = cells.get(bookId)
    const suspectBy = value.cells.get(bookId)?.suspectBy ?? null
    const leftBehind = value.leftBehind.get(bookId)
    const face = describeCell(cell, row.legs.length, display, { suspectBy, leftBehind })
    return toCellTexts(face, cell?.quote ? display.now - cell.quote.at : undefined)
  }
  const about = [row.note.name, shortenLegs(row.legs), shortenGames(row.legs), row.note.tags.join(' ')]
  return [
    ...about,
    best?.books[0] === undefined ? '' : (toTexts(best.books[0].bookId)[0] ?? ''),
    best?.books.map(({ name }) => name).join('; ') ?? '',
    best?.worth ? (100 * best.worth.ev).toFixed(1) : '',
    ...books.flatMap(({ bookId }) => toTexts(bookId)),
  ]
}

/** Price, state, age; a live price that newer ones left behind is stale, as on screen. */
function toCellTexts(
  { kind, main, spoken, isPrice, isSuspect }: CellFace,
  ageMs: number | undefined,
): string[] {
  const age = ageMs === undefined ? '' : String(Math.max(0, Math.round(ageMs / 1000)))
  // A spreadsheet reads `-5` as a number, and `−5` with a minus sign as text.
  return isPrice ? [main.replace('−', '-'), isSuspect ? 'suspect' : kind, age] : ['', spoken, age]
}
