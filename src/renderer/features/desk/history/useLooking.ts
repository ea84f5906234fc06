/** Tells which row the user looks at: the one just chosen, and its changes while it stays chosen and on screen. */
import { onActivated, onDeactivated, watch, type Ref } from 'vue'
import type { Row } from '../../../../shared/model/parlay/desk.ts'
import { useSeenStore } from './seen-store.ts'

export function useLooking(row: Readonly<Ref<Row | undefined>>): void {
  const seen = useSeenStore()
  let isOnScreen = true
  onActivated(() => (isOnScreen = true))
  onDeactivated(() => (isOnScreen = false))
  watch(row, (now, before) => {
    const isChosen = now?.id !== before?.id
    if (now !== undefined && (isChosen || (isOnScreen && !document.hidden))) seen.look(now)
  })
}
