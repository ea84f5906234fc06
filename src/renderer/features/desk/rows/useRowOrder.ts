/**
 * The rows of the grid in the chosen order. Rows must not jump under the pointer at every price, so they are sorted
 * when the user chooses an order or parlays are added or removed, and otherwise once a second.
 */
import { computed, shallowReadonly, shallowRef, watch, type ShallowRef } from 'vue'
import type { Row } from '../../../../shared/model/parlay/desk.ts'
import type { RowSort } from '../../../../shared/model/settings/settings.ts'
import { useGridLayoutStore } from '../columns/grid-layout-store.ts'
import { useColumns } from '../columns/useColumns.ts'
import { useUndoStore } from '../../../commands/undo-store.ts'
import { createDeskContext } from '../context/desk-context.ts'
import { useDisplay } from '../context/useDisplay.ts'
import { useDeskStore } from '../desk-store.ts'
import { getRowValue } from '../value/best-price.ts'
import { findRowPromotion } from '../value/promoted-text.ts'
import { useGamePhases } from './game-phase.ts'
import { listTags, noFilter, orderRows, type RowFilter } from './row-order.ts'
import { useRowMarksStore } from './row-marks-store.ts'

export const [provideRowOrder, useRowOrder] = createDeskContext('row order', () => {
  const desk = useDeskStore()
  const display = useDisplay()
  /** The ids of the rows shown, from the top down. */
  const order = shallowRef<readonly number[]>([])
  /** Lasts as long as the window; the order is stored with the grid's layout. */
  const filter = shallowRef(noFilter)
  const tags = shallowRef<readonly string[]>([])
  const { ended, areEndedShown, asked, split } = useEndedRows()
  const { sort, myOrder, sortBy, arrange, listAll } = useRowSort()

  function resort(): void {
    const rows = desk.getRows(desk.order)
    const ids = split(rows, display.value.now).flatMap(part => arrange(part, filter.value))
    order.value = keepEqual(order.value, ids)
    tags.value = keepEqual(tags.value, listTags(rows))
  }

  const changes = recordChanges(filter)
  watch([() => desk.order, filter, sort, myOrder, areEndedShown, asked], resort, {
    immediate: true,
    flush: 'sync',
  })
  watch(() => display.value.now, resort)
  watch(order, useRowMarksStore().keepIn)
  const showAll = () => (filter.value = noFilter)
  /** Clears a filter that hides this parlay of the desk, and shows it if it has ended. */
  function unhide(parlayId: number): void {
    if (ended.value.includes(parlayId)) asked.value = [...asked.value, parlayId]
    if (desk.order.includes(parlayId) && !order.value.includes(parlayId)) changes.quietly(showAll)
  }

  // An ended one that comes back by Undo, with others, stays folded.
  useAddedRows(id => !ended.value.includes(id) && unhide(id))
  return {
    order: shallowReadonly(order),
    filter,
    showAll,
    sort,
    sortBy,
    listAll,
    tags: shallowReadonly(tags),
    ended: shallowReadonly(ended),
    areEndedShown,
    unhide,
  }
})

/** The user's choice of order, which is stored with the grid's layout. */
function useRowSort() {
  const desk = useDeskStore()
  const grid = useGridLayoutStore()
  const { columns } = useColumns()
  const display = useDisplay()
  const sort = computed(() => grid.layout.rowSort)
  const myOrder = computed(() => grid.layout.myOrder)

  function arrange(rows: readonly Row[], filter: RowFilter): number[] {
    const { now } = display.value
    const getValue = (row: Row) => getRowValue(row, columns.value, display.value)
    const getPromotedEv = (row: Row) =>
      findRowPromotion(row, columns.value, display.value)?.promoted.ev ?? undefined
    return orderRows(
      rows,
      { ...filter, sort: sort.value, myOrder: myOrder.value },
      { getValue, getPromotedEv, now },
    )
  }

  /** All parlays in order, hidden ones too; in My order also removed ones that may be restored. */
  function listAll(): number[] {
    const ids = arrange(desk.getRows(desk.all), noFilter)
    return sort.value === 'mine' ? [...new Set([...myOrder.value, ...ids])] : ids
  }

  const sortBy = (to: RowSort) => grid.change({ rowSort: to }, 'sort')
  return { sort, myOrder, sortBy, arrange, listAll }
}

/** Reports parlays that were just added. */
function useAddedRows(report: (parlayId: number) => void): void {
  const desk = useDeskStore()
  watch(
    () => desk.order,
    (now, before) => {
      if (before.length > 0) now.filter(id => !before.includes(id)).forEach(report)
    },
  )
}

/** The parlays whose games are all over: below the others, and folded until the user unfolds them or asks for one. */
function useEndedRows() {
  const findPhase = useGamePhases()
  const ended = shallowRef<readonly number[]>([])
  const areUnfolded = shallowRef(false)
  /** Shown though the others are folded, such as the one that a search led to. */
  const asked = shallowRef<readonly number[]>([])

  const isShown = (id: number) => areUnfolded.value || asked.value.includes(id)
  const areEndedShown = computed({
    get: () => ended.value.length > 0 && ended.value.every(isShown),
    set(areShown) {
      areUnfolded.value = areShown
      asked.value = []
    },
  })

  /** The rows that go on, and the ended ones to show. */
  function split(rows: readonly Row[], now: number): readonly (readonly Row[])[] {
    const { over = [], open = [] } = Object.groupBy(rows, row =>
      findPhase(row, now) === 'final' ? 'over' : 'open',
    )
    ended.value = keepEqual(
      ended.value,
      over.map(({ id }) => id),
    )
    // Parlays that end later are folded again.
    if (over.length === 0) areUnfolded.value = false
    return [open, over.filter(({ id }) => isShown(id))]
  }
  return { ended, areEndedShown, asked, split }
}

/** Lets the user undo a change of the filter, among the other changes. */
function recordChanges(filter: ShallowRef<RowFilter>) {
  const changes = useUndoStore()
  watch(
    filter,
    (now, before) =>
      changes.record({
        label: 'filter',
        undo: () => (filter.value = before),
        redo: () => (filter.value = now),
        mergeKey: filter,
      }),
    { flush: 'sync' },
  )
  return changes
}

/** Returns the old list when the new one has the same items, so that nothing is redrawn. */
function keepEqual<T>(old: readonly T[], now: readonly T[]): readonly T[] {
  return old.length === now.length && old.every((each, at) => each === now[at]) ? old : now
}
