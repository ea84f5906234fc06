/** Notifies the user outside the window. The only importer of Electron's Notification. */
import { Notification } from 'electron'

export interface DesktopNotice {
  readonly title: string
  readonly body: string
  readonly isSilent: boolean
}

/** Shows a notice. `onClick` runs when the user clicks it. */
export type Notify = (notice: DesktopNotice, onClick?: () => void) => void

/**
 * References to shown notices: Electron would collect them, and lose their clicks. Not every system reports when one
 * closes.
 */
const shown = new Set<Notification>()
const maxHeld = 50

const inWindowOnly = 'It’s shown only in this window.'
const fixes: Partial<Record<NodeJS.Platform, string>> = {
  darwin: 'Allow them in System Settings, Notifications; macOS hides those of unsigned apps.',
  linux: 'They need libnotify and a desktop that shows notifications.',
  win32: 'Turn them on in Settings, System, Notifications.',
}

/** Calls `onFailed` with a sentence for the user the first time that the system shows no notice. */
export function createNotify(onFailed: (sentence: string) => void): Notify {
  let hasFailed = false
  const fail = () => {
    if (hasFailed) return
    hasFailed = true
    const fix = fixes[process.platform] ?? ''
    onFailed(`A notification couldn’t be shown. ${inWindowOnly} ${fix}`.trim())
  }
  return ({ title, body, isSilent }, onClick) => {
    if (!Notification.isSupported()) {
      fail()
      return
    }
    const notice = new Notification({ title, body, silent: isSilent })
    shown.add(notice)
    const [oldest] = shown
    if (shown.size > maxHeld && oldest !== undefined) shown.delete(oldest)
    notice.on('click', () => {
      shown.delete(notice)
      onClick?.()
    })
    notice.on('close', () => shown.delete(notice))
    notice.on('failed', () => {
      shown.delete(notice)
      fail()
    })
    notice.show()
  }
}
