/** Keys that work anywhere in a view while it is on screen and the user neither types nor answers a dialog. */
import { useEventListener } from '@vueuse/core'
import { getCurrentInstance } from 'vue'

interface WindowKeysOptions {
  /** Also in text fields: for keys that no field takes as a letter. */
  readonly whileTyping?: boolean
  /** Before all other keys of the window, which do not see a press that has an action here. */
  readonly isFirst?: boolean
}

/** `findAction`: the action of a key press, if it has one. */
export function useWindowKeys(
  findAction: (event: KeyboardEvent) => (() => void) | undefined,
  { whileTyping = false, isFirst = false }: WindowKeysOptions = {},
): void {
  const isOnScreen = useIsOnScreen()
  const isBlocked = whileTyping ? isDialogOpen : isTyping

  function press(event: KeyboardEvent): void {
    if (event.defaultPrevented || !isOnScreen() || isBlocked(event.target)) return
    const action = findAction(event)
    if (action === undefined) return
    event.preventDefault()
    if (isFirst) event.stopPropagation()
    action()
  }
  useEventListener(window, 'keydown', press, { capture: isFirst })
}

/** True while the user types, chooses in a list or answers a dialog. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('input, textarea, select, [contenteditable], dialog, [role=dialog], [role=listbox]') !==
      null
  )
}

const isDialogOpen = (): boolean => document.querySelector('dialog[open]') !== null

/**
 * Distinguishes a view on screen from one that is only kept alive. Lifecycle hooks cannot: a part that loads late is also
 * mounted in a view that has left the screen.
 */
function useIsOnScreen(): () => boolean {
  const instance = getCurrentInstance()
  return () => {
    const root: unknown = instance?.proxy?.$el
    return root instanceof Node && root.isConnected
  }
}
