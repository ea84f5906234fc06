/** Whether prices are what an alert asks for: one judgement, where it is written and where it fires. Suspect prices never are. */
import type { CellValue, RowValue, Worth } from './row-value.ts'

/** The highest price at one of these books, or with none named at any, where it is at least so many decimal odds. */
export function priceReaching(
  { ranked }: RowValue,
  { bookIds, decimal }: { readonly bookIds: readonly string[]; readonly decimal: number },
): CellValue | undefined {
  const cell = ranked.find(({ bookId }) => bookIds.length === 0 || bookIds.includes(bookId))
  return cell !== undefined && cell.price.decimal >= decimal ? cell : undefined
}

export interface Worthwhile {
  readonly cell: CellValue
  readonly worth: Worth
}

/** The price worth most, where its expected profit as a share of the stake is over `ev`. */
export function bestWorthOver({ ranked }: RowValue, ev: number): Worthwhile | undefined {
  let best: Worthwhile | undefined
  for (const cell of ranked) {
    const { worth } = cell
    if (worth !== null && worth.ev > (best?.worth.ev ?? ev)) best = { cell, worth }
  }
  return best
}
