/** How many calls pricing some rows takes: one for each cell whose book carries all legs. */
import type { Row } from '../../../../shared/model/parlay/desk.ts'

/** How many more than those planned already: a cell that waits or is being priced is not asked twice. */
export function countAddedCalls(rows: readonly Row[]): number {
  const cells = rows.flatMap(row => row.cells)
  return cells.filter(({ missingLegs, activity }) => missingLegs === 0 && activity.kind === 'none').length
}

export function countCalls(rows: readonly Row[]): number {
  return rows.reduce((calls, row) => calls + row.cells.filter(cell => cell.missingLegs === 0).length, 0)
}
