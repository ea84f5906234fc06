/** Tells when the window is hidden, which stops prices from renewing themselves. Costs no call. */
import { onScopeDispose } from 'vue'
import { bridge } from '../../../bridge.ts'

export function useHiddenWindow(): void {
  function tell(): void {
    void bridge().budget.windowHidden({ isHidden: document.visibilityState === 'hidden' })
  }
  document.addEventListener('visibilitychange', tell)
  onScopeDispose(() => {
    document.removeEventListener('visibilitychange', tell)
  })
}
