/** Which rows of the grid are drawn: those in view, a few around them, and the selected one, which keeps the focus. */
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/vue-virtual'
import { computed, type ComputedRef, type Ref, type ShallowRef } from 'vue'
import type { Row } from '../../../shared/model/desk.ts'
import { headHeight, rowHeight } from './price-columns.ts'

type RowRef = Readonly<ShallowRef<Row>>

interface RowWindowOptions {
  readonly scroller: Readonly<Ref<HTMLElement | null>>
  readonly order: () => readonly number[]
  readonly rowRef: (parlayId: number) => RowRef | undefined
  readonly selectedId: () => number | undefined
}

export interface PlacedRow {
  readonly id: number
  readonly index: number
  readonly row: RowRef
  readonly style: { readonly transform: string }
}

export interface RowWindow {
  readonly rows: ComputedRef<readonly PlacedRow[]>
  /** Of all rows, in CSS pixels. */
  readonly height: ComputedRef<number>
}

export function useRowWindow({ scroller, order, rowRef, selectedId }: RowWindowOptions): RowWindow {
  const virtualizer = useVirtualizer(
    computed(() => {
      const pinned = order().findIndex(id => id === selectedId())
      return {
        count: order().length,
        getScrollElement: () => scroller.value,
        estimateSize: () => rowHeight,
        overscan: 6,
        scrollMargin: headHeight,
        // Until the scroller has been measured.
        initialRect: { width: 0, height: 800 },
        rangeExtractor: range => withPinned(defaultRangeExtractor(range), pinned),
      }
    }),
  )

  const rows = computed(() =>
    virtualizer.value.getVirtualItems().flatMap(({ index, start }) => {
      const id = order()[index]
      const row = id === undefined ? undefined : rowRef(id)
      if (id === undefined || row === undefined) return []
      return { id, index, row, style: { transform: `translateY(${start - headHeight}px)` } }
    }),
  )
  return { rows, height: computed(() => order().length * rowHeight) }
}

function withPinned(indexes: number[], pinned: number): number[] {
  if (pinned < 0 || indexes.includes(pinned)) return indexes
  return [...indexes, pinned].sort((a, b) => a - b)
}
