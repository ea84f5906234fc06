/** A cell that a spreadsheet would take for a formula gets a `'` before it, and loses it again on the way back. */

/** A signed number alone is none. A cell that begins with `'` already is told from one that was given it. */
const formulaLike = /^(?![+-]\d+(?:\.\d+)?$)'*\s*[=+\-@\t\r]/

export const protectedCell = (cell: string): string => (formulaLike.test(cell) ? `'${cell}` : cell)

/** Exact for what `protectedCell` gave. */
export const unprotectedCell = (cell: string): string =>
  cell.startsWith(`'`) && formulaLike.test(cell.slice(1)) ? cell.slice(1) : cell
