/** How many calls pricing some rows takes: one a book that is shown and carries all legs. Calls are the scarce thing. */
import type { Row } from '../../../../shared/model/parlay/desk.ts'
import type { BookColumn } from '../columns/columns.ts'

/** All rows are counted again whenever one of them changes, so what a row as it is costs is counted once. */
const counted = new WeakMap<Row, { readonly columns: readonly BookColumn[]; readonly calls: number }>()

export function countRepriceCalls(rows: readonly Row[], columns: readonly BookColumn[]): number {
  return rows.reduce((calls, row) => calls + costOf(row, columns), 0)
}

function costOf(row: Row, columns: readonly BookColumn[]): number {
  const known = counted.get(row)
  if (known?.columns === columns) return known.calls
  const shown = new Set(columns.map(column => column.bookId))
  const calls = row.cells.filter(cell => cell.missingLegs === 0 && shown.has(cell.bookId)).length
  counted.set(row, { columns, calls })
  return calls
}
