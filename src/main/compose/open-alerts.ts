/** Alerts of the desk, judged by what the user set. */
import type { Account } from '../account/account.ts'
import type { UserSettings } from '../account/settings.ts'
import { AlertStore } from '../desk/alerts/alert-store.ts'
import { Alerts } from '../desk/alerts/alerts.ts'
import type { Database } from '../storage/database.ts'

interface AlertsNeed {
  readonly database: Database
  readonly account: Account
  readonly settings: UserSettings
}

export function openAlerts({ database, account, settings }: AlertsNeed): Alerts {
  return new Alerts({
    store: new AlertStore(database),
    profileId: () => account.activeId,
    reading: () => settings.state(),
    format: () => settings.priceFormat,
    nameOf: id => settings.shownBooks().find(book => book.id === id)?.name ?? id,
  })
}
