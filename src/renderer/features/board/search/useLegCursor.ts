/** Which result the keyboard stands on. It is remembered by its id, so a board that changes moves nothing under it. */
import { computed, shallowRef } from 'vue'
import type { ListedLeg } from './leg-groups.ts'

export function useLegCursor(legs: () => readonly ListedLeg[]) {
  const activeId = shallowRef<string>()
  const active = computed(() => legs().find(leg => leg.id === activeId.value))

  function moveTo(leg: ListedLeg | undefined): void {
    activeId.value = leg?.id
  }

  /** One result down or up; from nowhere to the first. At an end it stays. */
  function move(step: -1 | 1): void {
    const last = legs().length - 1
    const from = active.value?.index ?? -1
    moveTo(legs()[Math.min(Math.max(from + step, 0), last)])
  }

  return { active, move, moveTo }
}
