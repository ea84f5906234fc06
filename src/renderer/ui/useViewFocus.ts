/** Focus over a change of view: back to where it was in the view shown, else to the tab of that view. */
import { useEventListener } from '@vueuse/core'
import { watch } from 'vue'

export function useViewFocus(view: () => string, focusTab: () => void): void {
  const last = new Map<string, HTMLElement>()
  useEventListener(document, 'focusin', ({ target }) => {
    if (target instanceof HTMLElement && target.closest('[role=tabpanel]')) last.set(view(), target)
  })
  watch(
    view,
    shown => {
      if (!isLost()) return
      last.get(shown)?.focus()
      if (isLost()) focusTab()
    },
    { flush: 'post' },
  )
}

/** True for focus that went with the view left, or is on a tab other than that of the view shown. */
function isLost(): boolean {
  const { activeElement } = document
  return activeElement === document.body || activeElement?.matches('[role=tab][aria-selected=false]') === true
}
