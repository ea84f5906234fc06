import { BrowserWindow as RealWindow } from 'electron'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { runSmoke } from '../../src/main/smoke.ts'
import { app, BrowserWindow } from '../support/electron.ts'

let real: RealWindow
let window: BrowserWindow
/** Number of steps that the page has done. */
let done: number
let said: string[]
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.clearAllMocks()
  real = new RealWindow()
  window = BrowserWindow.opened.at(-1) ?? expect.unreachable('no window')
  const asked: string[] = []
  window.webContents.executeJavaScript.mockImplementation(expression => {
    if (!asked.includes(expression)) asked.push(expression)
    return Promise.resolve(asked.indexOf(expression) < done)
  })
  said = []
  vi.spyOn(process.stderr, 'write').mockImplementation(text => said.push(String(text)) > 0)
})
afterEach(() => {
  window.isDestroyed = () => true
  vi.restoreAllMocks()
  vi.useRealTimers()
})

/** Runs it with this many steps done, to the end of its minute. */
async function run({ isPainted, steps }: { isPainted: boolean; steps: number }): Promise<void> {
  done = steps
  void runSmoke(real)
  if (isPainted) window.listeners.get('ready-to-show')?.()
  await vi.advanceTimersByTimeAsync(60_000)
}

describe('--smoke', () => {
  it('quits when the window was painted and a parlay is priced', async () => {
    done = 3
    void runSmoke(real)
    window.listeners.get('ready-to-show')?.()
    await vi.advanceTimersByTimeAsync(1)
    expect(app.quit).toHaveBeenCalledOnce()
    expect(app.exit).not.toHaveBeenCalled()
    expect(said).toEqual([])
  })

  it.each([
    ['a painted window', { isPainted: false, steps: 3 }],
    ['two legs of the demo in the list', { isPainted: true, steps: 0 }],
    ['a slip that can be added to the desk', { isPainted: true, steps: 1 }],
    ['a price of the parlay in the grid', { isPainted: true, steps: 2 }],
    ['the end of the program', { isPainted: true, steps: 3 }],
  ])('exits with 1 after a minute and says what is missing: %s', async (missing, state) => {
    await run(state)
    expect(app.exit).toHaveBeenCalledExactlyOnceWith(1)
    expect(said).toEqual([`--smoke: missing after 60 s: ${missing}\n`])
  })

  it('waits for a page that cannot answer', async () => {
    vi.useRealTimers()
    done = 3
    window.webContents.executeJavaScript.mockRejectedValueOnce(new Error('crashed'))
    void runSmoke(real)
    window.listeners.get('ready-to-show')?.()
    await expect.poll(() => app.quit).toHaveBeenCalledOnce()
  })
})
