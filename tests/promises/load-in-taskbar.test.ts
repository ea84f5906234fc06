/** Source: docs/quality.md, 2. The demo's odds are loaded as at a first start. */
import { describe, expect, it, vi } from 'vitest'
import { composeProgram } from '../support/bridge/composed-program.ts'

describe('The taskbar shows the progress of a load of odds, and nothing once it has ended.', () => {
  it('shows it from the first load of the demo to its end', async () => {
    const window = await composeProgram()
    expect(window.setProgressBar).not.toHaveBeenCalled()
    window.listeners.get('ready-to-show')?.()
    const shown = () => window.setProgressBar.mock.calls.map(([share]) => share)
    await vi.waitUntil(() => shown().some(share => share >= 0) && shown().at(-1) === -1, { timeout: 20_000 })
    expect(shown().filter(share => share !== -1 && share !== 2 && !(share >= 0 && share <= 1))).toEqual([])
  })
})
