/** Reads the state of the window that the steps of the tour depend on. */
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
  return () => ({
    view: navigation.view,
    query: board.query,
    slipLegs: board.legs.length,
    parlays: desk.order.length,
    lastAdded: board.lastAdded,
    hasOpenedSlip: document.querySelector('[data-opened-slip]') !== null,
    tickets: ledger.status.kind === 'open' ? ledger.status.tickets : 0,
  })
}
