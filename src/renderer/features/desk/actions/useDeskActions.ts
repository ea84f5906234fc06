/**
 * Every action of the desk by its name in `desk-keys.ts`, so that keys, buttons and commands do the same: on the
 * selected cell, on the rows marked (else the selected one), or on the desk.
 */
import { computed, shallowRef } from 'vue'
import { useNavigationStore } from '../../../navigation-store.ts'
import { useCellLinks } from '../betslip/useCellLinks.ts'
import { useColumns } from '../columns/useColumns.ts'
import { createDeskContext } from '../context/desk-context.ts'
import { useDisplay } from '../context/useDisplay.ts'
import { useNotice } from '../context/useNotice.ts'
import { useSelection } from '../context/useSelection.ts'
import { noCell, noRow, type Action } from '../desk-keys.ts'
import type { CellAddress } from '../desk-store.ts'
import { useRowMarksStore } from '../rows/row-marks-store.ts'
import { useCsvExport } from '../rows/useCsvExport.ts'
import { useRowOrder } from '../rows/useRowOrder.ts'
import { findBookToRecheck } from '../value/best-price.ts'
import { useDialogRequests } from './useDialogRequests.ts'
import { useRowActions } from './useRowActions.ts'

export const [provideDeskActions, useDeskActions] = createDeskContext('actions', () => {
  const navigation = useNavigationStore()
  const { targets, rowActions } = useTargetActions()
  const { bestBook, cellActions } = useCellActions()
  const dialog = shallowRef<'keys' | 'columns'>()

  const actions: Readonly<Record<Action, () => unknown>> = {
    ...rowActions,
    ...cellActions,
    search: navigation.searchLegs,
    'show-columns': () => (dialog.value = 'columns'),
    'show-keys': () => (dialog.value = 'keys'),
  }
  return { run: (action: Action) => void actions[action](), targets, bestBook, dialog }
})

function useTargetActions() {
  const marks = useRowMarksStore()
  const { order } = useRowOrder()
  const { selected } = useSelection()
  const { showText } = useNotice()
  const { priceRows, priceAll, removeRows } = useRowActions()
  const { sendToQueue } = useDialogRequests()
  const exportCsv = useCsvExport()

  /** The rows that row actions are done to: those marked, from the top down, or else the selected one. */
  const targets = computed(() => {
    const marked = order.value.filter(id => marks.marked.has(id))
    return marked.length > 0 || selected.value === undefined ? marked : [selected.value.parlayId]
  })

  const onTargets = (run: (parlayIds: readonly number[]) => unknown) =>
    targets.value.length > 0 ? run(targets.value) : showText(`${noRow}.`)
  const rowActions = {
    'reprice-row': () => onTargets(priceRows),
    'reprice-all': priceAll,
    queue: () => onTargets(sendToQueue),
    remove: () => onTargets(removeRows),
    'mark-all': () => marks.mark(order.value),
    'mark-none': () => marks.mark([]),
    export: () => exportCsv(marks.marked.size > 0 ? targets.value : order.value),
  }
  return { targets, rowActions }
}

function useCellActions() {
  const marks = useRowMarksStore()
  const { selected, select, row } = useSelection()
  const { columns, moveColumn, widenColumn, setBookOn } = useColumns()
  const { showText } = useNotice()
  const { recheck, copyLink, showPhone } = useCellLinks()
  const { recordCell } = useDialogRequests()
  const display = useDisplay()

  /** The book whose price of the selected row "recheck best" asks for; undefined where no book ever priced it. */
  const bestBook = computed(() => row.value && findBookToRecheck(row.value, columns.value, display.value))

  function recheckBest(cell: CellAddress): void {
    if (bestBook.value === undefined) {
      showText('No book has priced this parlay yet. Press R to ask them.')
      return
    }
    select({ ...cell, bookId: bestBook.value.bookId })
    recheck()
  }

  const onCell = (run: (cell: CellAddress) => unknown) =>
    selected.value ? run(selected.value) : showText(`${noCell}.`)
  const cellActions = {
    recheck: () => onCell(recheck),
    'recheck-best': () => selected.value && recheckBest(selected.value),
    'copy-link': () => onCell(cell => copyLink(cell)),
    'phone-qr': () => onCell(showPhone),
    'record-ticket': () => onCell(recordCell),
    'mark-row': () => onCell(({ parlayId }) => marks.toggle(parlayId)),
    'hide-book': () => onCell(({ bookId }) => setBookOn(bookId, false)),
    'column-left': () => onCell(({ bookId }) => moveColumn(bookId, -1)),
    'column-right': () => onCell(({ bookId }) => moveColumn(bookId, 1)),
    'column-narrower': () => onCell(({ bookId }) => widenColumn(bookId, -1)),
    'column-wider': () => onCell(({ bookId }) => widenColumn(bookId, 1)),
  }
  return { bestBook, cellActions }
}
