/** Keys of a strip while it is on screen: they go before the desk's own, and rest while the user types. */
import { onBeforeUnmount, onMounted } from 'vue'
import { useOnScreen } from '../../../ui/useOnScreen.ts'
import { isTyping } from '../../../ui/useWindowKeys.ts'

/** `keys`: what each key does now, by its name. */
export function useStripKeys(keys: () => Readonly<Record<string, () => void>>): void {
  const isOnScreen = useOnScreen()
  function listen(event: KeyboardEvent): void {
    const isHeld = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey
    const does = isHeld || !isOnScreen() || isTyping(event.target) ? undefined : keys()[event.key]
    if (does === undefined) return
    event.preventDefault()
    event.stopPropagation()
    does()
  }
  onMounted(() => window.addEventListener('keydown', listen, { capture: true }))
  onBeforeUnmount(() => window.removeEventListener('keydown', listen, { capture: true }))
}
