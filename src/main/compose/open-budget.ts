/** The budget of calls, and the prices that renew themselves within it. */
import { openStoredCallSettings, type StoredCallSettings } from '../account/stored-preferences.ts'
import type { SettingsFile } from '../account/settings-file.ts'
import { AutoRefresh } from '../desk/planning/auto-refresh.ts'
import { BudgetStore } from '../desk/budget/budget-store.ts'
import { Budgets } from '../desk/budget/budgets.ts'
import type { Desk } from '../desk/desk.ts'
import type { Database } from '../storage/database.ts'

export function openBudgets({ database, file }: { database: Database; file: SettingsFile }) {
  const callSettings = openStoredCallSettings(file)
  const limits = (profileId: string) => callSettings.getLimits(profileId)
  return { callSettings, budgets: new Budgets({ store: new BudgetStore(database), limits }) }
}

export function openAutoRefresh(desk: Desk, callSettings: StoredCallSettings): AutoRefresh {
  return new AutoRefresh({
    rows: () => desk.ids(),
    refresh: (parlayId, olderThanMs) => desk.refresh(parlayId, olderThanMs),
    isOnWhileHidden: () => callSettings.isAutoWhileHidden,
  })
}
