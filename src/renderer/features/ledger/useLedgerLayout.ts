/** Layout of the ledger's table: shown columns with their places, order, and the charts above it. Changes can be undone. */
import { useMediaQuery } from '@vueuse/core'
import { computed, shallowRef } from 'vue'
import type { LedgerLayout } from '../../../shared/model/settings/view.ts'
import { newestFirst, type SortKey, type TicketSort } from '../../../shared/model/ticket/ledger-filter.ts'
import { useUndoStore } from '../../commands/undo-store.ts'
import { moveToPlaceOf } from '../../ui/column-place.ts'
import { useViewStore } from '../../view-store.ts'
import { placeColumns, ticketColumns } from './grid/ticket-columns.ts'

type Table = Pick<LedgerLayout, 'hidden' | 'places' | 'sort'>

export function useLedgerLayout() {
  const view = useViewStore()
  const sort = computed(() => view.ledger.sort)
  const hidden = computed<ReadonlySet<SortKey>>(() => new Set(view.ledger.hidden))
  /** All columns, with the hidden ones. */
  const placed = computed(() => placeColumns(view.ledger.places ?? []))
  const columns = computed(() => placed.value.filter(({ key }) => !hidden.value.has(key)))

  function change(label: string, to: Partial<Table>): void {
    const { hidden: wereHidden, places = [], sort: was } = view.ledger
    const before = {
      ...(to.hidden && { hidden: wereHidden }),
      ...(to.places && { places }),
      ...(to.sort && { sort: was }),
    }
    void view.changeLedger(to)
    const undo = () => view.changeLedger(before)
    useUndoStore().record({ label, isOfLedger: true, undo, redo: () => view.changeLedger(to) })
  }

  const sortTo = (to: TicketSort) => change(`sort tickets by ${nameOf(to.by)}`, { sort: to })

  /** Sorts by a column; a second press reverses, a third one sorts by time again. */
  function sortBy(key: SortKey): void {
    const { by, isDescending } = sort.value
    const isDescendingFirst = ticketColumns.find(column => column.key === key)?.isDescendingFirst ?? true
    const first: TicketSort = { by: key, isDescending: isDescendingFirst }
    if (by !== key) sortTo(first)
    else if (isDescending === isDescendingFirst) sortTo({ by, isDescending: !isDescending })
    else sortTo(key === 'placed' ? first : newestFirst)
  }

  function toggleColumn(key: SortKey): void {
    if (key === 'title') return
    const others = view.ledger.hidden.filter(each => each !== key)
    const isShown = !hidden.value.has(key)
    change(`${isShown ? 'hide' : 'show'} ${nameOf(key)}`, { hidden: isShown ? [...others, key] : others })
  }

  /** Moves a column to the place of another one. */
  function moveColumnTo(key: SortKey, at: SortKey): void {
    const keys = placed.value.map(column => column.key)
    change(`move ${nameOf(key)}`, { places: moveToPlaceOf(keys, key, at) })
  }

  return { sort, hidden, placed, columns, sortBy, sortTo, toggleColumn, moveColumnTo, ...useCharts() }
}

const nameOf = (key: SortKey): string => ticketColumns.find(column => column.key === key)?.name ?? ''

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
