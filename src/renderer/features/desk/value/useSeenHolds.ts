/** Holds that exact fair prices on the desk show, of parlays with as many legs as the selected one. */
import { computed } from 'vue'
import { useSelection } from '../context/useSelection.ts'
import { useDeskStore } from '../desk-store.ts'

/** Shares: 0.16 for 16%. */
export interface SeenHolds {
  readonly low: number
  readonly high: number
}

/** Undefined while none was seen. */
export function useSeenHolds() {
  const desk = useDeskStore()
  const { row } = useSelection()
  return computed<SeenHolds | undefined>(before => {
    const legCount = row.value?.legs.length
    const holds = desk
      .getRows(desk.order)
      .filter(({ legs }) => legs.length === legCount)
      .flatMap(({ fairs }) => fairs.flatMap(({ result }) => (result.kind === 'exact' ? [result.hold] : [])))
    if (holds.length === 0) return undefined
    const [low, high] = [Math.min(...holds), Math.max(...holds)]
    // The same object for the same holds: the details of a price do not depend on all rows.
    return before?.low === low && before.high === high ? before : { low, high }
  })
}
