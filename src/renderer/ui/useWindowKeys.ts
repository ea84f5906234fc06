/** Keys that count anywhere in a view: while it is on screen, and nobody types or answers a dialog. */
import { onBeforeUnmount, onMounted } from 'vue'
import { useOnScreen } from './useOnScreen.ts'

interface WindowKeysOptions {
  /** Keys that no field takes for a letter. */
  readonly whileTyping?: boolean
}

/** `actOf`: what a key press does, if anything. */
export function useWindowKeys(
  actOf: (event: KeyboardEvent) => (() => void) | undefined,
  { whileTyping = false }: WindowKeysOptions = {},
): void {
  const isOnScreen = useOnScreen()
  const rests = whileTyping ? isDialogOpen : isTyping
  function listen(event: KeyboardEvent): void {
    if (event.defaultPrevented || !isOnScreen() || rests(event.target)) return
    const act = actOf(event)
    if (act === undefined) return
    event.preventDefault()
    act()
  }
  onMounted(() => window.addEventListener('keydown', listen))
  onBeforeUnmount(() => window.removeEventListener('keydown', listen))
}

/** Keys stop while the user types, chooses in a list, or answers a dialog. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('input, textarea, select, [contenteditable], dialog, [role=dialog], [role=listbox]') !==
      null
  )
}

const isDialogOpen = (): boolean => document.querySelector('dialog[open]') !== null
