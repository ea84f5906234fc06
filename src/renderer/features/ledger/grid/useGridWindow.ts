/** Rows of the grid that are drawn: those in view, a few around them, and the one with the focus. */
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/vue-virtual'
import { computed, watch, type Ref } from 'vue'
import { useScale } from '../../../theme/useScale.ts'
import { getRowHeight, type GridRow } from './grid-rows.ts'

interface GridWindowOptions {
  readonly scroller: Readonly<Ref<HTMLElement | null>>
  readonly rows: () => readonly GridRow[]
  readonly focusedKey: () => string | undefined
}

/** Pixels of the head above the first row, at scale 1. */
const plainHeadHeight = 30

export function useGridWindow({ scroller, rows, focusedKey }: GridWindowOptions) {
  const scale = useScale()
  const headHeight = () => plainHeadHeight * scale.value
  const virtualizer = useVirtualizer<HTMLElement, Element>(
    computed(() => {
      const all = rows()
      const pinned = all.findIndex(({ key }) => key === focusedKey())
      return {
        count: all.length,
        getScrollElement: () => scroller.value,
        estimateSize: (index: number) => {
          const row = all[index]
          return row === undefined ? 0 : getRowHeight(row, scale.value)
        },
        getItemKey: (index: number) => all[index]?.key ?? index,
        overscan: 6,
        scrollMargin: headHeight(),
        scrollPaddingStart: headHeight(),
        // Until the scroller has been measured.
        initialRect: { width: 0, height: 800 },
        rangeExtractor: (range: Parameters<typeof defaultRangeExtractor>[0]) => {
          const indexes = defaultRangeExtractor(range)
          return pinned < 0 || indexes.includes(pinned) ? indexes : [...indexes, pinned].sort((a, b) => a - b)
        },
      }
    }),
  )

  const drawn = computed(() =>
    virtualizer.value.getVirtualItems().flatMap(({ index, start }) => {
      const row = rows()[index]
      return row === undefined ? [] : [{ row, index, style: `top:${start - headHeight()}px` }]
    }),
  )
  const height = computed(() => virtualizer.value.getTotalSize())
  const show = (index: number): void => virtualizer.value.scrollToIndex(index)
  /** Tickets that fit into the view, less one that stays visible. */
  const pageSize = (): number =>
    Math.max(1, Math.floor((scroller.value?.clientHeight ?? 0) / (plainHeadHeight * scale.value)) - 2)
  // Rows of another scale are of another height.
  watch(scale, () => virtualizer.value.measure())
  return { drawn, height, show, pageSize }
}
