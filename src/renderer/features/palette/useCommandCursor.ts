/** Active command among those listed, moved by keys. */
import { computed, shallowRef, watch } from 'vue'
import type { FoundCommand } from './find-commands.ts'

const page = 8

export function useCommandCursor(commands: () => readonly FoundCommand[], query: () => string) {
  const at = shallowRef(0)
  const active = computed(() => commands()[at.value])

  /** The first command that can run, so that Enter runs it. */
  const findFirst = (): number =>
    Math.max(
      0,
      commands().findIndex(({ blocked }) => blocked === undefined),
    )
  // Commands found later for the same text are listed below, so the active one stays.
  watch(
    [query, commands],
    ([text, now], [textBefore, before]) => {
      if (text !== textBefore || before === undefined || before.length === 0) at.value = findFirst()
      else at.value = Math.min(at.value, Math.max(0, now.length - 1))
    },
    { immediate: true },
  )

  function moveTo(index: number): void {
    at.value = Math.max(0, Math.min(index, commands().length - 1))
  }

  const moves: Readonly<Record<string, () => void>> = {
    ArrowDown: () => moveTo(at.value + 1),
    ArrowUp: () => moveTo(at.value - 1),
    PageDown: () => moveTo(at.value + page),
    PageUp: () => moveTo(at.value - page),
    Home: () => moveTo(0),
    End: () => moveTo(Infinity),
  }

  return { active, moves }
}
