/**
 * Shares the selection between windows: a cell selected here is selected in other windows that show it, and the
 * reverse. A selection from another window is not sent again.
 */
import { onScopeDispose, watch } from 'vue'
import { bridge } from '../../../bridge.ts'
import { useWindowsStore } from '../../../windows-store.ts'
import { useRowOrder } from '../rows/useRowOrder.ts'
import { useSelection } from './useSelection.ts'

export function useLinkedSelection(): void {
  const { selected, select } = useSelection()
  const { order } = useRowOrder()
  const windows = useWindowsStore()
  let received: unknown

  onScopeDispose(
    bridge().windows.selected(cell => {
      if (!order.value.includes(cell.parlayId)) return
      received = cell
      select(cell)
    }),
  )
  watch(selected, cell => {
    if (cell !== undefined && cell !== received && document.hasFocus()) windows.select(cell)
  })
}
