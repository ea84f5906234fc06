/** Which rows of the grid are drawn: those in view, a few around them, and the selected one, which keeps the focus. */
import { useVirtualizer, type Range, type Virtualizer } from '@tanstack/vue-virtual'
import { computed, type ComputedRef, type Ref, type ShallowRef } from 'vue'
import type { Row } from '../../../../shared/model/parlay/desk.ts'
import { headHeight } from '../columns/column-layout.ts'
import { createSlots } from './slots.ts'

type RowRef = Readonly<ShallowRef<Row>>

interface RowWindowOptions {
  readonly scroller: Readonly<Ref<HTMLElement | null>>
  readonly order: () => readonly number[]
  readonly rowRef: (parlayId: number) => RowRef | undefined
  readonly selectedId: () => number | undefined
  /** In CSS pixels. */
  readonly rowHeight: () => number
}

export interface PlacedRow {
  readonly id: number
  readonly index: number
  /** The element that draws it, from 0. */
  readonly slot: number
  readonly row: RowRef
  /** What places it, ready for `style`. */
  readonly style: string
}

export interface RowWindow {
  /** From the top down, which is the order of the document too. */
  readonly rows: ComputedRef<readonly PlacedRow[]>
  /** Of all rows, in CSS pixels. */
  readonly height: ComputedRef<number>
}

export function useRowWindow({
  scroller,
  order,
  rowRef,
  selectedId,
  rowHeight,
}: RowWindowOptions): RowWindow {
  const virtualizer: Ref<Virtualizer<HTMLElement, Element>> = useVirtualizer(
    computed(() => {
      const pinned = order().findIndex(id => id === selectedId())
      const height = rowHeight()
      return {
        count: order().length,
        getScrollElement: () => scroller.value,
        estimateSize: () => height,
        // Another function means that all heights are asked for again.
        getItemKey: (index: number) => index,
        scrollMargin: headHeight,
        rangeExtractor: range => {
          const view = virtualizer.value.scrollRect?.height ?? 0
          return withPinned(around(range, Math.ceil((view - headHeight) / height) + 1), pinned)
        },
      }
    }),
  )

  const slotsOf = createSlots()
  const rows = computed(() => {
    const items = virtualizer.value.getVirtualItems().flatMap(({ index, start }) => {
      const id = order()[index]
      const row = id === undefined ? undefined : rowRef(id)
      if (id === undefined || row === undefined) return []
      return { id, index, row, style: `top:${start - headHeight}px` }
    })
    const slots = slotsOf(items.map(({ id }) => id))
    return items.map(item => ({ ...item, slot: slots.get(item.id) ?? 0 }))
  })
  return { rows, height: computed(() => order().length * rowHeight()) }
}

/** At either end of the view, so that a wheel, which moves less than a row a frame, finds its rows drawn. */
const rowsAround = 1

/**
 * As many rows wherever the view stands: while it moves, no row is built and none is taken apart. `inView`: rows that it
 * can show in part or whole.
 */
function around({ startIndex, count }: Range, inView: number): number[] {
  const length = Math.min(count, inView + 2 * rowsAround)
  const first = Math.max(0, Math.min(startIndex - rowsAround, count - length))
  return Array.from({ length }, (_, at) => first + at)
}

function withPinned(indexes: number[], pinned: number): number[] {
  if (pinned < 0 || indexes.includes(pinned)) return indexes
  return [...indexes, pinned].sort((a, b) => a - b)
}
