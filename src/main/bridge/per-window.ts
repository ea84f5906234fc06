import type { WindowName } from '../../shared/model/settings/windows.ts'

/** Creates one value for each window, at its first use. */
export function createPerWindow<T>(create: () => T): (window: WindowName) => T {
  const byWindow = new Map<WindowName, T>()
  return window => {
    const own = byWindow.get(window) ?? create()
    byWindow.set(window, own)
    return own
  }
}
