import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { BrowserWindow as RealWindow } from 'electron'
import { logLostProcesses, recoverPage } from '../../../src/main/window/page-recovery.ts'
import { app, BrowserWindow, dialog } from '../../support/electron.ts'

const log = vi.fn((_error: unknown) => 'ab12')
const onRestart = vi.fn()
let window: BrowserWindow

beforeEach(() => {
  vi.useFakeTimers()
  vi.clearAllMocks()
  recover({ isMain: true })
})
afterEach(() => {
  vi.useRealTimers()
})

function recover({ isMain }: { isMain: boolean }): void {
  recoverPage(new RealWindow(), { log, isMain, onRestart })
  window = BrowserWindow.opened.at(-1) ?? expect.unreachable('no window')
}
const emit = (event: string, ...given: unknown[]) => window.webContents.listeners.get(event)?.({}, ...given)
const crash = (reason = 'crashed') => emit('render-process-gone', { reason, exitCode: 5 })
const answer = (response: number) => dialog.showMessageBox.mockResolvedValueOnce({ response })

describe('a page that crashed', () => {
  it.each(['crashed', 'oom', 'killed', 'abnormal-exit'])('is logged and reloaded: %s', reason => {
    crash(reason)
    expect(log).toHaveBeenCalledExactlyOnceWith(new Error(`the page process is gone: ${reason} (5)`))
    expect(window.webContents.reload).toHaveBeenCalledOnce()
    expect(dialog.showMessageBox).not.toHaveBeenCalled()
  })

  it('is no crash when its process ended in order', () => {
    crash('clean-exit')
    expect(log).not.toHaveBeenCalled()
  })

  it('within a minute again leads to the offer of a restart, not to another reload', async () => {
    answer(0)
    crash()
    vi.advanceTimersByTime(59_000)
    crash()
    await expect.poll(() => onRestart).toHaveBeenCalledOnce()
    expect(window.webContents.reload).toHaveBeenCalledOnce()
  })

  it('quits when the user does not want the restart', async () => {
    answer(1)
    crash()
    crash()
    await expect.poll(() => app.quit).toHaveBeenCalledOnce()
    expect(onRestart).not.toHaveBeenCalled()
  })

  it('beside the main window is closed alone when the user wants that', async () => {
    recover({ isMain: false })
    answer(1)
    crash()
    crash()
    await expect.poll(() => window.close).toHaveBeenCalledOnce()
    expect(dialog.showMessageBox.mock.lastCall?.[1]).toMatchObject({ buttons: ['Restart', 'Close window'] })
    expect(app.quit).not.toHaveBeenCalled()
  })

  it('after more than a minute is reloaded again', () => {
    crash()
    vi.advanceTimersByTime(61_000)
    crash()
    expect(window.webContents.reload).toHaveBeenCalledTimes(2)
  })

  it('in a window that was closed is left alone', () => {
    window.isDestroyed = () => true
    crash()
    expect(window.webContents.reload).not.toHaveBeenCalled()
  })
})

describe('a page that was not loaded', () => {
  it('is loaded again', () => {
    emit('did-fail-load', -9, 'ERR_UNEXPECTED', 'app://desk/', true)
    expect(window.webContents.reload).toHaveBeenCalledOnce()
  })

  it.each([
    ['another load replaced it', -3, true],
    ['it is a frame', -9, false],
  ])('is left alone when %s', (_, code, isMainFrame) => {
    emit('did-fail-load', code, 'ERR', 'app://desk/', isMainFrame)
    expect(window.webContents.reload).not.toHaveBeenCalled()
  })
})

describe('a page that hangs', () => {
  it('is ended when the user wants to reload it', async () => {
    answer(1)
    window.listeners.get('unresponsive')?.()
    await expect.poll(() => window.webContents.forcefullyCrashRenderer).toHaveBeenCalledOnce()
  })

  it('is waited for when the user wants that', async () => {
    answer(0)
    window.listeners.get('unresponsive')?.()
    await vi.advanceTimersByTimeAsync(10)
    expect(window.webContents.forcefullyCrashRenderer).not.toHaveBeenCalled()
  })

  it('is asked about once, and the question ends when it answers again', () => {
    window.listeners.get('unresponsive')?.()
    window.listeners.get('unresponsive')?.()
    expect(dialog.showMessageBox).toHaveBeenCalledOnce()
    const isAborted = () => dialog.showMessageBox.mock.calls[0]?.[1]?.signal?.aborted
    expect(isAborted()).toBe(false)
    window.listeners.get('responsive')?.()
    expect(isAborted()).toBe(true)
  })
})

describe('a process of Chromium', () => {
  it('is logged when it is lost, not when it ended', () => {
    logLostProcesses(log)
    const gone = app.listeners.get('child-process-gone')
    gone?.({}, { type: 'GPU', reason: 'crashed', exitCode: 139 })
    gone?.({}, { type: 'Utility', name: 'Network Service', reason: 'clean-exit', exitCode: 0 })
    expect(log.mock.calls).toEqual([[new Error('a process is gone: GPU, crashed (139)')]])
  })
})
