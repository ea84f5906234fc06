/**
 * Selects a parlay that was added: first its row, with the focus in the grid, then its best price once all books have
 * answered, unless the selection has changed by then.
 */
import { until } from '@vueuse/core'
import { nextTick, watch } from 'vue'
import type { Row } from '../../../../shared/model/parlay/desk.ts'
import { useBoardStore } from '../../board/board-store.ts'
import { useColumns } from '../columns/useColumns.ts'
import { useDeskStore } from '../desk-store.ts'
import { findRowTop } from '../value/best-price.ts'
import { useDisplay } from './useDisplay.ts'
import { useSelection } from './useSelection.ts'

/** Maximum wait for all books. */
const maxWaitMs = 10_000

export function useAddedParlay(): void {
  const { columns } = useColumns()
  const display = useDisplay()
  const { selected, select, reveal, row, focusGrid } = useSelection()
  const board = useBoardStore()
  const desk = useDeskStore()
  const waitUntil = (isSo: () => boolean) => until(isSo).toBe(true, { timeout: maxWaitMs })

  async function selectAdded(parlayId: number): Promise<void> {
    reveal({ parlayId })
    await waitUntil(() => desk.order.includes(parlayId))
    // A parlay of a game that is over comes folded.
    if (selected.value === undefined) reveal({ parlayId })
    await waitUntil(() => selected.value?.parlayId === parlayId)
    await nextTick()
    focusGrid()
    const first = selected.value
    await waitUntil(() => selected.value !== first || isAnswered(row.value))
    if (selected.value !== first || row.value?.id !== parlayId) return
    const best = findRowTop(row.value, columns.value, display.value)?.books[0]
    if (best !== undefined) select({ parlayId, bookId: best.bookId })
  }

  watch(
    () => board.lastAdded,
    added => added && void selectAdded(added.parlayId),
  )
}

/** True when every book that offers all its legs has answered. */
function isAnswered(row: Row | undefined): boolean {
  const asked = row?.cells.filter(({ missingLegs }) => missingLegs === 0)
  return (
    asked !== undefined && asked.every(({ activity, quote }) => activity.kind === 'none' && quote !== null)
  )
}
