import { beforeEach, describe, expect, it, vi } from 'vitest'
import { DeskWindows, type StoredPlace, type StoredPlaces } from '../../../src/main/window/desk-windows.ts'
import type { WindowName } from '../../../src/shared/model/settings/windows.ts'
import { app, BrowserWindow, switches } from '../../support/electron.ts'

const bounds = { x: 10, y: 20, width: 900, height: 600 }
const stored = (isOpen: boolean): StoredPlace => ({ bounds, displayId: 7, isMaximized: false, isOpen })

let places: Partial<Record<WindowName, StoredPlace>>
let windows: DeskWindows
const onOpened = vi.fn()

function start(given: typeof places = {}): void {
  places = given
  const store: StoredPlaces = {
    read: () => places,
    write: (name, place) => (places = { ...places, [name]: place }),
  }
  windows = new DeskWindows({ preload: '/p.cjs', places: () => store, zoom: () => 1, onOpened })
}
const newest = () => BrowserWindow.opened.at(-1) ?? expect.unreachable('no window')
function open(name: Exclude<WindowName, 'main'>): BrowserWindow {
  windows.open(name)
  return newest()
}
function openMain(): BrowserWindow {
  windows.openMain(() => {})
  return newest()
}
/** As a user does. */
function close(window: BrowserWindow): void {
  window.listeners.get('close')?.()
  window.listeners.get('closed')?.()
}

beforeEach(() => {
  BrowserWindow.opened.splice(0)
  onOpened.mockClear()
  app.removeAll('before-quit')
  start()
})

