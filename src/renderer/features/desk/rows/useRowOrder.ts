/**
 * The rows of the grid in the order chosen. Prices come many times a second, and a row that jumps under the pointer is
 * clicked wrong: so rows are put in order at once when the user chooses or parlays come and go, and otherwise once a
 * second with the clock, never with a price.
 */
import { shallowReadonly, shallowRef, watch, type Ref, type ShallowRef } from 'vue'
import type { Row } from '../../../../shared/model/parlay/desk.ts'
import type { ValueReading } from '../../../../shared/model/price/row-value.ts'
import { getRowValue } from '../value/best-price.ts'
import { useDeskStore } from '../desk-store.ts'
import type { BookColumn } from '../columns/columns.ts'
import { orderRows, listTags } from './row-order.ts'
import { useRowOrderStore } from './row-order-store.ts'

interface RowOrderOptions {
  readonly columns: Readonly<Ref<readonly BookColumn[]>>
  readonly display: Readonly<Ref<ValueReading>>
}

export interface RowOrder {
  /** The ids of the rows shown, from the top down. */
  readonly order: Readonly<ShallowRef<readonly number[]>>
  /** Makes sure that no filter hides a parlay of the desk that is to be looked at. */
  readonly reveal: (parlayId: number) => void
}

export function useRowOrder({ columns, display }: RowOrderOptions): RowOrder {
  const desk = useDeskStore()
  const store = useRowOrderStore()
  const order = shallowRef<readonly number[]>([])

  function resort(): void {
    const rows = desk.order.flatMap(id => desk.rowRef(id)?.value ?? [])
    const eyes = {
      valueOf: (row: Row) => getRowValue(row, columns.value, display.value),
      now: display.value.now,
    }
    order.value = kept(order.value, orderRows(rows, store.choice, eyes))
    store.tags = kept(store.tags, listTags(rows))
  }

  watch([() => desk.order, () => store.choice], resort, { immediate: true, flush: 'sync' })
  watch(() => display.value.now, resort)

  function reveal(parlayId: number): void {
    if (desk.order.includes(parlayId) && !order.value.includes(parlayId)) store.showAll()
  }

  // A parlay just added is looked for.
  watch(
    () => desk.order,
    (now, before) => {
      if (before.length > 0) now.filter(id => !before.includes(id)).forEach(reveal)
    },
  )
  return { order: shallowReadonly(order), reveal }
}

/** The list there was where the new one says the same, so that nothing is drawn for it. */
function kept<T>(old: readonly T[], now: readonly T[]): readonly T[] {
  return old.length === now.length && old.every((each, at) => each === now[at]) ? old : now
}
