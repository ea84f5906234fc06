/**
 * Which columns of the grid are drawn: all where they are few, else the frozen ones, those in view, one around them, and
 * the selected one.
 */
import {
  defaultRangeExtractor,
  observeElementRect,
  useVirtualizer,
  type Virtualizer,
} from '@tanstack/vue-virtual'
import { computed, onScopeDispose, shallowRef, watch, type ComputedRef, type Ref } from 'vue'
import type { GridColumn } from '../columns/columns.ts'
import {
  nameWidth,
  placeColumns,
  roomIn,
  type ColumnLayout,
  type PlacedColumn,
} from '../columns/column-layout.ts'

/** So many columns cost little to draw, and stay at hand for those who find a book by its name and not by its place. */
const drawnWhole = 16

interface ColumnWindowOptions {
  readonly scroller: Readonly<Ref<HTMLElement | null>>
  readonly columns: () => readonly GridColumn[]
  readonly selectedBook: () => string | undefined
}

export interface ColumnWindow {
  readonly layout: ComputedRef<ColumnLayout>
  /** Those drawn, from the left. The same array for as long as they are the same. */
  readonly drawn: ComputedRef<readonly PlacedColumn[]>
  /** Of the parlays' pane, in CSS pixels. */
  readonly names: ComputedRef<number>
}

export function useColumnWindow({ scroller, columns, selectedBook }: ColumnWindowOptions): ColumnWindow {
  const width = useWidth(scroller)
  const names = computed(() => nameWidth(width.value))
  const layout = computed(() => placeColumns(columns(), roomIn(width.value)))

  const virtualizer = useVirtualizer(
    computed(() => {
      const all = layout.value.columns
      const isFew = all.length <= drawnWhole
      const always = all.filter(({ sticks, bookId }) => isFew || sticks || bookId === selectedBook())
      return {
        count: all.length,
        horizontal: true,
        getScrollElement: () => scroller.value,
        // What lies under the two panes is out of view.
        observeElementRect: (instance: Virtualizer<HTMLElement, Element>, tell) =>
          observeElementRect(instance, rect => {
            tell({ ...rect, width: roomIn(rect.width) })
          }),
        estimateSize: index => all[index]?.px ?? 0,
        // Another function means that all widths are asked for again.
        getItemKey: (index: number) => index,
        overscan: 1,
        rangeExtractor: range => {
          const indexes = new Set([...always.map(({ index }) => index), ...defaultRangeExtractor(range)])
          return [...indexes].sort((a, b) => a - b)
        },
      }
    }),
  )

  const drawn = computed<readonly PlacedColumn[]>(before => {
    const all = layout.value.columns
    const now = virtualizer.value.getVirtualItems().flatMap(({ index }) => all[index] ?? [])
    const isSame = before?.length === now.length && now.every((column, at) => column === before[at])
    return isSame ? before : now
  })

  return { layout, drawn, names }
}

/**
 * The element's inner width, in CSS pixels; 0 until it is there. Read before anything is drawn in it: rows drawn for no
 * width would all be drawn anew.
 */
function useWidth(element: Readonly<Ref<HTMLElement | null>>): Readonly<Ref<number>> {
  const width = shallowRef(0)
  const observer = new ResizeObserver(() => {
    width.value = element.value?.clientWidth ?? 0
  })
  watch(element, now => {
    observer.disconnect()
    if (now === null) return
    width.value = now.clientWidth
    observer.observe(now)
  })
  onScopeDispose(() => {
    observer.disconnect()
  })
  return width
}
