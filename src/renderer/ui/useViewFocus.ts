/**
 * Restores the focus after a change of view: to the element focused last in that view, else to its table, else to its
 * tab. Something requested to be shown there takes the place of the last element: the focus on another row would select
 * that row.
 */
import { useEventListener } from '@vueuse/core'
import { watch } from 'vue'

/** Maximum frames to wait for a view that is loaded when it is first shown, and for the cells of its table. */
const maxFrames = 60

interface ViewFocusOptions {
  readonly view: () => string
  /** Part of the view requested to be shown; undefined once it is. */
  readonly target: () => object | undefined
  readonly focusTab: () => void
}

export function useViewFocus({ view, target, focusTab }: ViewFocusOptions): void {
  const last = new Map<string, HTMLElement>()
  useEventListener(document, 'focusin', ({ target: focused }) => {
    if (focused instanceof HTMLElement && focused.closest('[role=tabpanel]')) last.set(view(), focused)
  })

  async function restore(shown: string): Promise<void> {
    if (!isLost()) return
    focusTab()
    const tab = document.activeElement
    for (let frame = 0; frame < maxFrames && document.activeElement === tab; frame++) {
      findPlace(last.get(shown))?.focus()
      await new Promise(requestAnimationFrame)
    }
  }
  watch(view, restore, { flush: 'post' })
  // At once: the view may have taken it when the focus is restored.
  watch(target, to => to && last.delete(view()), { flush: 'sync' })
}

/** The place of the focus in the shown view; undefined while it is not drawn. */
function findPlace(before: HTMLElement | undefined): HTMLElement | null | undefined {
  if (before === undefined)
    return document.querySelector<HTMLElement>('[role=tabpanel] [role=grid] [tabindex="0"]')
  return before.isConnected ? before : document.getElementById(before.id)
}

/** True when the focus was lost with the hidden view, or is on the tab of another view. */
function isLost(): boolean {
  const { activeElement } = document
  return activeElement === document.body || activeElement?.matches('[role=tab][aria-selected=false]') === true
}
