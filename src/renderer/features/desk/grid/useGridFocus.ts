/** Keeps the focus of the grid on the selected cell, also when another element draws that cell. */
import { nextTick, onBeforeUpdate, onUpdated, watch, type Ref } from 'vue'
import type { CellAddress } from '../../../../shared/model/price/cell.ts'
import { cellId } from './grid-cell.ts'

interface GridFocusOptions {
  readonly selected: () => CellAddress | undefined
  /** The cell that Tab reaches. */
  readonly tabStop: Readonly<Ref<CellAddress | undefined>>
  /** Width that a drawer covers at the right end, in CSS pixels. */
  readonly covered: () => number
}

export function useGridFocus(
  scroller: Readonly<Ref<HTMLElement | null>>,
  { selected, tabStop, covered }: GridFocusOptions,
) {
  const hasFocus = (): boolean => scroller.value?.contains(document.activeElement) ?? false
  const findElement = (address = selected()) => address && document.getElementById(cellId(address))

  /** Scrolls the whole cell into view: a plain focus leaves it half under a pane. */
  function showCell(cell = findElement()): void {
    cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    if (cell?.parentElement && scroller.value) hideCutCell(scroller.value, cell.parentElement)
  }
  function focusCell(cell = findElement()): void {
    cell?.focus({ preventScroll: true })
    showCell(cell)
  }

  /** True when the focus is in another part, such as the search, where it stays. */
  const isLeft = (): boolean => document.activeElement !== document.body && !hasFocus()

  // After a removal the focus moves to the row in its place, if it was in the grid.
  watch(selected, async () => {
    const isOwn = hasFocus()
    if (!isOwn && covered() === 0) return
    await nextTick()
    if (isOwn && !isLeft()) focusCell()
    else showCell()
  })
  // A drawer that opens must not hide the price that it describes.
  watch(
    () => covered() > 0,
    isCovered => isCovered && showCell(),
    { flush: 'post' },
  )

  // An element that moves in the document loses the focus.
  let hadFocus = false
  onBeforeUpdate(() => (hadFocus = hasFocus()))
  onUpdated(() => {
    if (hadFocus && !hasFocus() && !isLeft()) focusCell()
  })
  /** Focuses the cell that Tab would reach. */
  const focus = () => focusCell(findElement(tabStop.value))

  /** After a click on a name or below the rows, which takes no focus, keys act on the selected row. */
  function followClick(): void {
    if (document.activeElement === document.body) void nextTick(focus)
  }
  return { focus, followClick }
}

/** Scrolls a cell that is partly under the names quite under them: what is left of its price would read as another one. */
function hideCutCell(scroller: HTMLElement, row: Element): void {
  const edge =
    scroller.getBoundingClientRect().left + Number.parseFloat(getComputedStyle(scroller).scrollPaddingLeft)
  for (const cell of row.querySelectorAll('[role=gridcell]')) {
    const { left, right } = cell.getBoundingClientRect()
    if (left < edge - 1 && right > edge + 1) scroller.scrollLeft += right - edge
  }
}
