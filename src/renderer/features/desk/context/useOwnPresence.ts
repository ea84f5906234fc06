/** Says to the team which parlay is selected here, while the desk is on screen. */
import { onActivated, onDeactivated, shallowRef, watch } from 'vue'
import { useTeamWorkStore } from '../../team/team-work-store.ts'
import { useSelection } from './useSelection.ts'

export function useOwnPresence(): void {
  const work = useTeamWorkStore()
  const { row, column } = useSelection()
  const isShown = shallowRef(true)
  onActivated(() => (isShown.value = true))
  onDeactivated(() => (isShown.value = false))
  watch(
    () => [isShown.value ? row.value?.id : undefined, column.value?.bookId] as const,
    ([parlayId, bookId = null]) => work.look(parlayId === undefined ? undefined : { parlayId, bookId }),
    { immediate: true },
  )
}
