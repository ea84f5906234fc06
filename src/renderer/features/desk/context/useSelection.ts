/** Which cell of the grid is selected, and where a step leads from it. The selection follows parlays, not places. */
import { computed, shallowRef, watch, type ComputedRef, type Ref } from 'vue'
import type { Step } from '../desk-keys.ts'
import type { CellAddress } from '../desk-store.ts'
import type { BookColumn } from '../columns/columns.ts'

interface SelectionOptions {
  readonly order: Readonly<Ref<readonly number[]>>
  readonly columns: Readonly<Ref<readonly BookColumn[]>>
}

export interface Selection {
  /** Undefined while nothing is selected, or what was has gone. */
  readonly selected: ComputedRef<CellAddress | undefined>
  readonly select: (address: CellAddress | undefined) => void
  /** Moves the selection; the first step selects the first cell. `pageRows`: rows a page step spans. */
  readonly move: (step: Step, pageRows: number) => void
}

export function useSelection({ order, columns }: SelectionOptions): Selection {
  const chosen = shallowRef<CellAddress>()

  const selected = computed(() => {
    const { parlayId, bookId } = chosen.value ?? {}
    const isThere = order.value.some(id => id === parlayId) && columns.value.some(at => at.bookId === bookId)
    return isThere ? chosen.value : undefined
  })

  function select(address: CellAddress | undefined): void {
    chosen.value = address
  }

  function move(step: Step, pageRows: number): void {
    const from = selected.value
    if (from === undefined) {
      selectAt(0, 0)
      return
    }
    const [row, column] = landing(step, pageRows)
    const rowFrom = order.value.indexOf(from.parlayId)
    const columnFrom = columns.value.findIndex(at => at.bookId === from.bookId)
    selectAt(rowFrom + row, columnFrom + column)
  }

  function selectAt(row: number, column: number): void {
    const parlayId = order.value.at(clamp(row, order.value.length))
    const bookId = columns.value.at(clamp(column, columns.value.length))?.bookId
    if (parlayId !== undefined && bookId !== undefined) chosen.value = { parlayId, bookId }
  }

  // A removed parlay hands the selection to the one that takes its place, and so does a book that is turned off.
  watch([order, columns], ([rows, books], [rowsBefore, booksBefore]) => {
    if (chosen.value === undefined || selected.value !== undefined) return
    const parlayId = heirOf(chosen.value.parlayId, rows, rowsBefore)
    const bookId = heirOf(chosen.value.bookId, idsOf(books), idsOf(booksBefore))
    // While a filter hides all rows there is none; the selection is back when they are.
    if (parlayId !== undefined && bookId !== undefined) chosen.value = { parlayId, bookId }
  })

  return { selected, select, move }
}

/** The rows and columns a step adds; far ends are clamped. */
function landing(step: Step, pageRows: number): readonly [rows: number, columns: number] {
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

const idsOf = (columns: readonly BookColumn[]) => columns.map(({ bookId }) => bookId)

/** What is at the place of one that has gone; the same while it is there. */
function heirOf<T>(id: T, now: readonly T[], before: readonly T[]): T | undefined {
  if (now.includes(id)) return id
  const place = before.indexOf(id)
  return place < 0 ? undefined : now.at(clamp(place, now.length))
}

const clamp = (index: number, length: number): number => Math.max(0, Math.min(index, length - 1))
