/** From rows of the desk to the question by which book they are sent to the trending queue. */
import type { Ref } from 'vue'
import type { Row } from '../../../../shared/model/parlay/desk.ts'
import { useNavigationStore, type ParlayToSend } from '../../../navigation-store.ts'
import { findBestPrice } from '../value/best-price.ts'
import type { DisplayContext } from '../context/useDisplay.ts'
import { useDeskStore } from '../desk-store.ts'
import { rowTitle } from '../grid/grid-cell.ts'
import type { BookColumn } from '../columns/columns.ts'

interface QueueAskOptions {
  readonly columns: Readonly<Ref<readonly BookColumn[]>>
  readonly display: Readonly<Ref<DisplayContext>>
}

const longestTitle = 200

/** Asks by which book these parlays are sent to the trending queue. */
export function useQueueAsk({ columns, display }: QueueAskOptions): (parlayIds: readonly number[]) => void {
  const desk = useDeskStore()
  const navigation = useNavigationStore()
  return parlayIds => {
    const rows = parlayIds.flatMap(id => desk.rowRef(id)?.value ?? [])
    const parlays = rows.map(row => askedOf(row, columns.value, display.value))
    if (parlays.length > 0) navigation.openDialog({ kind: 'send-to-queue', parlays })
  }
}

/** The parlay by the name it has on the desk, and the books that price it: the best one first, then by their last price. */
function askedOf(row: Row, columns: readonly BookColumn[], display: DisplayContext): ParlayToSend {
  const best = findBestPrice(row, columns, display)?.books.map(({ bookId }) => bookId) ?? []
  const priced = row.cells
    .flatMap(({ bookId, quote }) =>
      quote?.outcome.kind === 'priced' ? [{ bookId, decimal: quote.outcome.price.decimal }] : [],
    )
    .toSorted((a, b) => b.decimal - a.decimal)
    .map(({ bookId }) => bookId)
  const title = rowTitle(row).slice(0, longestTitle)
  return { parlayId: row.id, title, books: [...new Set([...best, ...priced])] }
}
