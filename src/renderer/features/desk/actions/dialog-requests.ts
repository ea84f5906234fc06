/** What a ticket of a cell begins with: the price shown, or the one its betslip was opened at. */
import type { Row } from '../../../../shared/model/parlay/desk.ts'
import type { TakenCell } from '../../../navigation-store.ts'
import type { OpenedBetslip } from '../betslip/useCellLinks.ts'
import type { CellAddress } from '../desk-store.ts'

/** A cell that has no price now is recorded without one. */
export function takeCell(cell: CellAddress, row: Row | undefined): TakenCell {
  const quote = row?.cells.find(({ bookId }) => bookId === cell.bookId)?.quote
  const price = quote?.outcome.kind === 'priced' ? quote.outcome.price : null
  return { ...cell, quoteId: price === null ? null : (quote?.id ?? null), price, ...parlayOf(row) }
}

export const takeOpenedCell = ({ cell, quoteId, price, row }: OpenedBetslip): TakenCell => ({
  ...cell,
  quoteId,
  price,
  ...parlayOf(row),
})

const parlayOf = (row: Row | undefined) => ({ legs: row?.legs ?? [], tags: row?.note.tags ?? [] })
