/** Focus over a change of view: back to where it was in the view shown, else to the tab of that view. */
import { useEventListener } from '@vueuse/core'
import { watch } from 'vue'

/** A grid draws its cells again, some frames after its view is shown. */
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

/** True for focus that went with the view left, or is on a tab other than that of the view shown. */
function isLost(): boolean {
  const { activeElement } = document
  return activeElement === document.body || activeElement?.matches('[role=tab][aria-selected=false]') === true
}
