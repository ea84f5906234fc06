import type { Handlers } from '../../../shared/contract.ts'
import { parseTypedPrice } from '../../../shared/model/price/quote.ts'
import type { StoredSelections } from '../../account/stored-preferences.ts'
import type { Desk } from '../../desk/desk.ts'

/** The watched parlays and their prices. */
export function createDeskHandlers(
  desk: Desk,
  storedSelections: Pick<StoredSelections, 'use'>,
): Handlers['desk'] {
  return {
    snapshot: () => desk.snapshot(),
    async addParlay({ selections, note }) {
      const added = await desk.add(selections, note)
      storedSelections.use(selections)
      return added
    },
    describeParlay: ({ parlayId, note }) => desk.annotate(parlayId, { note }),
    setFairPrice: ({ parlayId, price }) =>
      desk.annotate(parlayId, { fairPrice: price && parseTypedPrice(price) }),
    removeParlay: ({ parlayId }) => desk.remove(parlayId),
    restoreParlay: ({ parlayId }) => desk.restore(parlayId),
    price: ({ parlayId, bookId }) => ({ calls: desk.price(parlayId, bookId) }),
    setVisibleRows: ({ parlayIds }) => desk.setVisibleRows(parlayIds),
    recheck: ({ seenId, ...cell }) => desk.recheck(cell, seenId),
  }
}
