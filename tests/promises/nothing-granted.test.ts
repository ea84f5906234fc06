/** Source: docs/quality.md, 1. The whole program is composed; what each denial answers is in tests/main/window.test.ts. */
import { describe, expect, it } from 'vitest'
import { composeProgram } from '../support/bridge/composed-program.ts'
import { session, type BrowserWindow } from '../support/electron.ts'

/** The place of the only call of a mock among the calls of all mocks. */
const orderOf = ({
  mock,
}: {
  readonly mock: { readonly invocationCallOrder: readonly number[] }
}): number => {
  expect(mock.invocationCallOrder).toHaveLength(1)
  return mock.invocationCallOrder[0] ?? Infinity
}

function isPrevented(window: BrowserWindow, event: string): boolean {
  let prevented = false
  window.webContents.listeners.get(event)?.({ preventDefault: () => (prevented = true) })
  return prevented
}

describe('Before a page loads, the program denies it permissions, downloads, navigation, windows and webviews.', () => {
  it('denies permissions and downloads in the session, and the rest in the window', async () => {
    const window = await composeProgram()
    const { setPermissionRequestHandler, setPermissionCheckHandler, on } = session.defaultSession
    const loaded = orderOf(window.loadURL)
    for (const denial of [setPermissionRequestHandler, setPermissionCheckHandler, on])
      expect(orderOf(denial)).toBeLessThan(loaded)
    expect(on.mock.calls.map(([event]) => event)).toEqual(['will-download'])
    expect(['will-navigate', 'will-attach-webview'].filter(event => !isPrevented(window, event))).toEqual([])
    expect(window.webContents.openHandler?.({ url: 'https://bets.example/' })).toEqual({ action: 'deny' })
  })
})
