/** Layout of the ledger's table: shown columns with their places, order, and the charts above it. Changes can be undone. */
import { useMediaQuery } from '@vueuse/core'
import { computed, shallowRef } from 'vue'
import { extraColumns, type ColumnKey, type LedgerLayout } from '../../../shared/model/settings/view.ts'
import { newestFirst, type SortKey, type TicketSort } from '../../../shared/model/ticket/ledger-filter.ts'
import { useUndoStore } from '../../commands/undo-store.ts'
import { moveToPlaceOf } from '../../ui/column-place.ts'
import { useViewStore } from '../../view-store.ts'
import { isSortKey, placeColumns, ticketColumns } from './grid/ticket-columns.ts'

type Table = Pick<LedgerLayout, 'hidden' | 'places' | 'extra' | 'sort'>

export function useLedgerLayout() {
  const view = useViewStore()
  const sort = computed(() => view.ledger.sort)
  const extra = computed(() => view.ledger.extra ?? [])
  const hidden = computed<ReadonlySet<ColumnKey>>(
    () => new Set([...view.ledger.hidden, ...extraColumns.filter(key => !extra.value.includes(key))]),
  )
  /** All columns, with the hidden ones. */
  const placed = computed(() => placeColumns(view.ledger.places ?? []))
  const columns = computed(() => placed.value.filter(({ key }) => !hidden.value.has(key)))

  function change(label: string, to: Partial<Table>): void {
    const { hidden: wereHidden, places = [], extra: had = [], sort: was } = view.ledger
    const before = {
      ...(to.hidden && { hidden: wereHidden }),
      ...(to.places && { places }),
      ...(to.extra && { extra: had }),
      ...(to.sort && { sort: was }),
    }
    void view.changeLedger(to)
    const undo = () => view.changeLedger(before)
    useUndoStore().record({ label, isOfLedger: true, undo, redo: () => view.changeLedger(to) })
  }

  const sortTo = (to: TicketSort) => change(`sort tickets by ${nameOf(to.by)}`, { sort: to })

  const sortBy = (key: SortKey) => sortTo(findNextSort(key, sort.value))

  function toggleColumn(key: ColumnKey): void {
    if (key === 'title') return
    const isShown = !hidden.value.has(key)
    const label = `${isShown ? 'hide' : 'show'} ${nameOf(key)}`
    if (isSortKey(key)) change(label, { hidden: withOrWithout(view.ledger.hidden, key, isShown) })
    else change(label, { extra: withOrWithout(extra.value, key, !isShown) })
  }

  /** Moves a column to the place of another one. */
  function moveColumnTo(key: ColumnKey, at: ColumnKey): void {
    const keys = placed.value.map(column => column.key)
    change(`move ${nameOf(key)}`, { places: moveToPlaceOf(keys, key, at) })
  }

  return { sort, hidden, placed, columns, sortBy, sortTo, toggleColumn, moveColumnTo, ...useCharts() }
}

const withOrWithout = <K>(keys: readonly K[], key: K, isWith: boolean): K[] => [
  ...keys.filter(each => each !== key),
  ...(isWith ? [key] : []),
]

const nameOf = (key: ColumnKey): string => ticketColumns.find(column => column.key === key)?.name ?? ''

/** Order after a press on a column's header: a second press reverses, a third one sorts by time again. */
function findNextSort(key: SortKey, { by, isDescending }: TicketSort): TicketSort {
  const isDescendingFirst = ticketColumns.find(column => column.key === key)?.isDescendingFirst ?? true
  const first: TicketSort = { by: key, isDescending: isDescendingFirst }
  if (by !== key) return first
  if (isDescending === isDescendingFirst) return { by, isDescending: !isDescending }
  return key === 'placed' ? first : newestFirst
}

function useCharts() {
  const view = useViewStore()
  /** True for example at a zoom of 200%: tickets come first there, and charts that are opened are not remembered. */
  const isShort = useMediaQuery('(height < 520px)')
  const areOpenWhileShort = shallowRef(false)
  const areChartsOpen = computed(() => (isShort.value ? areOpenWhileShort.value : view.ledger.areChartsOpen))

  function toggleCharts(): void {
    const isOpen = !areChartsOpen.value
    if (isShort.value) areOpenWhileShort.value = isOpen
    else void view.changeLedger({ areChartsOpen: isOpen })
  }

  return { areChartsOpen, toggleCharts }
}
