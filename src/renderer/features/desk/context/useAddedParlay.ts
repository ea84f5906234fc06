/**
 * Selects a parlay that was added: first its row, with the focus in the grid, then its best price, from one better
 * answer to the next until all books have answered once, or the user moves the selection or uses the prices.
 */
import { until, useEventListener, useTimeoutFn } from '@vueuse/core'
import { computed, nextTick, shallowRef, watch } from 'vue'
import type { Row } from '../../../../shared/model/parlay/desk.ts'
import type { CellAddress } from '../../../../shared/model/price/cell.ts'
import { useBoardStore } from '../../board/board-store.ts'
import { useColumns } from '../columns/useColumns.ts'
import { useDeskStore } from '../desk-store.ts'
import { findRowTop } from '../value/best-price.ts'
import { useDisplay } from './useDisplay.ts'
import { useSelection } from './useSelection.ts'

/** Maximum wait for the row itself. */
const maxWaitMs = 10_000
/** Maximum time that the selection follows the best price: a change later on would surprise the user. */
const maxFollowMs = 90_000

export function useAddedParlay(): void {
  const { selected, reveal, focusGrid } = useSelection()
  const board = useBoardStore()
  const desk = useDeskStore()
  const follow = useFollowedBest()
  const waitUntil = (isSo: () => boolean) => until(isSo).toBe(true, { timeout: maxWaitMs })

  async function selectAdded(parlayId: number): Promise<void> {
    reveal({ parlayId })
    await waitUntil(() => desk.order.includes(parlayId))
    // A parlay of a game that is over comes folded.
    if (selected.value === undefined) reveal({ parlayId })
    await waitUntil(() => selected.value?.parlayId === parlayId)
    await nextTick()
    if (board.lastAdded?.parlayId !== parlayId || selected.value?.parlayId !== parlayId) return
    focusGrid()
    follow(selected.value)
  }

  watch(
    () => board.lastAdded,
    added => added && void selectAdded(added.parlayId),
  )
}

/** Keeps the selection on the best price of a row while answers are outstanding; takes the cell to start from. */
function useFollowedBest(): (from: CellAddress) => void {
  const { columns } = useColumns()
  const display = useDisplay()
  const { selected, select, row } = useSelection()
  /** The cell selected last; undefined while no row is followed. */
  const followed = shallowRef<CellAddress>()
  let quotesBefore: QuoteIds = new Map()

  const best = computed(() =>
    followed.value && row.value
      ? findRowTop(row.value, columns.value, display.value)?.books[0]?.bookId
      : undefined,
  )
  watch([followed, best, row], () => {
    if (followed.value === undefined) return
    const { parlayId } = followed.value
    const bookId = best.value
    if (bookId !== undefined && bookId !== followed.value.bookId) {
      followed.value = { parlayId, bookId }
      select(followed.value)
    }
    if (isAnswered(row.value, quotesBefore)) end()
  })

  const end = () => (followed.value = undefined)
  const { start: startTimeout } = useTimeoutFn(end, maxFollowMs, { immediate: false })
  watch(selected, now => isSame(now, followed.value) || end(), { flush: 'sync' })
  const endWhenUsed = ({ target }: Event) => isOnPrices(target) && end()
  useEventListener(window, 'pointerdown', endWhenUsed, { capture: true })
  useEventListener(
    window,
    'keydown',
    event => !event.repeat && !modifiers.has(event.key) && endWhenUsed(event),
    { capture: true },
  )
  return from => {
    quotesBefore = new Map(row.value?.cells.map(({ bookId, quote }) => [bookId, quote?.id]))
    followed.value = from
    startTimeout()
  }
}

const isSame = (one: CellAddress | undefined, other: CellAddress | undefined): boolean =>
  one?.parlayId === other?.parlayId && one?.bookId === other?.bookId

const modifiers: ReadonlySet<string> = new Set(['Shift', 'Control', 'Alt', 'Meta'])

/** True in the grid and in the details of the selected price. */
const isOnPrices = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[data-scope="grid"], [data-scope="cell"]') !== null

/** Id of each book's quote, undefined while it has none. */
type QuoteIds = ReadonlyMap<string, number | undefined>

/**
 * True when every book that offers all its legs has answered. A refresh after that answer does not count, or
 * auto-refresh could keep one book or another busy at any time.
 */
function isAnswered(row: Row | undefined, before: QuoteIds): boolean {
  const asked = row?.cells.filter(({ missingLegs }) => missingLegs === 0)
  return (
    asked !== undefined &&
    asked.every(
      ({ bookId, activity, quote }) =>
        quote !== null && (activity.kind === 'none' || quote.id !== before.get(bookId)),
    )
  )
}
