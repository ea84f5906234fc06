/** Marked rows, on which commands act together. A row that leaves the grid loses its mark. */
import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import { useUndoStore } from '../../../commands/undo-store.ts'

export const useRowMarksStore = defineStore('row-marks', () => {
  const changes = useUndoStore()
  const marked = shallowRef<ReadonlySet<number>>(new Set())
  /** Start of the range being extended, and the rows marked before it. */
  let range: { readonly from: number; readonly kept: ReadonlySet<number> } | undefined

  function toggle(parlayId: number): void {
    endRange()
    const next = new Set(marked.value)
    if (!next.delete(parlayId)) next.add(parlayId)
    change(next)
  }

  /** Marks all rows from `from`, or from the start of the range being extended, to `to`, in the order shown. */
  function extend(from: number, to: number, order: readonly number[]): void {
    range ??= { from, kept: marked.value }
    const ends = [order.indexOf(range.from), order.indexOf(to)]
    const passed = order.slice(Math.min(...ends), Math.max(...ends) + 1)
    change(new Set([...range.kept, ...passed]), range)
  }

  /** Ends the range being extended; the next one starts at the row selected then. */
  function endRange(): void {
    range = undefined
  }

  function mark(parlayIds: readonly number[]): void {
    endRange()
    change(new Set(parlayIds))
  }

  /** `mergeKey`: the range being extended, which is undone as one change. */
  function change(next: ReadonlySet<number>, mergeKey?: unknown): void {
    const before = marked.value
    marked.value = next
    changes.record({
      label: 'selection of rows',
      undo: () => (marked.value = before),
      redo: () => (marked.value = next),
      mergeKey,
    })
  }

  function keepIn(order: readonly number[]): void {
    const shown = new Set(order)
    if ([...marked.value].every(id => shown.has(id))) return
    endRange()
    marked.value = new Set([...marked.value].filter(id => shown.has(id)))
  }

  return { marked, toggle, extend, endRange, mark, keepIn }
})
