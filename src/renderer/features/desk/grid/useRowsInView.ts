/** Tells which rows are drawn once the user rests on them: what is looked at is priced before the rest. */
import { onScopeDispose, watch, type Ref } from 'vue'
import type { PlacedRow } from './useRowWindow.ts'

const restMs = 150

export function useRowsInView(
  rows: Readonly<Ref<readonly PlacedRow[]>>,
  tell: (parlayIds: number[]) => void,
): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  watch(
    () => rows.value.map(({ id }) => id).join(),
    () => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        tell(rows.value.map(({ id }) => id))
      }, restMs)
    },
    { immediate: true },
  )
  onScopeDispose(() => {
    clearTimeout(timer)
  })
}
