/** The reason why the lines of a parlay's legs cannot be compared. */
import { computed, shallowRef, watch } from 'vue'
import type { Row } from '../../../../shared/model/parlay/desk.ts'
import { createAfterInput } from '../../../after-input.ts'
import { bridge } from '../../../bridge.ts'
import { useBoardStore } from '../../board/board-store.ts'

/** Undefined when a leg has another line, and until it is known that none has one. */
export function useAltLinesObstacle(row: () => Row) {
  const board = useBoardStore()
  const legs = computed(() => row().legs.map(({ key }) => key))
  /** Identifies the legs. */
  const asked = computed(() => `${row().id} ${legs.value.join(' ')}`)
  const withoutLines = shallowRef<string>()

  async function read(): Promise<void> {
    const parlay = asked.value
    const hasLines = await hasAltLines(row().id, legs.value)
    if (parlay === asked.value) withoutLines.value = hasLines ? undefined : parlay
  }
  watch(
    [asked, () => board.contents],
    createAfterInput(() => void read()),
    { immediate: true },
  )
  return computed(() => (withoutLines.value === asked.value ? 'No alt lines for these legs' : undefined))
}

/** Also true when that cannot be known now, which the dialog explains. */
async function hasAltLines(parlayId: number, legs: readonly string[]): Promise<boolean> {
  for (const leg of legs) {
    const steps = await bridge().whatif.lineSteps({ parlayId, leg })
    if (!steps.ok || steps.value.below.length + steps.value.above.length > 0) return true
  }
  return false
}
