/** What calls would take, in words, before they are made. */
import { computed, shallowRef, watch, type ComputedRef, type Ref } from 'vue'
import { bridge } from '../../../bridge.ts'
import { countOf } from '../../../format/count.ts'
import { spanText } from '../../../format/duration.ts'
import { useDeskStore } from '../desk-store.ts'

/** `3 calls, at once`, `12 calls, about 48 s`. Follows the use of the budget. */
export function useCallTime(calls: Readonly<Ref<number>>): ComputedRef<string> {
  const desk = useDeskStore()
  const takesMs = shallowRef<number>()

  async function estimate(): Promise<void> {
    const asked = calls.value
    const outcome = await bridge().budget.estimate({ calls: asked, isAct: true })
    if (outcome.ok && asked === calls.value) takesMs.value = outcome.value.takesMs
  }
  watch([calls, () => desk.meter], estimate, { immediate: true })

  return computed(() => {
    const count = countOf(calls.value, 'call')
    if (takesMs.value === undefined) return count
    return takesMs.value === 0 ? `${count}, at once` : `${count}, about ${spanText(takesMs.value)}`
  })
}
