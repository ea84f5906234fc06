/**
 * The columns of the grid that are drawn: all when they are few, else the frozen ones, those in view with one on either
 * side, and the selected one.
 */
import { defaultRangeExtractor, useVirtualizer, type Virtualizer } from '@tanstack/vue-virtual'
import { useEventListener, useResizeObserver, useTimeoutFn } from '@vueuse/core'
import { computed, shallowRef, watch, type Ref } from 'vue'
import {
  nameWidth as toNameWidth,
  namedBestWidth,
  placeColumns,
  snapToColumn,
  type ColumnSizes,
  type GridColumn,
  type PlacedColumn,
} from '../columns/columns.ts'

/** Maximum number of columns that are all drawn; a search in the page then finds every book. */
const maxDrawnWhole = 16

interface ColumnWindowOptions {
  readonly scroller: Readonly<Ref<HTMLElement | null>>
  readonly columns: () => readonly GridColumn[]
  readonly sizes: () => ColumnSizes
  readonly selectedBook: () => string | undefined
  /** Width that a drawer covers at the right end, in CSS pixels. */
  readonly covered: () => number
}

export function useColumnWindow({ scroller, columns, sizes, selectedBook, covered }: ColumnWindowOptions) {
  const width = useInnerWidth(scroller)
  const { fitted, nameWidth, bestWidth, namesBests } = usePaneWidths(width, columns, sizes)
  /** Width without the two panes. */
  const bookRoom = computed(() => Math.max(0, width.value - nameWidth.value - bestWidth.value))
  const layout = computed(() => placeColumns(columns(), bookRoom.value, fitted.value))

  const virtualizer = useVirtualizer(
    computed(() => {
      const all = layout.value.columns
      const isFew = all.length <= maxDrawnWhole
      const always = all.filter(({ sticks, bookId }) => isFew || sticks || bookId === selectedBook())
      return {
        count: all.length,
        horizontal: true,
        getScrollElement: () => scroller.value,
        // Columns under the two panes are out of view. Observed here, because the panes depend on the width, too.
        observeElementRect: (_: Virtualizer<HTMLElement, Element>, report) =>
          watch(bookRoom, room => report({ width: room, height: 0 }), { immediate: true }),
        estimateSize: index => all[index]?.px ?? 0,
        // A changed function would make the virtualizer measure all columns again.
        getItemKey: (index: number) => index,
        overscan: 1,
        rangeExtractor: range => {
          const indexes = new Set([...always.map(({ index }) => index), ...defaultRangeExtractor(range)])
          return [...indexes].sort((a, b) => a - b)
        },
      }
    }),
  )

  /** The columns drawn, from the left; the same array while they stay the same. */
  const drawn = computed<readonly PlacedColumn[]>(before => {
    const all = layout.value.columns
    const now = virtualizer.value.getVirtualItems().flatMap(({ index }) => all[index] ?? [])
    const isSame = before?.length === now.length && now.every((column, at) => column === before[at])
    return isSame ? before : now
  })

  /** Width of what lies over the prices at the right end: the best values, or a drawer over these. */
  const endWidth = computed(() => Math.max(bestWidth.value, covered()))
  useColumnSnap(scroller, at =>
    snapToColumn(at, layout.value, width.value - nameWidth.value - endWidth.value),
  )

  return { layout, drawn, nameWidth, bestWidth, namesBests, endWidth }
}

/** Widths of the two panes; that of the best values has whole names of books where there is room for them. */
function usePaneWidths(
  width: Readonly<Ref<number>>,
  columns: () => readonly GridColumn[],
  sizes: () => ColumnSizes,
) {
  const named = computed(() => namedBestWidth(width.value, columns(), sizes()))
  const fitted = computed(() => ({ ...sizes(), best: named.value ?? sizes().best }))
  return {
    fitted,
    nameWidth: computed(() => toNameWidth(width.value, columns(), fitted.value)),
    bestWidth: computed(() => fitted.value.best),
    namesBests: computed(() => named.value !== undefined),
  }
}

/** Pause after scrolling, in which the next turn of a wheel goes on. */
const settleMs = 120

/** Moves a view that came to lie across a column to the nearest edge of one. */
function useColumnSnap(
  scroller: Readonly<Ref<HTMLElement | null>>,
  toSnapped: (scrollLeft: number) => number,
): void {
  function snap(): void {
    const element = scroller.value
    const left = toSnapped(element?.scrollLeft ?? 0)
    // A pixel of the screen may be less than one of CSS.
    if (element && Math.abs(left - element.scrollLeft) >= 1) element.scrollTo({ left, behavior: motion() })
  }
  const motion = () => (matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth')
  const { start } = useTimeoutFn(snap, settleMs, { immediate: false })
  useEventListener(scroller, 'scrollend', () => start())
}

/**
 * The element's inner width, in CSS pixels; 0 before it is mounted. Read before the first rows are drawn, which would
 * otherwise be drawn twice.
 */
function useInnerWidth(element: Readonly<Ref<HTMLElement | null>>): Readonly<Ref<number>> {
  const width = shallowRef(0)
  const read = () => (width.value = element.value?.clientWidth ?? 0)
  watch(element, now => now && read())
  useResizeObserver(element, read)
  return width
}
