/** A price asked once, shown as the grid shows its own: the same words for the same states. */
import { cellState, type Cell } from '../../../../shared/model/price/cell.ts'
import { findPrice } from '../../../../shared/model/price/quote.ts'
import type { OneOff } from '../../../../shared/model/price/whatif.ts'
import { describeCell } from '../cell/cell-face.ts'
import type { DisplayContext } from '../context/useDisplay.ts'
import { explainCell } from '../cell/cell-text.ts'

/** `sentence`: the reason why there is no price, in full. `legs`: the number of legs of the parlay asked about. */
export function describeOneOff(
  last: OneOff | null,
  legs: number,
  { isAsking, display }: { isAsking: boolean; display: DisplayContext },
) {
  const cell: Cell = {
    bookId: 'one-off',
    missingLegs: 0,
    activity: { kind: isAsking ? 'pricing' : 'none' },
    quote: last && { id: 0, ...last },
    before: null,
    singles: null,
  }
  const state = cellState(cell, display.now, display.staleAfterMs)
  const isPlain = state.kind === 'priced' || state.kind === 'stale' || state.kind === 'idle'
  return {
    face: describeCell(cell, legs, display),
    sentence: isPlain || isAsking ? '' : explainCell(state, legs, display),
    decimal: findPrice(last)?.decimal,
  }
}
