/** Notifies the user outside the window: the only user of the system's notifications. */
import { Notification } from 'electron'

export interface DesktopNotice {
  readonly title: string
  readonly body: string
  readonly isSilent: boolean
}

/** Shows a notice; where the system has none it does nothing. `onClick` runs when the user answers it. */
export type Notify = (notice: DesktopNotice, onClick?: () => void) => void

/** Notices kept alive: Electron drops one that nothing refers to, and its click with it. Not every system reports its end. */
const shown = new Set<Notification>()
const maxHeld = 50

export const notifyDesktop: Notify = ({ title, body, isSilent }, onClick) => {
  if (!Notification.isSupported()) return
  const notice = new Notification({ title, body, silent: isSilent })
  shown.add(notice)
  const [oldest] = shown
  if (shown.size > maxHeld && oldest !== undefined) shown.delete(oldest)
  notice.on('click', () => {
    shown.delete(notice)
    onClick?.()
  })
  notice.on('close', () => shown.delete(notice))
  notice.show()
}
