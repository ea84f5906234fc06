/** The best price of a row among the books shown: fresh and complete quotes only, ties included. */
import { bestBooks } from '../../../shared/model/cell.ts'
import type { Row } from '../../../shared/model/desk.ts'
import type { QuotedPrice } from '../../../shared/model/quote.ts'
import type { BookColumn } from './price-columns.ts'

export interface BestPrice {
  readonly price: QuotedPrice
  /** At least one, in column order. */
  readonly books: readonly BookColumn[]
}

interface Freshness {
  readonly now: number
  readonly staleAfterMs: number
}

export function bestOf(row: Row, columns: readonly BookColumn[], fresh: Freshness): BestPrice | undefined {
  const shown = new Set(columns.map(column => column.bookId))
  const cells = row.cells.filter(cell => shown.has(cell.bookId))
  const ids = bestBooks(cells, fresh.now, fresh.staleAfterMs)
  const outcome = cells.find(cell => cell.bookId === ids[0])?.quote?.outcome
  if (outcome?.kind !== 'priced') return undefined
  return { price: outcome.price, books: columns.filter(column => ids.includes(column.bookId)) }
}
