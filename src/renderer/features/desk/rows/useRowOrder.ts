/**
 * The rows of the grid in the order chosen. Prices come many times a second, and a row that jumps under the pointer is
 * clicked wrong: so rows are put in order at once when the user chooses or parlays come and go, and otherwise once a
 * second with the clock, never with a price.
 */
import { shallowReadonly, shallowRef, watch, type ShallowRef } from 'vue'
import type { Row } from '../../../../shared/model/parlay/desk.ts'
import { useColumns } from '../columns/useColumns.ts'
import { useUndoStore } from '../../../commands/undo-store.ts'
import { createDeskContext } from '../context/desk-context.ts'
import { useDisplay } from '../context/useDisplay.ts'
import { useDeskStore } from '../desk-store.ts'
import { getRowValue } from '../value/best-price.ts'
import { findPhase } from './game-phase.ts'
import { allRows, listTags, orderRows, type RowChoice } from './row-order.ts'
import { useRowMarksStore } from './row-marks-store.ts'

export const [provideRowOrder, useRowOrder] = createDeskContext('row order', () => {
  const desk = useDeskStore()
  const { columns } = useColumns()
  const display = useDisplay()
  /** The ids of the rows shown, from the top down. */
  const order = shallowRef<readonly number[]>([])
  /** The user's choice of order, tag and filter; it lasts as long as the window. */
  const choice = shallowRef(allRows)
  const tags = shallowRef<readonly string[]>([])
  const { ended, areEndedShown, unfold } = useEndedRows()

  function resort(): void {
    const { now } = display.value
    const rows = desk.getRows(desk.order)
    const getValue = (row: Row) => getRowValue(row, columns.value, display.value)
    order.value = keepEqual(order.value, orderRows(unfold(rows, now), choice.value, { getValue, now }))
    tags.value = keepEqual(tags.value, listTags(rows))
  }

  recordChanges(choice)
  watch([() => desk.order, choice, areEndedShown], resort, { immediate: true, flush: 'sync' })
  watch(() => display.value.now, resort)
  watch(order, useRowMarksStore().keepIn)

  /** Ends tag and filter; the order stays. */
  const showAll = () => (choice.value = { ...choice.value, tag: null, text: '' })

  /** Ends a filter that hides this parlay of the desk, or unfolds it. */
  function unhide(parlayId: number): void {
    if (ended.value.includes(parlayId)) areEndedShown.value = true
    if (desk.order.includes(parlayId) && !order.value.includes(parlayId)) showAll()
  }

  // The user looks for a parlay just added.
  watch(
    () => desk.order,
    (now, before) => {
      if (before.length > 0) now.filter(id => !before.includes(id)).forEach(unhide)
    },
  )
  return {
    order: shallowReadonly(order),
    choice,
    showAll,
    tags: shallowReadonly(tags),
    ended: shallowReadonly(ended),
    areEndedShown,
    unhide,
  }
})

/** The parlays whose games are all over: they are folded away until the user wants to see them. */
function useEndedRows() {
  const ended = shallowRef<readonly number[]>([])
  const areEndedShown = shallowRef(false)

  /** The rows without the ended ones, unless these are shown too. */
  function unfold(rows: readonly Row[], now: number): readonly Row[] {
    const over = rows.filter(row => findPhase(row, now) === 'final')
    ended.value = keepEqual(
      ended.value,
      over.map(({ id }) => id),
    )
    return areEndedShown.value ? rows : rows.filter(row => !over.includes(row))
  }
  return { ended, areEndedShown, unfold }
}

/** Lets the user undo a choice of order or filter. */
function recordChanges(choice: ShallowRef<RowChoice>): void {
  const changes = useUndoStore()
  watch(
    choice,
    (now, before) =>
      changes.record({
        label: now.sort === before.sort ? 'filter' : 'sort',
        undo: () => (choice.value = before),
        redo: () => (choice.value = now),
        part: now.sort === before.sort ? choice : undefined,
      }),
    { flush: 'sync' },
  )
}

/** The old list where the new one has the same items, so that nothing is drawn again. */
function keepEqual<T>(old: readonly T[], now: readonly T[]): readonly T[] {
  return old.length === now.length && old.every((each, at) => each === now[at]) ? old : now
}
