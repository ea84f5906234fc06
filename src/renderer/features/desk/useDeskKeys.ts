/** Listens for the keys that count anywhere on the desk, while the desk is on screen and nobody types. */
import { onActivated, onBeforeUnmount, onDeactivated, onMounted } from 'vue'
import { actOf, isTyping, type Act } from './desk-keys.ts'

export function useDeskKeys(onAct: (act: Act) => void): void {
  function listen(event: KeyboardEvent): void {
    const act = event.defaultPrevented || isTyping(event.target) ? undefined : actOf(event)
    if (act === undefined) return
    event.preventDefault()
    onAct(act)
  }
  function start(): void {
    window.addEventListener('keydown', listen)
  }
  function stop(): void {
    window.removeEventListener('keydown', listen)
  }
  onMounted(start)
  onActivated(start)
  onDeactivated(stop)
  onBeforeUnmount(stop)
}
