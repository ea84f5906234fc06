/**
 * Drags rows to another place by their names. Prices are no handle, because a shaky click on a price must not move its
 * row.
 */
import { rowTitle } from '../../../../shared/model/game/leg-short.ts'
import { computed, type Ref, type ShallowRef } from 'vue'
import type { Row } from '../../../../shared/model/parlay/desk.ts'
import { pluralize } from '../../../format/number-text.ts'
import { usePointerDrag, type Dragged } from '../../../ui/usePointerDrag.ts'
import { findCellAt } from './grid-cell.ts'

interface RowDragOptions {
  readonly scroller: Readonly<Ref<HTMLElement | null>>
  /** The element that has the height of all rows, drawn or not. */
  readonly body: Readonly<Ref<HTMLElement | null>>
  /** Width of the pane of names, which passes presses on to the rows under it. */
  readonly nameWidth: () => number
  readonly order: () => readonly number[]
  /** Selected rows, which are dragged together. */
  readonly marked: () => ReadonlySet<number>
  readonly rowRef: (parlayId: number) => Readonly<ShallowRef<Row>> | undefined
  /** `place`: number of rows above it. */
  readonly drop: (parlayIds: readonly number[], place: number) => void
}

/** Distance of a drop above or below the grid that still counts, in CSS pixels: about a row. */
const maxMissPx = 36

export function useRowDrag({ scroller, body, nameWidth, order, marked, rowRef, drop }: RowDragOptions) {
  const { dragged, begin } = usePointerDrag<readonly number[]>({
    scroller: () => scroller.value,
    drop(last) {
      const place = findPlace(last)
      if (place !== undefined) drop(last.item, place)
    },
  })

  /** Undefined outside the grid, but for a little above and below it, where the first and the last place are. */
  function findPlace({ x, y }: Dragged<unknown>): number | undefined {
    const view = scroller.value?.getBoundingClientRect()
    const all = body.value?.getBoundingClientRect()
    if (view === undefined || all === undefined || x < view.left || x > view.right) return undefined
    if (y < view.top - maxMissPx || y > view.bottom + maxMissPx) return undefined
    return toRowPlace(y - all.top, all.height, order().length)
  }

  function press(event: PointerEvent): void {
    const { target, clientX, shiftKey, ctrlKey, metaKey } = event
    const { parlayId } = findCellAt(target)
    const nameEnd = (scroller.value?.getBoundingClientRect().left ?? 0) + nameWidth()
    if (parlayId === undefined || clientX > nameEnd || shiftKey || ctrlKey || metaKey) return
    begin(event, marked().has(parlayId) ? order().filter(id => marked().has(id)) : [parlayId])
  }

  /** `3 parlays`, or the one by its title. */
  function describe([first = 0, ...others]: readonly number[]): string {
    const row = rowRef(first)?.value
    return row === undefined || others.length > 0 ? pluralize(others.length + 1, 'parlay') : rowTitle(row)
  }

  return {
    press,
    dragged,
    dropPlace: computed(() => dragged.value && findPlace(dragged.value)),
    dragTitle: computed(() => dragged.value && describe(dragged.value.item)),
  }
}

/** The place between rows nearest to a point, `y` from the top of the first row; clamped to the ends. */
export const toRowPlace = (y: number, height: number, count: number): number =>
  Math.min(count, Math.max(0, Math.round((y / height) * count)))
