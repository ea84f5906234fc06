import type { Handlers } from '../../../shared/contract.ts'
import type { Desk } from '../../desk/desk.ts'

/** The watched parlays and their prices. */
export function deskHandlers(desk: Desk): Handlers['desk'] {
  return {
    snapshot: () => desk.snapshot(),
    addParlay: ({ selections }) => desk.add(selections),
    removeParlay({ parlayId }) {
      desk.remove(parlayId)
      return null
    },
    restoreParlay({ parlayId }) {
      desk.restore(parlayId)
      return null
    },
    price: ({ parlayId, bookId }) => ({ calls: desk.price(parlayId, bookId) }),
    recheck: cell => desk.recheck(cell),
  }
}
