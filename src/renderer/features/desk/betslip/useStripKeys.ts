/** Keys of a strip while it is on screen: they go before the desk's own, and rest while the user types. */
import { onActivated, onBeforeUnmount, onDeactivated, onMounted } from 'vue'
import { isTyping } from '../../../ui/useWindowKeys.ts'

/** `keys`: what each key does now, by its name. */
export function useStripKeys(keys: () => Readonly<Record<string, () => void>>): void {
  function listen(event: KeyboardEvent): void {
    const isHeld = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey
    const does = isHeld || isTyping(event.target) ? undefined : keys()[event.key]
    if (does === undefined) return
    event.preventDefault()
    event.stopPropagation()
    does()
  }
  const start = () => window.addEventListener('keydown', listen, { capture: true })
  const stop = () => window.removeEventListener('keydown', listen, { capture: true })
  onMounted(start)
  onActivated(start)
  onDeactivated(stop)
  onBeforeUnmount(stop)
}
