/** Addresses of cells in the document: an element's id from a cell, and the cell from an element. */
import type { CellAddress } from '../../../../shared/model/price/cell.ts'

export const cellId = ({ parlayId, bookId }: CellAddress): string => `cell-${parlayId}-${bookId}`

/** Finds the cell, or only the row or column, of a click or focus inside the grid. */
export function findCellAt(target: EventTarget | null): Partial<CellAddress> {
  if (!(target instanceof Element)) return {}
  const parlay = target.closest('[data-parlay]')?.getAttribute('data-parlay')
  const bookId = target.closest('[data-book]')?.getAttribute('data-book')
  return { ...(parlay && { parlayId: Number(parlay) }), ...(bookId && { bookId }) }
}

export function findFirstCell(
  [parlayId]: readonly number[],
  [column]: readonly { readonly bookId: string }[],
): CellAddress | undefined {
  return parlayId === undefined || column === undefined ? undefined : { parlayId, bookId: column.bookId }
}
