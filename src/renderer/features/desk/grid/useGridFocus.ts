/** Keeps the focus of the grid on the selected cell, also when another element draws that cell. */
import { nextTick, onBeforeUpdate, onUpdated, watch, type Ref } from 'vue'
import type { CellAddress } from '../../../../shared/model/price/cell.ts'
import { cellId } from './grid-cell.ts'

export function useGridFocus(
  scroller: Readonly<Ref<HTMLElement | null>>,
  selected: () => CellAddress | undefined,
): void {
  const hasFocus = (): boolean => scroller.value?.contains(document.activeElement) ?? false
  /** Scrolls the whole cell into view: a plain focus leaves it half under a pane. */
  function focusSelected(): void {
    const address = selected()
    const cell = address && document.getElementById(cellId(address))
    cell?.focus({ preventScroll: true })
    cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    if (cell?.parentElement && scroller.value) hideCutCell(scroller.value, cell.parentElement)
  }

  /** True when the focus is in another part, such as the search, where it stays. */
  const isLeft = (): boolean => document.activeElement !== document.body && !hasFocus()

  // After a removal the focus moves to the row in its place, if it was in the grid.
  watch(selected, async () => {
    if (!hasFocus()) return
    await nextTick()
    if (!isLeft()) focusSelected()
  })

  // An element that moves in the document loses the focus.
  let hadFocus = false
  onBeforeUpdate(() => (hadFocus = hasFocus()))
  onUpdated(() => {
    if (hadFocus && !hasFocus() && !isLeft()) focusSelected()
  })
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
