/**
 * Every action of the desk by its name in `desk-keys.ts`, so that keys, buttons and commands do the same: on the
 * selected cell, on the rows marked (else the selected one), or on the desk.
 */
import { computed, shallowRef } from 'vue'
import type { Failure, Outcome } from '../../../../shared/failure.ts'
import type { Row } from '../../../../shared/model/parlay/desk.ts'
import type { CellAddress } from '../../../../shared/model/price/cell.ts'
import { bridge } from '../../../bridge.ts'
import { countText, pluralize } from '../../../format/number-text.ts'
import { useNavigationStore } from '../../../navigation-store.ts'
import { useCellLinks } from '../betslip/useCellLinks.ts'
import { useBudgetStore } from '../budget/budget-store.ts'
import { countAddedCalls } from '../budget/call-count.ts'
import { useColumns } from '../columns/useColumns.ts'
import { createDeskContext } from '../context/desk-context.ts'
import { useDisplay } from '../context/useDisplay.ts'
import { useNotice, type TextNotice } from '../context/useNotice.ts'
import { useSelection } from '../context/useSelection.ts'
import { noCell, noRow, type Action } from '../desk-keys.ts'
import { useDeskStore } from '../desk-store.ts'
import { useRowMarksStore } from '../rows/row-marks-store.ts'
import { rowTitle } from '../rows/row-text.ts'
import { useCsvExport } from '../rows/useCsvExport.ts'
import { useRowOrder } from '../rows/useRowOrder.ts'
import { findBookToRecheck } from '../value/best-price.ts'
import { useDialogRequests } from './useDialogRequests.ts'

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
  const { priceRows, priceAll } = usePricing()
  const removeRows = useRemoval()
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

function usePricing() {
  const desk = useDeskStore()
  const budget = useBudgetStore()
  const { showNotice, showText, showFailure } = useNotice()

  /** Null among the parlays means all of them, in one call. */
  async function price(
    parlayIds: readonly (number | null)[],
    { title, rows, isUserAction }: { title: string; rows: readonly Row[]; isUserAction: boolean },
  ): Promise<void> {
    if (!(await budget.confirmCalls(title, countAddedCalls(rows), isUserAction))) return
    const { done, failure } = await forEach(parlayIds, parlayId =>
      bridge().desk.price({ parlayId, bookId: null }),
    )
    if (failure !== undefined) showFailure(failure)
    else if (done.some(({ value }) => value.calls > 0)) showNotice(undefined)
    else showText('Nothing to price: no book that is on carries all legs.')
  }

  function priceRows(parlayIds: readonly number[]): Promise<void> {
    const title = parlayIds.length === 1 ? 'Reprice row' : `Reprice ${pluralize(parlayIds.length, 'row')}`
    return price(parlayIds, { title, rows: desk.getRows(parlayIds), isUserAction: true })
  }

  const priceAll = () =>
    price([null], { title: 'Reprice all', rows: desk.getRows(desk.order), isUserAction: false })

  return { priceRows, priceAll }
}

const maxNamed = 3

function useRemoval() {
  const desk = useDeskStore()
  const { showNotice } = useNotice()

  /** Removes at once; one notice offers to put all of them back. */
  async function removeRows(parlayIds: readonly number[]): Promise<void> {
    const rows = desk.getRows(parlayIds)
    const { done, failure } = await forEach(rows, ({ id }) => bridge().desk.removeParlay({ parlayId: id }))
    const removed = done.map(({ item }) => item)
    const text = removed.length === 0 ? undefined : describeRemoved(removed, rows.length)
    showNotice(failure === undefined ? text : { kind: 'failed', failure, rest: text })
  }

  function describeRemoved(removed: readonly Row[], requested: number): TextNotice {
    const subject = removed.length === 1 ? removed.map(rowTitle).join() : pluralize(removed.length, 'parlay')
    const share = removed.length < requested ? ` (${removed.length} of ${requested})` : ''
    return { kind: 'text', text: `Removed ${subject}${share}.`, undo: () => putBack(removed) }
  }

  /** The rows that could not be put back are named, and may be tried again. */
  async function putBack(rows: readonly Row[]): Promise<void> {
    const { left, failure } = await forEach(rows, ({ id }) => bridge().desk.restoreParlay({ parlayId: id }))
    showNotice(failure && { kind: 'failed', failure, rest: describeLeft(left) })
  }

  function describeLeft(rows: readonly Row[]): TextNotice {
    const named = rows.slice(0, maxNamed).map(rowTitle)
    const others = rows.length > maxNamed ? [`${countText(rows.length - maxNamed)} more`] : []
    const text = `Still removed: ${[...named, ...others].join('; ')}.`
    return { kind: 'text', text, undo: () => putBack(rows) }
  }

  return removeRows
}

/** Runs one item after the other; a failed one is left, and does not stop the rest. `failure`: the first one. */
async function forEach<T, V>(items: readonly T[], run: (item: T) => Promise<Outcome<V>>) {
  const done: { item: T; value: V }[] = []
  const left: T[] = []
  let failure: Failure | undefined
  for (const item of items) {
    const outcome = await run(item)
    if (outcome.ok) done.push({ item, value: outcome.value })
    else left.push(item)
    if (!outcome.ok) failure ??= outcome.failure
  }
  return { done, left, failure }
}
