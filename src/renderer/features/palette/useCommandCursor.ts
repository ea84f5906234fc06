/** Active command among those listed, moved by keys. */
import { computed, shallowRef, watch } from 'vue'
import type { FoundCommand } from './find-commands.ts'

const page = 8

export function useCommandCursor(commands: () => readonly FoundCommand[]) {
  const at = shallowRef(0)
  const active = computed(() => commands()[at.value])

  // A new list activates its first command that can run, so that Enter runs it.
  watch(
    commands,
    now => {
      at.value = Math.max(
        0,
        now.findIndex(({ blocked }) => blocked === undefined),
      )
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
