/** From rows of the desk to the question by which book they are sent to the trending queue. */
import type { Ref } from 'vue'
import type { Row } from '../../../shared/model/parlay/desk.ts'
import { useTrendingStore, type AskedParlay } from '../trending/trending-store.ts'
import { bestOf } from './best-price.ts'
import type { Reading } from './cell-face.ts'
import { useDeskStore } from './desk-store.ts'
import { rowTitle } from './grid/grid-cell.ts'
import type { BookColumn } from './price-columns.ts'

interface QueueAskOptions {
  readonly columns: Readonly<Ref<readonly BookColumn[]>>
  readonly reading: Readonly<Ref<Reading>>
}

const longestTitle = 200

/** Asks by which book these parlays are sent to the trending queue. */
export function useQueueAsk({ columns, reading }: QueueAskOptions): (parlayIds: readonly number[]) => void {
  const desk = useDeskStore()
  const trending = useTrendingStore()
  return parlayIds => {
    const rows = parlayIds.flatMap(id => desk.rowRef(id)?.value ?? [])
    trending.ask(rows.map(row => askedOf(row, columns.value, reading.value)))
  }
}

/** The parlay by the name it has on the desk, and the books that price it: the best one first, then by their last price. */
function askedOf(row: Row, columns: readonly BookColumn[], reading: Reading): AskedParlay {
  const best = bestOf(row, columns, reading)?.books.map(({ bookId }) => bookId) ?? []
  const priced = row.cells
    .flatMap(({ bookId, quote }) =>
      quote?.outcome.kind === 'priced' ? [{ bookId, decimal: quote.outcome.price.decimal }] : [],
    )
    .toSorted((a, b) => b.decimal - a.decimal)
    .map(({ bookId }) => bookId)
  const title = rowTitle(row).slice(0, longestTitle)
  return { parlayId: row.id, title, books: [...new Set([...best, ...priced])] }
}
