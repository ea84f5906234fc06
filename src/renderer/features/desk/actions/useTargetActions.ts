/** What is done to the rows marked, or else to the row the selection stands on. */
import { computed, type ComputedRef, type Ref } from 'vue'
import type { DisplayContext } from '../context/useDisplay.ts'
import { noRow } from './cell-tools.ts'
import type { Action } from '../desk-keys.ts'
import type { CellAddress } from '../desk-store.ts'
import { useRowMarksStore } from '../rows/row-marks-store.ts'
import { useCsvExport } from '../rows/useCsvExport.ts'
import type { BookColumn } from '../columns/columns.ts'
import type { Notice } from './useDeskActions.ts'
import { useQueueAsk } from './useQueueAsk.ts'
import { useRowActs } from './useRowActions.ts'

interface TargetOptions {
  /** The rows shown, from the top down. */
  readonly order: Readonly<Ref<readonly number[]>>
  readonly selected: Readonly<Ref<CellAddress | undefined>>
  readonly columns: Readonly<Ref<readonly BookColumn[]>>
  readonly display: Readonly<Ref<DisplayContext>>
  readonly tell: (notice: Notice | undefined) => void
}

type TargetAct = Extract<Action, 'reprice-row' | 'queue' | 'remove' | 'mark-all' | 'mark-none' | 'export'>

export interface TargetActs {
  /** The rows marked, from the top down, or else the selected one. */
  readonly targets: ComputedRef<readonly number[]>
  readonly rowActs: Readonly<Record<TargetAct, () => unknown>>
}

export function useTargetActs({ order, selected, columns, display, tell }: TargetOptions): TargetActs {
  const marks = useRowMarksStore()
  const { price, remove } = useRowActs(tell)
  const askQueue = useQueueAsk({ columns, display })
  const exportCsv = useCsvExport({ columns, display, tell })

  const targets = computed(() => {
    const marked = order.value.filter(id => marks.marked.has(id))
    return marked.length > 0 || selected.value === undefined ? marked : [selected.value.parlayId]
  })

  const onRows = (does: (parlayIds: readonly number[]) => unknown) =>
    targets.value.length > 0 ? does(targets.value) : tell({ kind: 'said', text: `${noRow}.` })
  const rowActs = {
    'reprice-row': () => onRows(price),
    queue: () => onRows(askQueue),
    remove: () => onRows(remove),
    'mark-all': () => marks.mark(order.value),
    'mark-none': () => marks.mark([]),
    export: () => exportCsv(marks.marked.size > 0 ? targets.value : order.value),
  }

  return { targets, rowActs }
}
