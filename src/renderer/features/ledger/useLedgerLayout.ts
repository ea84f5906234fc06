/** Layout of the ledger's table: shown columns, order, and the charts above it. */
import { useMediaQuery } from '@vueuse/core'
import { computed, shallowRef } from 'vue'
import { newestFirst, type SortKey, type TicketSort } from '../../../shared/model/ticket/ledger-filter.ts'
import { useViewStore } from '../../view-store.ts'
import { ticketColumns } from './grid/ticket-columns.ts'

export function useLedgerLayout() {
  const view = useViewStore()
  const sort = computed(() => view.ledger.sort)
  /** True for example at a zoom of 200%: tickets come first there, and charts that are opened are not remembered. */
  const isShort = useMediaQuery('(height < 520px)')
  const areOpenWhileShort = shallowRef(false)
  const areChartsOpen = computed(() => (isShort.value ? areOpenWhileShort.value : view.ledger.areChartsOpen))
  const hidden = computed<ReadonlySet<SortKey>>(() => new Set(view.ledger.hidden))
  const columns = computed(() => ticketColumns.filter(({ key }) => !hidden.value.has(key)))

  /** Sorts by a column; a second press reverses, a third one sorts by time again. */
  function sortBy(key: SortKey): void {
    const { by, isDescending } = sort.value
    const isDescendingFirst = ticketColumns.find(column => column.key === key)?.isDescendingFirst ?? true
    const first: TicketSort = { by: key, isDescending: isDescendingFirst }
    if (by !== key) void view.changeLedger({ sort: first })
    else if (isDescending === isDescendingFirst)
      void view.changeLedger({ sort: { by, isDescending: !isDescending } })
    else void view.changeLedger({ sort: key === 'placed' ? first : newestFirst })
  }

  function toggleColumn(key: SortKey): void {
    if (key === 'title') return
    const others = view.ledger.hidden.filter(each => each !== key)
    void view.changeLedger({ hidden: hidden.value.has(key) ? others : [...others, key] })
  }

  function toggleCharts(): void {
    const isOpen = !areChartsOpen.value
    if (isShort.value) areOpenWhileShort.value = isOpen
    else void view.changeLedger({ areChartsOpen: isOpen })
  }

  return { sort, areChartsOpen, hidden, columns, sortBy, toggleColumn, toggleCharts }
}
