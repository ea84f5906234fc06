import type { Announce, Handlers } from '../../../shared/contract.ts'
import type { Target } from '../../../shared/model/settings/target.ts'
import type { OpenWindows, SecondWindow, WindowName } from '../../../shared/model/settings/windows.ts'

/** The windows, as far as their calls need them. */
export interface WindowHandlerDeps {
  list(): SecondWindow[]
  open(name: SecondWindow): void
  showMain(target: Target): void
  takeTarget(name: WindowName): Target | null
  painted(name: WindowName): void
  announceToOthers(name: WindowName): Announce
  on(event: 'closed', listener: (name: WindowName) => void): unknown
}

/** Windows beside the main one, and the selection that they share. */
export function createWindowsHandlers(windows: WindowHandlerDeps): Handlers['windows'] {
  const state = (): OpenWindows => ({ open: windows.list() })
  return {
    snapshot: state,
    open({ window }) {
      windows.open(window)
      return state()
    },
    showMain: target => windows.showMain(target),
    takeTarget: (_, window) => windows.takeTarget(window),
    painted: (_, window) => windows.painted(window),
    select: (cell, window) => windows.announceToOthers(window)('windows', 'selected', cell),
  }
}
