import type { WindowName } from '../../shared/model/settings/windows.ts'

/** One of something for each window, made when the window first needs it, so that those of two never mix. */
export function createPerWindow<T>(create: () => T): (window: WindowName) => T {
  const byWindow = new Map<WindowName, T>()
  return window => {
    const own = byWindow.get(window) ?? create()
    byWindow.set(window, own)
    return own
  }
}
