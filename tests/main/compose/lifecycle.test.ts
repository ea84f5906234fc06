import { dirname } from 'node:path'
import { BrowserWindow as RealWindow } from 'electron'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  endWithWindow,
  restart,
  ServicesEnd,
  welcomeLaterStarts,
} from '../../../src/main/compose/lifecycle.ts'
import { app, BrowserWindow, powerMonitor } from '../../support/electron.ts'
import { tempFolder } from '../../support/storage/temp-folder.ts'

/** As Electron's: a method of a destroyed window throws. */
function destroy(window: BrowserWindow): void {
  window.isDestroyed = () => true
  window.isMinimized = () => {
    throw new TypeError('Object has been destroyed')
  }
}

/** The window as the program has it, and its stand-in. */
let real: RealWindow
let window: BrowserWindow
beforeEach(() => {
  vi.clearAllMocks()
  real = new RealWindow()
  window = BrowserWindow.opened.at(-1) ?? expect.unreachable('no window')
  for (const event of ['second-instance', 'activate', 'will-quit', 'window-all-closed']) app.removeAll(event)
  powerMonitor.removeAll('shutdown')
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  app.isPackaged = false
})

const onRequest = vi.fn()
const noRequest = { isDemo: false, profileFile: null }

describe('a second start', () => {
  it('brings the window forward', () => {
    welcomeLaterStarts(real, onRequest)
    window.isMinimized = () => true
    app.listeners.get('second-instance')?.({}, [], '/')
    expect(window.restore).toHaveBeenCalledOnce()
    expect(window.focus).toHaveBeenCalledOnce()
    expect(app.relaunch).not.toHaveBeenCalled()
  })

  it('passes on the profile that it requests', () => {
    welcomeLaterStarts(real, onRequest)
    const request = { isDemo: false, profileFile: '/home/me/mine.json' }
    app.listeners.get('second-instance')?.({}, [], '/', request)
    expect(onRequest).toHaveBeenCalledExactlyOnceWith(request)
  })

  it('of a version with another request format requests none', () => {
    welcomeLaterStarts(real, onRequest)
    for (const data of [undefined, null, 'demo', { isDemo: 1 }])
      app.listeners.get('second-instance')?.({}, [], '/', data)
    expect(onRequest.mock.calls).toEqual([[noRequest], [noRequest], [noRequest], [noRequest]])
  })

  it('while the program closes has it start again, once', () => {
    welcomeLaterStarts(real, onRequest)
    destroy(window)
    app.listeners.get('second-instance')?.({}, [], '/')
    app.listeners.get('second-instance')?.({}, [], '/')
    app.listeners.get('activate')?.({}, false)
    expect(app.relaunch).toHaveBeenCalledOnce()
  })

  it('while the program closes has it start again with the profile that it asks for', () => {
    welcomeLaterStarts(real, onRequest)
    destroy(window)
    vi.spyOn(process, 'argv', 'get').mockReturnValue(['app', '.', '--demo', '--profile=old.json', '--other'])
    app.listeners.get('second-instance')?.({}, [], '/', { isDemo: false, profileFile: '/new.json' })
    expect(app.relaunch).toHaveBeenCalledExactlyOnceWith({ args: ['.', '--other', '--profile=/new.json'] })
    expect(onRequest).not.toHaveBeenCalled()
  })

  it('by the dock of macOS leaves a window that is there to the system', () => {
    welcomeLaterStarts(real, onRequest)
    app.listeners.get('activate')?.({}, true)
    expect(app.relaunch).not.toHaveBeenCalled()
    expect(window.show).not.toHaveBeenCalled()
  })

  it('by the dock of macOS shows a window that was started hidden', () => {
    welcomeLaterStarts(real, onRequest)
    window.isVisible = () => false
    app.listeners.get('activate')?.({}, true)
    expect(window.show).toHaveBeenCalledOnce()
  })
})

describe('restart', () => {
  it('quits to start again', () => {
    restart()
    expect(app.relaunch).toHaveBeenCalledExactlyOnceWith({ args: process.argv.slice(1) })
    expect(app.quit).toHaveBeenCalledOnce()
  })

  it('shows the window of a program that was started hidden', () => {
    vi.spyOn(process, 'argv', 'get').mockReturnValue(['app', '.', '--hidden'])
    restart()
    expect(app.relaunch).toHaveBeenCalledExactlyOnceWith({ args: ['.'] })
  })

  it('starts the AppImage itself, whose contents are gone with this process', () => {
    vi.stubEnv('APPIMAGE', '/home/me/parlay-desk.AppImage')
    vi.stubEnv('APPDIR', dirname(process.execPath))
    app.isPackaged = true
    restart()
    expect(app.relaunch).toHaveBeenCalledExactlyOnceWith({
      execPath: '/home/me/parlay-desk.AppImage',
      args: process.argv.slice(1),
    })
  })

  it('starts itself, not the AppImage of the terminal that it was started from', () => {
    vi.stubEnv('APPIMAGE', '/home/me/terminal.AppImage')
    vi.stubEnv('APPDIR', tempFolder())
    app.isPackaged = true
    restart()
    expect(app.relaunch).toHaveBeenCalledExactlyOnceWith({ args: process.argv.slice(1) })
  })
})

