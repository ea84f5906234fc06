/** Copies prices: the selected rows as a table, else the selected cell as text. */
import { rowTitle } from '../../../../shared/model/game/leg-short.ts'
import type { Outcome } from '../../../../shared/failure.ts'
import type { Row } from '../../../../shared/model/parlay/desk.ts'
import { bridge } from '../../../bridge.ts'
import { pluralize } from '../../../format/number-text.ts'
import { copyTable } from '../../../share/copy-table.ts'
import { describeCell } from '../cell/cell-face.ts'
import type { BookColumn } from '../columns/columns.ts'
import { useColumns } from '../columns/useColumns.ts'
import { useDisplay, type DisplayContext } from '../context/useDisplay.ts'
import { useNotice } from '../context/useNotice.ts'
import { useSelection } from '../context/useSelection.ts'
import { useDeskStore } from '../desk-store.ts'
import { findRowTop, getRowValue } from '../value/best-price.ts'
import { useRowMarksStore } from './row-marks-store.ts'
import { useRowOrder } from './useRowOrder.ts'
import { evText } from '../value/value-text.ts'

export function useCopyPrices(): () => Promise<void> {
  const desk = useDeskStore()
  const marks = useRowMarksStore()
  const { order } = useRowOrder()
  const { columns } = useColumns()
  const { row, cell } = useSelection()
  const display = useDisplay()
  const { showText, showFailure } = useNotice()

  function report(outcome: Outcome<null>, name: string): void {
    if (outcome.ok) showText(`Copied ${name}.`)
    else showFailure(outcome.failure)
  }

  return async () => {
    const marked = desk.getRows(order.value.filter(id => marks.marked.has(id)))
    if (marked.length > 0) {
      const copied = await copyTable(toTable(marked, columns.value, display.value))
      report(copied, pluralize(marked.length, 'parlay'))
      return
    }
    if (row.value === undefined) return
    const { main } = describeCell(cell.value, row.value.legs.length, display.value)
    report(await bridge().view.copyText({ text: toPlain(main) }), main)
  }
}

/** The names of the columns, then a row a parlay, with texts as on screen; a suspect or old price says so. */
export function toTable(
  rows: readonly Row[],
  books: readonly BookColumn[],
  display: DisplayContext,
): string[][] {
  const head = ['Parlay', ...books.map(({ name }) => name), 'Best EV']
  const lines = rows.map(row => {
    const cells = new Map(row.cells.map(cell => [cell.bookId, cell]))
    const value = getRowValue(row, books, display)
    const prices = books.map(({ bookId }) => {
      const face = describeCell(cells.get(bookId), row.legs.length, display, {
        suspectBy: value.cells.get(bookId)?.suspectBy ?? null,
        leftBehind: value.leftBehind.get(bookId),
      })
      if (face.isSuspect) return `${face.main} (suspect)`
      return face.kind === 'stale' ? `${face.main} (${face.note})` : face.main
    })
    const worth = findRowTop(row, books, display)?.worth
    return [rowTitle(row), ...prices, worth ? evText(worth) : '—']
  })
  return [head, ...lines]
}

/** A spreadsheet reads `-5` as a number, and `−5` with a minus sign as text. */
const toPlain = (text: string): string => text.replace(/^−/, '-')
