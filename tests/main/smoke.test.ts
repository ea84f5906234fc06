import type { BrowserWindow as RealWindow } from 'electron'
import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { runSmoke } from '../../src/main/smoke.ts'
import { app } from '../support/electron.ts'

/** A window whose page has done so many of the steps. */
class Window extends EventEmitter {
  done = 0
  #asked: string[] = []
  isDestroyed = (): boolean => false
  webContents = {
    executeJavaScript: (expression: string): Promise<boolean> => {
      if (!this.#asked.includes(expression)) this.#asked.push(expression)
      return Promise.resolve(this.#asked.indexOf(expression) < this.done)
    },
  }
}

let window: Window
let said: string[]
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.clearAllMocks()
  window = new Window()
  said = []
  vi.spyOn(process.stderr, 'write').mockImplementation(text => said.push(String(text)) > 0)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

/** Runs it with this many steps done, to the end of its minute. */
async function run({ isPainted, done }: { isPainted: boolean; done: number }): Promise<void> {
  window.done = done
  void runSmoke(window as unknown as RealWindow)
  if (isPainted) window.emit('ready-to-show')
  await vi.advanceTimersByTimeAsync(60_000)
}

describe('--smoke', () => {
  it('quits when the window was painted and a parlay is priced', async () => {
    window.done = 3
    void runSmoke(window as unknown as RealWindow)
    window.emit('ready-to-show')
    await vi.advanceTimersByTimeAsync(1)
    expect(app.quit).toHaveBeenCalledOnce()
    expect(app.exit).not.toHaveBeenCalled()
    expect(said).toEqual([])
  })

  it.each([
    ['a painted window', { isPainted: false, done: 3 }],
    ['two legs of the demo in the list', { isPainted: true, done: 0 }],
    ['a slip that can be added to the desk', { isPainted: true, done: 1 }],
    ['a price of the parlay in the grid', { isPainted: true, done: 2 }],
    ['the end of the program', { isPainted: true, done: 3 }],
  ])('exits with 1 after a minute and says what is missing: %s', async (missing, state) => {
    await run(state)
    expect(app.exit).toHaveBeenCalledExactlyOnceWith(1)
    expect(said).toEqual([`--smoke: missing after 60 s: ${missing}\n`])
  })

  it('waits for a page that cannot answer', async () => {
    vi.useRealTimers()
    const execute = window.webContents.executeJavaScript
    window.webContents.executeJavaScript = () => Promise.reject(new Error('crashed'))
    void runSmoke(window as unknown as RealWindow)
    window.emit('ready-to-show')
    await new Promise(resolve => setTimeout(resolve, 300))
    window.done = 3
    window.webContents.executeJavaScript = execute
    await vi.waitFor(() => expect(app.quit).toHaveBeenCalledOnce())
  })
})