/** Services that note when they are closed. */
function startServices() {
  const ended: string[] = []
  const log = vi.fn((_error: unknown) => 'ab12')
  const closes = (name: string) => ({ close: () => void ended.push(name) })
  const stops = (name: string) => ({ stop: () => void ended.push(name) })
  const services = {
    settlement: stops('settlement'),
    closing: stops('closing'),
    sources: closes('sources'),
    auto: closes('auto'),
    scanner: stops('scanner'),
    desk: closes('desk'),
    trending: closes('trending'),
    alerts: closes('alerts'),
    phone: closes('phone'),
    budgets: closes('budgets'),
    drafts: closes('drafts'),
    retention: closes('retention'),
    database: closes('database'),
    backups: stops('backups'),
    team: closes('team'),
    updates: stops('updates'),
    scripts: closes('scripts'),
    ledger: closes('ledger'),
  }
  const names = Object.keys(services)
  const board = { close: () => Promise.resolve() }
  const account = { removeAllListeners: () => undefined }
  const closeLog = vi.fn()
  return {
    services: { ...services, account, log, closeLog, board, http: board },
    ended,
    log,
    closeLog,
    names,
  }
}

describe('ServicesEnd', () => {
  it('closes all services, once', async () => {
    const { services, ended, names } = startServices()
    const end = new ServicesEnd(services, () => ended.push('events'))
    await Promise.all([end.close(), end.close()])
    expect(ended).toEqual(expect.arrayContaining(['events', ...names]))
    expect(ended).toHaveLength(names.length + 1)
  })

  it('closes the others when one fails, and logs that', async () => {
    const { services, ended, log, closeLog, names } = startServices()
    const fault = new Error('disk I/O error')
    services.sources.close = () => {
      throw fault
    }
    await new ServicesEnd(services, () => {}).close()
    expect(ended.toSorted()).toEqual(names.filter(name => name !== 'sources').toSorted())
    expect(log).toHaveBeenCalledExactlyOnceWith(fault)
    expect(log.mock.invocationCallOrder[0]).toBeLessThan(closeLog.mock.invocationCallOrder[0] ?? 0)
  })
})

describe('the end of the program', () => {
  it('comes with its last window', () => {
    endWithWindow(real, { close: () => Promise.resolve() })
    app.listeners.get('window-all-closed')?.()
    expect(app.quit).toHaveBeenCalledOnce()
  })

  it('waits for the services, then quits', async () => {
    const closed = Promise.withResolvers<undefined>()
    endWithWindow(real, { close: () => closed.promise })
    const preventDefault = vi.fn()
    app.listeners.get('will-quit')?.({ preventDefault })
    expect(preventDefault).toHaveBeenCalledOnce()
    expect(app.quit).not.toHaveBeenCalled()
    closed.resolve(undefined)
    await expect.poll(() => app.quit).toHaveBeenCalledOnce()
    app.listeners.get('will-quit')?.({ preventDefault })
    expect(preventDefault).toHaveBeenCalledOnce()
  })

  it('waits for the services also when asked to quit again meanwhile', async () => {
    const closed = Promise.withResolvers<undefined>()
    endWithWindow(real, { close: () => closed.promise })
    const preventDefault = vi.fn()
    app.listeners.get('will-quit')?.({ preventDefault })
    app.listeners.get('will-quit')?.({ preventDefault })
    expect(preventDefault).toHaveBeenCalledTimes(2)
    expect(app.quit).not.toHaveBeenCalled()
    closed.resolve(undefined)
    await expect.poll(() => app.quit).toHaveBeenCalled()
  })

  it('does not wait longer than five seconds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    endWithWindow(real, { close: () => new Promise(() => {}) })
    app.listeners.get('will-quit')?.({ preventDefault: vi.fn() })
    await vi.advanceTimersByTimeAsync(5_000)
    vi.useRealTimers()
    await vi.waitFor(() => expect(app.quit).toHaveBeenCalledOnce(), { timeout: 8_000 })
  })

  it('closes the files before the system ends the session of Windows', () => {
    const { services, ended, names } = startServices()
    endWithWindow(real, new ServicesEnd(services, () => {}))
    window.listeners.get('session-end')?.({ reasons: ['shutdown'] })
    expect(ended.toSorted()).toEqual(names.toSorted())
  })

  it('puts off the shutdown of Linux and macOS and quits', () => {
    endWithWindow(real, { close: () => Promise.resolve() })
    const preventDefault = vi.fn()
    powerMonitor.listeners.get('shutdown')?.({ preventDefault })
    expect(preventDefault).toHaveBeenCalledOnce()
    expect(app.quit).toHaveBeenCalledOnce()
  })

  // Electron's lib/browser/api/power-monitor.ts counts the listeners of `shutdown` before the first one of all is added.
  it('gets the shutdown event of Linux, where Electron overlooks the first listener', () => {
    const listenTo = vi.spyOn(powerMonitor, 'on')
    endWithWindow(real, { close: () => Promise.resolve() })
    expect(listenTo.mock.calls.findIndex(([event]) => event === 'shutdown')).toBeGreaterThan(0)
    listenTo.mockRestore()
  })
})
