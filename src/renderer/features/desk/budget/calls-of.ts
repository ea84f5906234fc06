/** How many calls pricing some rows takes: one for each cell whose book carries all legs. */
import type { Row } from '../../../../shared/model/desk.ts'

export function callsOf(rows: readonly Row[]): number {
  return rows.reduce((calls, row) => calls + row.cells.filter(cell => cell.missingLegs === 0).length, 0)
}
