/** Reads the state of the window that the steps of the tour depend on. */
import type { Row } from '../../../shared/model/parlay/desk.ts'
import type { Cell } from '../../../shared/model/price/cell.ts'
import { useCommandStore } from '../../commands/command-store.ts'
import { useNavigationStore } from '../../navigation-store.ts'
import { useBoardStore } from '../board/board-store.ts'
import { useDeskStore } from '../desk/desk-store.ts'
import { useLedgerStore } from '../ledger/ledger-store.ts'
import type { TourFacts } from './tour-steps.ts'

export function useTourFacts(): () => TourFacts {
  const board = useBoardStore()
  const desk = useDeskStore()
  const ledger = useLedgerStore()
  const navigation = useNavigationStore()
  const commands = useCommandStore()
  return () => ({
    view: navigation.view,
    query: board.query,
    slipLegs: board.legs.length,
    parlays: desk.order.length,
    lastAdded: board.lastAdded,
    isUnpriced: isUnpriced(desk.getRows(desk.order)),
    canOpenSlip: commands.isHandled('price.open') && commands.blockedBy('price.open') === undefined,
    hasOpenedSlip: document.querySelector('[data-opened-slip]') !== null,
    tickets: ledger.status.kind === 'open' ? ledger.status.tickets : 0,
  })
}

/** A call that failed is tried again, so it is no answer. */
function isUnpriced(rows: readonly Row[]): boolean {
  const isAnswered = ({ missingLegs, quote }: Cell) =>
    missingLegs > 0 || (quote !== null && quote.outcome.kind !== 'failed' && quote.outcome.kind !== 'priced')
  return rows.length > 0 && rows.every(({ cells }) => cells.every(isAnswered))
}
