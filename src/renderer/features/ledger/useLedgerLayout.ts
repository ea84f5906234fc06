/** Layout of the ledger's table: shown columns with their places, order, and the charts above it. Changes can be undone. */
import { useMediaQuery } from '@vueuse/core'
import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import { extraColumns, type ColumnKey, type LedgerLayout } from '../../../shared/model/settings/view.ts'
import { newestFirst, type SortKey, type TicketSort } from '../../../shared/model/ticket/ledger-filter.ts'
import { useUndoStore } from '../../commands/undo-store.ts'
import { moveToPlaceOf } from '../../ui/column-place.ts'
import { useViewStore } from '../../view-store.ts'
import { isSortKey, placeColumns, ticketColumns, type TicketColumn } from './grid/ticket-columns.ts'

/** Columns that a narrow window, as at a zoom of 200%, leaves to the result until they are chosen there. */
const foldedKeys: readonly ColumnKey[] = ['close', 'clv']

/** In pixels at scale 1. */
const minTitleWidth = 130

type Table = Pick<LedgerLayout, 'hidden' | 'places' | 'extra' | 'sort'>

export function useLedgerLayout() {
  const view = useViewStore()
  const sort = computed(() => view.ledger.sort)
  const folds = useFoldedColumns()
  const extra = useExtraColumns()
  const hidden = computed<ReadonlySet<ColumnKey>>(() => {
    const unchosen = extraColumns.filter(key => !extra.value.includes(key))
    return new Set([...view.ledger.hidden, ...unchosen, ...folds.folded])
  })
  /** All columns, with the hidden ones. */
  const placed = computed(() => placeColumns(view.ledger.places ?? []))
  const columns = computed(() => folds.narrow(placed.value.filter(({ key }) => !hidden.value.has(key))))

  function change(label: string, to: Partial<Table>): void {
    const { hidden: wereHidden, places = [], extra: had = extra.value, sort: was } = view.ledger
    const before = {
      ...(to.hidden && { hidden: wereHidden }),
      ...(to.places && { places }),
      ...(to.extra && { extra: [...had] }),
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
    const isHidden = isSortKey(key) && view.ledger.hidden.includes(key)
    if (!isHidden && folds.toggleFolded(key)) return
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

/** Columns chosen. Before any choice a very wide window, which has room for them, shows all. */
function useExtraColumns() {
  const view = useViewStore()
  const isWide = useMediaQuery('(width >= 2400px)')
  return computed(() => view.ledger.extra ?? (isWide.value ? extraColumns : []))
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

/** Columns left out of a narrow window; one that is chosen there is shown, and not remembered. */
const useFoldedColumns = defineStore('folded-columns', () => {
  const isNarrow = useMediaQuery('(width < 900px)')
  const chosen = shallowRef<readonly ColumnKey[]>([])
  const folded = computed(() => (isNarrow.value ? foldedKeys.filter(key => !chosen.value.includes(key)) : []))
  /** Returns false for a column that is as in other windows. */
  function toggleFolded(key: ColumnKey): boolean {
    if (!isNarrow.value || !foldedKeys.includes(key)) return false
    chosen.value = chosen.value.includes(key)
      ? chosen.value.filter(each => each !== key)
      : [...chosen.value, key]
    return true
  }
  /** The parlay gives way too, whose hidden legs are counted. */
  const narrow = (columns: readonly TicketColumn[]): readonly TicketColumn[] =>
    isNarrow.value
      ? columns.map(column => (column.key === 'title' ? { ...column, width: minTitleWidth } : column))
      : columns
  return { chosen, folded, toggleFolded, narrow }
})

function useCharts() {
  const view = useViewStore()
  /** True for example at a zoom of 200%: tickets come first there, and charts that are opened are not remembered. */
  const isShort = useMediaQuery('(height < 600px)')
  const areOpenWhileShort = shallowRef(false)
  const areChartsOpen = computed(() => (isShort.value ? areOpenWhileShort.value : view.ledger.areChartsOpen))

  function toggleCharts(): void {
    const isOpen = !areChartsOpen.value
    if (isShort.value) areOpenWhileShort.value = isOpen
    else void view.changeLedger({ areChartsOpen: isOpen })
  }

  return { areChartsOpen, toggleCharts }
}
