/** Finds the fair win probability of a bet that is recorded from a parlay of the desk. */
import type { Row } from '../../../shared/model/parlay/desk.ts'
import { rowValue, type ValueContext } from '../../../shared/model/price/row-value.ts'
import type { TakenFair } from '../../../shared/model/ticket/ticket.ts'

/** A bet placed longer ago than this was taken at a fair price that is no longer known. */
const maxAgeMs = 15 * 60_000

/**
 * As the desk valued the book's last price when it came, which is often stale once its bet is recorded; else the user's
 * own fair price. Undefined without either, and for a bet that was not placed just now.
 */
export function findTakenFair(
  row: Pick<Row, 'cells' | 'fairPrice' | 'fairs' | 'legs'>,
  { bookId, placedAt }: { readonly bookId: string; readonly placedAt: number },
  context: ValueContext,
): TakenFair | undefined {
  const { now } = context
  if (Math.abs(now - placedAt) > maxAgeMs) return undefined
  const quotedAt = row.cells.find(cell => cell.bookId === bookId)?.quote?.at ?? now
  const at = now - quotedAt > maxAgeMs ? now : Math.min(now, quotedAt)
  const { worth } = rowValue(row.cells, row.fairPrice, { ...context, now: at }, row).cells.get(bookId) ?? {}
  const fair = worth ?? (row.fairPrice && { p: 1 / row.fairPrice.decimal, source: 'mine' as const })
  return fair && fair.p > 0 && fair.p < 1 ? { p: fair.p, source: fair.source } : undefined
}