describe('DeskWindows', () => {
  it('opens each window once, and brings it forward after that', () => {
    openMain()
    const ledger = open('ledger')
    windows.open('ledger')
    expect(BrowserWindow.opened).toHaveLength(2)
    expect(ledger.focus).toHaveBeenCalledOnce()
    expect(windows.list()).toEqual(['ledger'])
    expect(onOpened).toHaveBeenCalledTimes(2)
  })

  it('starts what waits for the first screen once the page of the main window has painted it', () => {
    const onPainted = vi.fn()
    windows.openMain(onPainted)
    windows.painted('ledger')
    expect(onPainted).not.toHaveBeenCalled()
    windows.painted('main')
    windows.painted('main')
    expect(onPainted).toHaveBeenCalledOnce()
  })

  it('starts it some time after the window is shown when the page never reports', () => {
    vi.useFakeTimers()
    const onPainted = vi.fn()
    windows.openMain(onPainted)
    newest().listeners.get('ready-to-show')?.()
    vi.advanceTimersByTime(1_900)
    expect(onPainted).not.toHaveBeenCalled()
    vi.advanceTimersByTime(200)
    expect(onPainted).toHaveBeenCalledOnce()
    vi.useRealTimers()
  })

  it('is not shown after a hidden start, starts the work, and counts as hidden', () => {
    vi.useFakeTimers()
    switches.set('hidden', '')
    const hidden = vi.fn()
    windows.on('hidden', hidden)
    const onPainted = vi.fn()
    windows.openMain(onPainted)
    const main = newest()
    main.listeners.get('ready-to-show')?.()
    vi.advanceTimersByTime(2_100)
    expect(main.show).not.toHaveBeenCalled()
    expect(onPainted).toHaveBeenCalledOnce()
    expect(hidden).toHaveBeenLastCalledWith(true)
    main.listeners.get('show')?.()
    expect(hidden).toHaveBeenLastCalledWith(false)
    switches.clear()
    vi.useRealTimers()
  })

  it('never starts it for a main window that was closed before', () => {
    const onPainted = vi.fn()
    windows.openMain(onPainted)
    close(newest())
    windows.painted('main')
    expect(onPainted).not.toHaveBeenCalled()
  })

  it('names each page by its window in its address', () => {
    const loaded = [openMain(), open('ledger'), open('blue')].map(({ loadURL }) => loadURL.mock.calls[0]?.[0])
    expect(loaded).toEqual(['app://desk/', 'app://desk/?window=ledger', 'app://desk/?window=blue'])
  })

  it('knows its own windows alone by their contents', () => {
    openMain()
    const ledger = open('ledger')
    const find = (contents: unknown): unknown => Reflect.apply(windows.findName, windows, [contents])
    expect(find(ledger.webContents)).toBe('ledger')
    expect(find(new BrowserWindow({}).webContents)).toBeUndefined()
    close(ledger)
    expect(find(ledger.webContents)).toBeUndefined()
  })

  it('sends an event to all, or to all others', () => {
    const opened = [openMain(), open('ledger'), open('blue')]
    const counts = () => opened.map(({ webContents }) => webContents.send.mock.calls.length)
    windows.announce('windows', 'changed', { open: ['ledger'] })
    expect(counts()).toEqual([1, 1, 1])
    windows.announceToOthers('blue')('windows', 'selected', { parlayId: 1, bookId: 'a' })
    expect(counts()).toEqual([2, 2, 1])
    expect(opened[0]?.webContents.send).toHaveBeenLastCalledWith(
      'windows.selected',
      '{"parlayId":1,"bookId":"a"}',
    )
  })

  it('brings the main window forward with a target, which its page alone takes, once', () => {
    const main = openMain()
    open('ledger')
    windows.showMain({ show: 'view', view: 'ledger' })
    windows.showMain({ show: 'setting', id: 'stale-after' })
    expect(main.focus).toHaveBeenCalledTimes(2)
    expect(main.webContents.send).toHaveBeenLastCalledWith('windows.targetSet', 'null')
    expect(windows.takeTarget('ledger')).toBeNull()
    expect(windows.takeTarget('main')).toEqual({ show: 'setting', id: 'stale-after' })
    expect(windows.takeTarget('main')).toBeNull()
  })

  it('restores the windows that were open, behind the main one, each in its place', () => {
    start({ main: stored(true), ledger: stored(true), blue: stored(false) })
    openMain()
    windows.restore()
    expect(windows.list()).toEqual(['ledger'])
    const ledger = newest()
    expect(ledger.options).toMatchObject(bounds)
    ledger.listeners.get('ready-to-show')?.()
    expect(ledger.showInactive).toHaveBeenCalledOnce()
    expect(ledger.show).not.toHaveBeenCalled()
  })

  it('does not restore a window that the user closed, but opens it again in its place', () => {
    openMain()
    close(open('ledger'))
    expect(places.ledger).toEqual({
      bounds: { x: 1, y: 2, width: 1300, height: 700 },
      displayId: 7,
      isMaximized: false,
      isOpen: false,
    })
    expect(open('ledger').options).toMatchObject({ x: 1, y: 2, width: 1300, height: 700 })
  })

  it('restores a window that closed with the program, or that a crash ended', () => {
    openMain()
    const ledger = open('ledger')
    expect(places.ledger?.isOpen).toBe(true)
    app.listeners.get('before-quit')?.()
    close(ledger)
    expect(places.ledger?.isOpen).toBe(true)
  })

  it('writes nothing for the main window until it moves or closes, so that a start stays short', () => {
    openMain()
    expect(places).toEqual({})
  })

  it('is hidden while all of its windows are', () => {
    const hidden: boolean[] = []
    windows.on('hidden', isHidden => hidden.push(isHidden))
    const [main, ledger] = [openMain(), open('ledger')]
    main.listeners.get('minimize')?.()
    ledger.listeners.get('minimize')?.()
    ledger.listeners.get('restore')?.()
    expect(hidden).toEqual([false, true, false])
    close(ledger)
    expect(hidden.at(-1)).toBe(true)
    ledger.listeners.get('hide')?.()
    main.listeners.get('restore')?.()
    expect(hidden.at(-1)).toBe(false)
    expect(main.webContents.send.mock.calls).toContainEqual(['desk.hidden', '{"isHidden":true}'])
  })
})
