/** The grid's columns as the user arranges them: which books, in what order, frozen or not, how wide. */
import { computed, type ComputedRef } from 'vue'
import type { Outcome } from '../../../../shared/failure.ts'
import { columnWidthRange } from '../../../../shared/model/settings/grid-layout.ts'
import { useSettingsStore } from '../../settings/settings-store.ts'
import { toColumns, type GridColumn } from './columns.ts'
import type { Notice } from '../actions/useDeskActions.ts'
import { minBookWidth } from './column-layout.ts'
import { useGridLayoutStore } from './grid-layout-store.ts'

const widthStep = 12

export interface Columns {
  readonly columns: ComputedRef<readonly GridColumn[]>
  /** Puts a column in the place of another one. */
  readonly place: (bookId: string, at: string) => Promise<void>
  /** Moves a column one place to the left (-1) or right among those of its kind, frozen or not. */
  readonly move: (bookId: string, step: -1 | 1) => Promise<void>
  /** Makes a column one step narrower (-1) or wider. */
  readonly widen: (bookId: string, step: -1 | 1) => Promise<void>
  /** Shows or hides a book; a hidden one is off: it is not priced either. Hiding can be undone from the notice. */
  readonly turn: (bookId: string, isOn: boolean) => Promise<void>
}

export function useColumns(tell: (notice: Notice | undefined) => void): Columns {
  const settings = useSettingsStore()
  const grid = useGridLayoutStore()
  const columns = computed(() => toColumns(settings.books, grid.layout))

  function report(outcome: Outcome<unknown>): boolean {
    if (!outcome.ok) tell({ kind: 'failed', failure: outcome.failure })
    return outcome.ok
  }

  async function place(bookId: string, at: string): Promise<void> {
    const ids = settings.books.map(({ id }) => id)
    const to = ids.indexOf(at)
    ids.splice(to, 0, ...ids.splice(ids.indexOf(bookId), 1))
    report(await settings.orderBooks(ids))
  }

  async function move(bookId: string, step: -1 | 1): Promise<void> {
    const from = columns.value.findIndex(column => column.bookId === bookId)
    const [column, neighbour] = [columns.value[from], columns.value[from + step]]
    if (neighbour === undefined || neighbour.isFrozen !== column?.isFrozen) return
    await place(bookId, neighbour.bookId)
  }

  async function widen(bookId: string, step: -1 | 1): Promise<void> {
    const { width = minBookWidth } = columns.value.find(column => column.bookId === bookId) ?? {}
    if (step < 0 ? width <= columnWidthRange.min : width >= columnWidthRange.max) return
    grid.size(bookId, width + step * widthStep)
    report(await grid.save())
  }

  async function turn(bookId: string, isOn: boolean): Promise<void> {
    const book = settings.books.find(({ id }) => id === bookId)
    if (book === undefined || !report(await settings.saveBook({ ...book, isOn }))) return
    const text = `${book.name} is off: neither shown nor asked.`
    tell(isOn ? undefined : { kind: 'said', text, undo: () => turn(bookId, true) })
  }

  return { columns, place, move, widen, turn }
}
