/** Shows targets that other windows, and clicked notifications, request from the main window. */
import { nextTick, onScopeDispose } from 'vue'
import { bridge } from './bridge.ts'
import { useCommandStore } from './commands/command-store.ts'
import { useNavigationStore } from './navigation-store.ts'

export function useMainTarget(): void {
  const navigation = useNavigationStore()
  const commands = useCommandStore()

  async function take(): Promise<void> {
    const outcome = await bridge().windows.takeTarget()
    if (!outcome.ok || outcome.value === null) return
    navigation.show(outcome.value)
    if (outcome.value.show !== 'price') return
    await nextTick()
    // Moves the focus to the price.
    commands.run('desk.focus-grid')
  }

  onScopeDispose(bridge().windows.targetSet(() => void take()))
  // A target may have been set while this page was loading.
  void take()
}
