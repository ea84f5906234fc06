/** The rows that the user selected to act on together. Those that leave the grid, however they do, are let go. */
import { defineStore } from 'pinia'
import { shallowRef } from 'vue'

export const useRowMarksStore = defineStore('row-marks', () => {
  const marked = shallowRef<ReadonlySet<number>>(new Set())
  /** Where a range being drawn began, and what was marked before it. */
  let range: { readonly from: number; readonly kept: ReadonlySet<number> } | undefined

  function toggle(parlayId: number): void {
    rest()
    const next = new Set(marked.value)
    if (!next.delete(parlayId)) next.add(parlayId)
    marked.value = next
  }

  /** Marks all rows from `from`, or from where the range being drawn began, to `to`, in the order shown. */
  function extend(from: number, to: number, order: readonly number[]): void {
    range ??= { from, kept: marked.value }
    const ends = [order.indexOf(range.from), order.indexOf(to)]
    const passed = order.slice(Math.min(...ends), Math.max(...ends) + 1)
    marked.value = new Set([...range.kept, ...passed])
  }

  /** Ends the range being drawn: the next one begins where the user then is. */
  function rest(): void {
    range = undefined
  }

  /** Marks exactly these. */
  function mark(parlayIds: readonly number[]): void {
    rest()
    marked.value = new Set(parlayIds)
  }

  /** Lets go of what is not among these. */
  function keepIn(order: readonly number[]): void {
    const shown = new Set(order)
    if ([...marked.value].every(id => shown.has(id))) return
    mark([...marked.value].filter(id => shown.has(id)))
  }

  return { marked, toggle, extend, rest, mark, keepIn }
})
