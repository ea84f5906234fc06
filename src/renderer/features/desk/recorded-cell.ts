/** What a ticket of a cell begins with: the price shown, or the one its betslip was opened at. */
import type { Row } from '../../../shared/model/desk.ts'
import type { RecordedCell } from '../ledger/record-store.ts'
import type { OpenedLink } from './betslip/useBetslip.ts'
import type { CellAddress } from './desk-store.ts'

/** A cell that has no price now is recorded without one. */
export function recordedCell(cell: CellAddress, row: Row | undefined): RecordedCell {
  const quote = row?.cells.find(({ bookId }) => bookId === cell.bookId)?.quote
  const price = quote?.outcome.kind === 'priced' ? quote.outcome.price : null
  return { ...cell, quoteId: price === null ? null : (quote?.id ?? null), price }
}

export const recordedLink = ({ cell, quoteId, price }: OpenedLink): RecordedCell => ({
  ...cell,
  quoteId,
  price,
})
