/** Restores the focus after a change of view: to the element focused last in that view, else to its tab. */
import { useEventListener } from '@vueuse/core'
import { watch } from 'vue'

/** Maximum frames to wait until a grid has drawn its cells. */
const maxFrames = 10

export function useViewFocus(view: () => string, focusTab: () => void): void {
  const last = new Map<string, HTMLElement>()
  useEventListener(document, 'focusin', ({ target }) => {
    if (target instanceof HTMLElement && target.closest('[role=tabpanel]')) last.set(view(), target)
  })

  async function restore(shown: string): Promise<void> {
    if (!isLost()) return
    focusTab()
    const before = last.get(shown)
    const tab = document.activeElement
    for (let frame = 0; before !== undefined && frame < maxFrames; frame++) {
      const place = before.isConnected ? before : document.getElementById(before.id)
      place?.focus()
      if (place !== null || document.activeElement !== tab) return
      await new Promise(requestAnimationFrame)
    }
  }
  watch(view, restore, { flush: 'post' })
}

/** True when the focus was lost with the hidden view, or is on the tab of another view. */
function isLost(): boolean {
  const { activeElement } = document
  return activeElement === document.body || activeElement?.matches('[role=tab][aria-selected=false]') === true
}
