/** What the desk tells the alerts, and how these reach the user: in the window, and beside it. */
import { BrowserWindow } from 'electron'
import type { Announce } from '../../shared/contract.ts'
import type { Account } from '../account/account.ts'
import { notifyOf } from '../desk/alerts/alert-notices.ts'
import type { Alerts } from '../desk/alerts/alerts.ts'
import type { Desk } from '../desk/desk.ts'
import { notifyDesktop } from '../notices/desktop-notice.ts'

interface AlertParts {
  readonly announce: Announce
  readonly account: Account
  readonly desk: Desk
  readonly alerts: Alerts
}

export function connectAlerts({ announce, account, desk, alerts }: AlertParts): void {
  desk.on('changed', change => alerts.follow(change))
  account.on('switched', () => alerts.open())
  alerts.on('changed', state => announce('alerts', 'changed', state))
  const onAnswered = (parlayId: number, bookId: string | null) => {
    bringForward()
    announce('alerts', 'answered', { parlayId, bookId })
  }
  alerts.on('fired', firings => notifyOf(firings, { notify: notifyDesktop, onAnswered }))
}

function bringForward(): void {
  const [window] = BrowserWindow.getAllWindows()
  if (window?.isMinimized() === true) window.restore()
  window?.show()
  window?.focus()
}
