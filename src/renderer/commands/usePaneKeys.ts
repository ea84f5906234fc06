/** F6 moves the focus from pane to pane (`data-pane`), each time to the element focused last there. */
import { useEventListener } from '@vueuse/core'
import { useCommands } from './command-store.ts'

const tabbable =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), summary, [tabindex="0"]'

export function usePaneKeys(): void {
  const lastFocused = new WeakMap<Element, HTMLElement>()
  useEventListener(document, 'focusin', ({ target }) => {
    const pane = target instanceof HTMLElement && target.closest('[data-pane]')
    if (pane) lastFocused.set(pane, target)
  })

  /**
   * The element of a pane that gets the focus: the last one focused, else its grid, search or `data-pane-start`, else its
   * first control.
   */
  function findPlace(pane: Element): HTMLElement | undefined {
    const last = lastFocused.get(pane)
    if (last !== undefined && pane.contains(last) && isVisible(last) && !last.matches(':disabled'))
      return last
    const main = pane.querySelectorAll<HTMLElement>(
      '[role=grid] [tabindex="0"], [data-pane-start], input[type=search]',
    )
    return [...main, ...pane.querySelectorAll<HTMLElement>(tabbable)].find(isVisible)
  }

  function move(step: 1 | -1): void {
    const panes = [...document.querySelectorAll('[data-pane]')].filter(isVisible)
    const own = document.activeElement?.closest('[data-pane]')
    const at = panes.findIndex(pane => pane === own)
    const from = at === -1 && step === -1 ? 0 : at
    const order = panes.map((_, place) => panes.at((from + step * (place + 1)) % panes.length))
    for (const pane of order) {
      const place = pane && findPlace(pane)
      if (place === undefined) continue
      place.focus()
      return
    }
  }

  useCommands({ 'app.next-pane': { run: () => move(1) }, 'app.previous-pane': { run: () => move(-1) } })
}

const isVisible = (element: Element): boolean => element.getClientRects().length > 0
