/** The selected cell of the grid, and its moves. The selection follows parlays and books, not positions. */
import { createEventHook } from '@vueuse/core'
import { computed, shallowRef, watch, type Ref } from 'vue'
import type { CellAddress } from '../../../../shared/model/price/cell.ts'
import type { BookColumn } from '../columns/columns.ts'
import { useColumns } from '../columns/useColumns.ts'
import { useDeskStore } from '../desk-store.ts'
import { useRowOrder } from '../rows/useRowOrder.ts'
import { createDeskContext } from './desk-context.ts'

export type Step =
  'up' | 'down' | 'left' | 'right' | 'row-start' | 'row-end' | 'page-up' | 'page-down' | 'top' | 'bottom'
export const [provideSelection, useSelection] = createDeskContext('selection', () => {
  const desk = useDeskStore()
  const { order, unhide } = useRowOrder()
  const { columns } = useColumns()
  const selection = createSelection(order, columns)
  const { selected, select } = selection
  const focusRequest = createEventHook()

  /** Selects a cell that no filter hides afterwards; null means the selected book, or the first one. */
  function reveal({ parlayId, bookId }: { parlayId: number; bookId?: string | null }): void {
    const book = bookId ?? selected.value?.bookId ?? columns.value[0]?.bookId
    if (book === undefined) return
    unhide(parlayId)
    select({ parlayId, bookId: book })
  }

  const row = computed(() => selected.value && desk.rowRef(selected.value.parlayId)?.value)
  return {
    ...selection,
    row,
    /** Undefined also for a book that was added after its row was last sent. */
    cell: computed(() => row.value?.cells.find(({ bookId }) => bookId === selected.value?.bookId)),
    column: computed(() => columns.value.find(({ bookId }) => bookId === selected.value?.bookId)),
    reveal,
    /** Moves the focus into the grid, to the selected cell. */
    focusGrid: () => void focusRequest.trigger(),
    onFocusGrid: focusRequest.on,
  }
})

export function createSelection(
  order: Readonly<Ref<readonly number[]>>,
  columns: Readonly<Ref<readonly BookColumn[]>>,
) {
  const chosen = shallowRef<CellAddress>()

  /** Undefined while nothing is selected, or the cell chosen is not shown. */
  const selected = computed(() => {
    const { parlayId, bookId } = chosen.value ?? {}
    const isThere = order.value.some(id => id === parlayId) && columns.value.some(at => at.bookId === bookId)
    return isThere ? chosen.value : undefined
  })

  function select(address: CellAddress | undefined): void {
    chosen.value = address
  }

  /** Moves the selection; the first step selects the first cell. `pageRows`: rows a page step spans. */
  function move(step: Step, pageRows: number): void {
    const from = selected.value
    if (from === undefined) {
      selectAt(0, 0)
      return
    }
    const [row, column] = toOffset(step, pageRows)
    const rowFrom = order.value.indexOf(from.parlayId)
    const columnFrom = columns.value.findIndex(at => at.bookId === from.bookId)
    selectAt(rowFrom + row, columnFrom + column)
  }

  function selectAt(row: number, column: number): void {
    const parlayId = order.value.at(clamp(row, order.value.length))
    const bookId = columns.value.at(clamp(column, columns.value.length))?.bookId
    if (parlayId !== undefined && bookId !== undefined) chosen.value = { parlayId, bookId }
  }

  // After a parlay was removed, or a book turned off, the selection moves to the one in its place.
  watch([order, columns], ([rows, books], [rowsBefore, booksBefore]) => {
    if (chosen.value === undefined || selected.value !== undefined) return
    const parlayId = nearestRemaining(chosen.value.parlayId, rows, rowsBefore)
    const bookId = nearestRemaining(chosen.value.bookId, toIds(books), toIds(booksBefore))
    // The selection is kept while a filter hides all rows, and returns with them.
    if (parlayId !== undefined && bookId !== undefined) chosen.value = { parlayId, bookId }
  })

  return { selected, select, move }
}

/** The rows and columns a step adds; far ends are clamped. */
function toOffset(step: Step, pageRows: number): readonly [rows: number, columns: number] {
  const far = Number.MAX_SAFE_INTEGER / 2
  const byStep: Readonly<Record<Step, readonly [number, number]>> = {
    up: [-1, 0],
    down: [1, 0],
    left: [0, -1],
    right: [0, 1],
    'row-start': [0, -far],
    'row-end': [0, far],
    'page-up': [-pageRows, 0],
    'page-down': [pageRows, 0],
    top: [-far, -far],
    bottom: [far, far],
  }
  return byStep[step]
}

const toIds = (columns: readonly BookColumn[]) => columns.map(({ bookId }) => bookId)

/** The item itself while it remains, else the one now at its place. */
function nearestRemaining<T>(id: T, now: readonly T[], before: readonly T[]): T | undefined {
  if (now.includes(id)) return id
  const place = before.indexOf(id)
  return place < 0 ? undefined : now.at(clamp(place, now.length))
}

const clamp = (index: number, length: number): number => Math.max(0, Math.min(index, length - 1))
