/** How many calls pricing some rows takes: one a book that is shown and carries all legs. Calls are the scarce thing. */
import type { Row } from '../../../shared/model/desk.ts'
import type { BookColumn } from './price-columns.ts'

export function repriceCost(rows: readonly Row[], columns: readonly BookColumn[]): number {
  const shown = new Set(columns.map(column => column.bookId))
  const priceable = (row: Row) => row.cells.filter(cell => cell.missingLegs === 0 && shown.has(cell.bookId))
  return rows.reduce((calls, row) => calls + priceable(row).length, 0)
}
