/** Counts the calls that pricing rows takes: one for each cell whose book offers all legs. */
import type { Row } from '../../../../shared/model/parlay/desk.ts'
import type { BookColumn } from '../columns/columns.ts'

export const countCalls = ({ cells }: Row): number =>
  cells.filter(({ missingLegs }) => missingLegs === 0).length

/** Counts further calls: cells that are waiting or being priced need none. */
export function countAddedCalls(rows: readonly Row[]): number {
  const cells = rows.flatMap(row => row.cells)
  return cells.filter(({ missingLegs, activity }) => missingLegs === 0 && activity.kind === 'none').length
}

/** Cache by row, because all rows are counted again whenever one of them changes. */
const counted = new WeakMap<Row, { readonly columns: readonly BookColumn[]; readonly calls: number }>()

/** Calls at the books shown. */
export function countRepriceCalls(rows: readonly Row[], columns: readonly BookColumn[]): number {
  return rows.reduce((calls, row) => calls + countRowCalls(row, columns), 0)
}

function countRowCalls(row: Row, columns: readonly BookColumn[]): number {
  const known = counted.get(row)
  if (known?.columns === columns) return known.calls
  const shown = new Set(columns.map(column => column.bookId))
  const calls = row.cells.filter(cell => cell.missingLegs === 0 && shown.has(cell.bookId)).length
  counted.set(row, { columns, calls })
  return calls
}
