/** Focus inside the grid: it follows the selected cell, also when that cell's element is drawn elsewhere. */
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
  }

  /** Focus that has left the grid for another part, such as the search, stays there. */
  const isLeft = (): boolean => document.activeElement !== document.body && !hasFocus()

  // Also to the row in the place of a removed one, as long as the focus was in the grid.
  watch(selected, async () => {
    if (!hasFocus()) return
    await nextTick()
    if (!isLeft()) focusSelected()
  })

  // An element that changes its place in the document loses the focus.
  let hadFocus = false
  onBeforeUpdate(() => (hadFocus = hasFocus()))
  onUpdated(() => {
    if (hadFocus && !hasFocus() && !isLeft()) focusSelected()
  })
}
