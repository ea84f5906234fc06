/** Opens the details of a price while a step of the tour points into them, and selects a price if none is. */
import { watch } from 'vue'
import { useTourStore } from '../../tour/tour-store.ts'
import { useColumns } from '../columns/useColumns.ts'
import { useDeskStore } from '../desk-store.ts'
import { usePanes } from '../panes/usePanes.ts'
import { useRowOrder } from '../rows/useRowOrder.ts'
import { findRowTop } from '../value/best-price.ts'
import { useDisplay } from './useDisplay.ts'
import { useSelection } from './useSelection.ts'

export function useTourDetails(): void {
  const tour = useTourStore()
  const panes = usePanes()
  const { selected, select } = useSelection()
  const findBestCell = useBestCell()
  /** True if the pane was opened by the tour, in the form that it has in this window. */
  let wasOpened = false

  // A window that becomes narrow in the middle of a step has the pane as a drawer, which begins closed.
  watch(
    () => [tour.step?.needsDetails === true, panes.isDocked('cell')] as const,
    ([isNeeded, isDocked], before) => {
      const [wasNeeded, wasDocked] = before ?? [false, isDocked]
      if (isDocked !== wasDocked) wasOpened = false
      if (isNeeded) {
        if (selected.value === undefined) select(findBestCell())
        wasOpened ||= !panes.isOpen('cell')
        panes.setOpen('cell', true)
      } else if (wasNeeded && wasOpened) {
        wasOpened = false
        panes.setOpen('cell', false)
      }
    },
    { immediate: true },
  )
}

/** Finds the best price of the first parlay that has one. */
function useBestCell() {
  const desk = useDeskStore()
  const { order } = useRowOrder()
  const { columns } = useColumns()
  const display = useDisplay()
  return () => {
    for (const parlayId of order.value) {
      const row = desk.rowRef(parlayId)?.value
      const best = row && findRowTop(row, columns.value, display.value)?.books[0]
      if (best) return { parlayId, bookId: best.bookId }
    }
    return undefined
  }
}
