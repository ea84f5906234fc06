/** Shows targets that other windows, and clicked notifications, request from the main window. */
import { nextTick, onScopeDispose } from 'vue'
import type { MainTarget } from '../shared/model/settings/main-target.ts'
import { bridge } from './bridge.ts'
import { useCommandStore } from './commands/command-store.ts'
import { useNavigationStore } from './navigation-store.ts'

export function useMainTarget(): void {
  const navigation = useNavigationStore()
  const commands = useCommandStore()

  async function show(target: MainTarget): Promise<void> {
    switch (target.show) {
      case 'view':
        navigation.goTo(target.view)
        break
      case 'legs':
        navigation.searchLegs()
        break
      case 'setting':
        navigation.showSetting(target.id)
        break
      case 'tickets':
        navigation.showTickets(target.filter)
        break
      case 'ledger':
        navigation.runInLedger(target.action)
        break
      case 'price':
        navigation.showCell({ parlayId: target.parlayId, bookId: target.bookId })
        await nextTick()
        // Moves the focus to the price.
        commands.run('desk.focus-grid')
    }
  }

  async function take(): Promise<void> {
    const outcome = await bridge().windows.takeTarget()
    if (outcome.ok && outcome.value !== null) await show(outcome.value)
  }

  onScopeDispose(bridge().windows.targetSet(() => void take()))
  // A target may have been set while this page was loading.
  void take()
}
