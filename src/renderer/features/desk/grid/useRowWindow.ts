/** The rows of the grid that are drawn: those in view, a few around them, and the selected one, which keeps the focus. */
import { useVirtualizer, type Range, type Virtualizer } from '@tanstack/vue-virtual'
import { useTimeoutFn } from '@vueuse/core'
import { computed, watch, type Ref, type ShallowRef } from 'vue'
import type { Row } from '../../../../shared/model/parlay/desk.ts'

interface RowWindowOptions {
  readonly scroller: Readonly<Ref<HTMLElement | null>>
  readonly order: () => readonly number[]
  readonly rowRef: (parlayId: number) => Readonly<ShallowRef<Row>> | undefined
  readonly selectedId: () => number | undefined
  /** In CSS pixels. */
  readonly rowHeight: () => number
  readonly headHeight: () => number
  /** The rows drawn or the selected one have changed. */
  readonly onVisible: (shown: VisibleRows) => void
}

export function useRowWindow({
  scroller,
  order,
  rowRef,
  selectedId,
  rowHeight,
  headHeight,
  onVisible,
}: RowWindowOptions) {
  const virtualizer: Ref<Virtualizer<HTMLElement, Element>> = useVirtualizer(
    computed(() => {
      const pinned = order().findIndex(id => id === selectedId())
      const height = rowHeight()
      return {
        count: order().length,
        getScrollElement: () => scroller.value,
        estimateSize: () => height,
        // A changed function would make the virtualizer measure all rows again.
        getItemKey: (index: number) => index,
        scrollMargin: headHeight(),
        rangeExtractor: range => {
          const view = virtualizer.value.scrollRect?.height ?? 0
          return withPinned(rowsAroundView(range, Math.ceil((view - headHeight()) / height) + 1), pinned)
        },
      }
    }),
  )

  const assignSlots = createSlots()
  /** From the top down, which is the order of the document too; `slot`: number of the element that draws the row. */
  const rows = computed(() => {
    const items = virtualizer.value.getVirtualItems().flatMap(({ index, start }) => {
      const id = order()[index]
      const row = id === undefined ? undefined : rowRef(id)
      if (id === undefined || row === undefined) return []
      return { id, index, row, style: `top:${start - headHeight()}px` }
    })
    const slots = assignSlots(items.map(({ id }) => id))
    return items.map(item => ({ ...item, slot: slots.get(item.id) ?? 0 }))
  })
  useVisibleRows(rows, selectedId, onVisible)
  return { rows, height: computed(() => order().length * rowHeight()) }
}

/** Rows drawn beyond either end of the view. A wheel scrolls less than a row a frame. */
const marginRows = 1

/**
 * Returns the same number of rows for every scroll position, so that scrolling creates and destroys none. `inView`:
 * rows that the view can show in part or whole.
 */
function rowsAroundView({ startIndex, count }: Range, inView: number): number[] {
  const length = Math.min(count, inView + 2 * marginRows)
  const first = Math.max(0, Math.min(startIndex - marginRows, count - length))
  return Array.from({ length }, (_, at) => first + at)
}

function withPinned(indexes: number[], pinned: number): number[] {
  if (pinned < 0 || indexes.includes(pinned)) return indexes
  return [...indexes, pinned].sort((a, b) => a - b)
}

/**
 * Returns a function that gives each id a small number, the same for as long as the id stays. A number that becomes free
 * is reused: the element of a row that leaves the view draws the row that enters it, which is cheaper than a new element.
 */
export function createSlots(): (ids: readonly number[]) => ReadonlyMap<number, number> {
  let assigned: ReadonlyMap<number, number> = new Map()
  return ids => {
    const slots = new Map<number, number>()
    for (const id of ids) {
      const slot = assigned.get(id)
      if (slot !== undefined) slots.set(id, slot)
    }
    const taken = new Set(slots.values())
    let free = 0
    for (const id of ids) {
      if (slots.has(id)) continue
      while (taken.has(free)) free++
      taken.add(free)
      slots.set(id, free)
    }
    assigned = slots
    return slots
  }
}

const settleMs = 150

export interface VisibleRows {
  readonly parlayIds: number[]
  readonly selectedId: number | null
}

/**
 * Reports the rows drawn and the selected one, whose prices go before the rest, once they have stayed the same for a
 * moment: not at each step of a key that is held down.
 */
function useVisibleRows(
  rows: Readonly<Ref<readonly { id: number }[]>>,
  selectedId: () => number | undefined,
  report: (shown: VisibleRows) => void,
): void {
  const listIds = () => rows.value.map(({ id }) => id)
  const { start } = useTimeoutFn(
    () => report({ parlayIds: listIds(), selectedId: selectedId() ?? null }),
    settleMs,
    { immediate: false },
  )
  watch([() => listIds().join(), selectedId], () => start(), { immediate: true })
}
