/**
 * Selects the cell that another part of the window, or another window, requests, once the desk is loaded. A parlay that
 * this window does not show is shown in the main window.
 */
import { watch } from 'vue'
import { useNavigationStore } from '../../../navigation-store.ts'
import { getWindowGroup } from '../../../window-name.ts'
import { useColumns } from '../columns/useColumns.ts'
import { useDeskStore } from '../desk-store.ts'
import { useSelection } from './useSelection.ts'

export function useRequestedCell(): void {
  const navigation = useNavigationStore()
  const desk = useDeskStore()
  const { columns } = useColumns()
  const { reveal } = useSelection()
  const isRead = () => desk.load.kind === 'ready' && columns.value.length > 0

  watch(
    () => isRead() && navigation.target,
    () => {
      const cell = isRead() ? navigation.take('price') : undefined
      if (cell === undefined) return
      if (getWindowGroup() === undefined || desk.order.includes(cell.parlayId)) reveal(cell)
      else navigation.showInMain(cell)
    },
    { immediate: true },
  )
}
