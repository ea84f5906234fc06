/** The grid's columns and the changes the user makes to them: order, width, books shown or hidden. */
import { computed } from 'vue'
import type { Outcome } from '../../../../shared/failure.ts'
import { columnWidthRange } from '../../../../shared/model/settings/settings.ts'
import { useSettingsStore } from '../../settings/settings-store.ts'
import { type Change, useUndoStore } from '../../../commands/undo-store.ts'
import { moveToPlaceOf } from '../../../ui/column-place.ts'
import { createDeskContext } from '../context/desk-context.ts'
import { useNotice } from '../context/useNotice.ts'
import { toColumns } from './columns.ts'
import { useGridLayoutStore } from './grid-layout-store.ts'

/** In CSS pixels; for a column without a set width, the first step starts from its present one. */
const widthStep = 8
const usualWidth = 56

export const [provideColumns, useColumns] = createDeskContext('columns', () => {
  const settings = useSettingsStore()
  const grid = useGridLayoutStore()
  const changes = useUndoStore()
  const { showFailure } = useNotice()
  const columns = computed(() => toColumns(settings.books, grid.layout))

  function report(outcome: Outcome<unknown>): boolean {
    if (!outcome.ok) showFailure(outcome.failure)
    return outcome.ok
  }

  /** Moves a column to the place of another one. */
  async function moveColumnTo(bookId: string, at: string): Promise<void> {
    const before = settings.books.map(({ id }) => id)
    const ids = moveToPlaceOf(before, bookId, at)
    const order = async (to: readonly string[]) => report(await settings.orderBooks([...to]))
    if (await order(ids))
      changes.record({ label: 'move column', undo: () => order(before), redo: () => order(ids) })
  }

  /** Moves a column one place to the left (-1) or right among those of its kind, frozen or not. */
  async function moveColumn(bookId: string, step: -1 | 1): Promise<void> {
    const from = columns.value.findIndex(column => column.bookId === bookId)
    const [column, neighbor] = [columns.value[from], columns.value[from + step]]
    if (neighbor === undefined || neighbor.isFrozen !== column?.isFrozen) return
    await moveColumnTo(bookId, neighbor.bookId)
  }

  /** Makes a column one step narrower (-1) or wider. */
  async function widenColumn(bookId: string, step: -1 | 1): Promise<void> {
    const { width = usualWidth } = columns.value.find(column => column.bookId === bookId) ?? {}
    if (step < 0 ? width <= columnWidthRange.min : width >= columnWidthRange.max) return
    grid.resize(bookId, width + step * widthStep)
    report(await grid.save())
  }

  return { columns, moveColumnTo, moveColumn, widenColumn, setBookOn: useBookSwitch(report) }
})

function useBookSwitch(report: (outcome: Outcome<unknown>) => boolean) {
  const settings = useSettingsStore()
  const changes = useUndoStore()
  const { showNotice } = useNotice()

  /** Shows a book, or hides it, which also stops pricing it. A notice offers to undo that. */
  async function setBookOn(bookId: string, isOn: boolean): Promise<void> {
    const book = settings.books.find(({ id }) => id === bookId)
    if (book === undefined) return
    const turn = async (to: boolean) => report(await settings.saveBook({ ...book, isOn: to }))
    if (!(await turn(isOn))) return
    const change: Change = {
      label: `${isOn ? 'show' : 'hide'} ${book.name}`,
      undo: () => turn(!isOn),
      redo: () => turn(isOn),
    }
    changes.record(change)
    const text = `${book.name} hidden. It won’t be priced.`
    const undo = async () => {
      await changes.undo(change)
      showNotice(undefined)
    }
    showNotice(isOn ? undefined : { kind: 'text', text, undo })
  }

  return setBookOn
}
