/**
 * The open windows by name: the main one and second windows. Their places are stored; windows that are open at the end
 * are opened at the next start. A call's window is found by the contents that sent it, never by data from the page.
 */
import { EventEmitter } from 'node:events'
import { app, type BrowserWindow, type WebContents } from 'electron'
import { toChannel } from '../../shared/channel.ts'
import type { Announce, Area } from '../../shared/contract.ts'
import type { Target } from '../../shared/model/settings/target.ts'
import { SecondWindow, type WindowName } from '../../shared/model/settings/windows.ts'
import { bringForward, followHiding, openWindow } from '../window.ts'
import type { WindowPlace } from './window-place.ts'

export interface StoredPlace extends WindowPlace {
  readonly isOpen: boolean
}

/** The places of windows, as the settings file has them. */
export interface StoredPlaces {
  read(): Readonly<Partial<Record<WindowName, StoredPlace>>>
  write(name: WindowName, place: StoredPlace): void
}

export interface DeskWindowsDeps {
  readonly preload: string
  /** Read when windows open. */
  readonly places: () => StoredPlaces
  readonly zoom: () => number
  /** Runs for each window that opens, before its page is loaded. */
  readonly onOpened: (window: BrowserWindow, name: WindowName) => void
}

/** Time after which a main window that is shown counts as painted, so that a failing page keeps nothing closed. */
const maxUnpaintedMs = 2_000

const noPlace: WindowPlace = { bounds: null, displayId: null, isMaximized: false }

export interface WindowEvents {
  /** A window opened or closed. */
  changed: []
  closed: [name: WindowName]
  /** True when all windows are hidden. */
  hidden: [isHidden: boolean]
}

export class DeskWindows extends EventEmitter<WindowEvents> {
  readonly #deps: DeskWindowsDeps
  readonly #open = new Map<WindowName, BrowserWindow>()
  readonly #hidden = new Set<WindowName>()
  /** Kept until the page of the main window takes it: the page may be loading, as after a crash. */
  #target: Target | null = null
  /** Windows that close with the program are open at its next start. */
  #isEnding = false
  /** Work that waits for the main window's first screen; undefined once it runs. */
  #onPainted: (() => void) | undefined

  constructor(deps: DeskWindowsDeps) {
    super()
    this.#deps = deps
    app.on('before-quit', () => (this.#isEnding = true))
  }

  /**
   * `onPainted` runs once, when the page has painted its first screen, or some time after the window is shown. With the
   * switch `--hidden` the window stays hidden until a later start, or a script's question, shows it.
   */
  openMain(onPainted: () => void): BrowserWindow {
    this.#onPainted = onPainted
    const isHidden = app.commandLine.hasSwitch('hidden')
    const onShown = () => {
      if (isHidden) this.#follow('main', true)
      const timer = setTimeout(() => this.painted('main'), maxUnpaintedMs)
      window.once('closed', () => clearTimeout(timer))
    }
    const window = this.#openWindow('main', onShown, isHidden ? 'hidden' : 'front')
    window.once('closed', () => (this.#onPainted = undefined))
    return window
  }

  /** The page of this window has painted its first screen. */
  painted(name: WindowName): void {
    const run = name === 'main' ? this.#onPainted : undefined
    if (run === undefined) return
    this.#onPainted = undefined
    run()
  }

  /** Opens a window beside the main one, or brings it forward. */
  open(name: SecondWindow): void {
    const window = this.#open.get(name)
    if (window === undefined) this.#openWindow(name, () => {}, 'front')
    else bringForward(window)
  }

  /** Opens the windows that were open at the last end, without moving the focus. */
  restore(): void {
    const places = this.#deps.places().read()
    for (const name of SecondWindow.options)
      if (places[name]?.isOpen && !this.#open.has(name)) this.#openWindow(name, () => {}, 'behind')
  }

  list(): SecondWindow[] {
    return SecondWindow.options.filter(name => this.#open.has(name))
  }

  /** Name of the window with these contents; undefined for contents of no window of the program. */
  findName(contents: WebContents): WindowName | undefined {
    for (const [name, window] of this.#open) if (window.webContents === contents) return name
    return undefined
  }

  /** Brings the main window forward, and has it show this target. */
  showMain(target: Target): void {
    const window = this.#open.get('main')
    if (window === undefined) return
    this.#target = target
    bringForward(window)
    this.#send(['main'], 'windows', 'targetSet', null)
  }

  /** Returns and clears the target for the main window. */
  takeTarget(name: WindowName): Target | null {
    if (name !== 'main') return null
    const target = this.#target
    this.#target = null
    return target
  }

  readonly announce: Announce = (area, verb, payload) =>
    this.#send([...this.#open.keys()], area, verb, payload)

  /** Sends an event to all windows but one. */
  announceToOthers(name: WindowName): Announce {
    return (area, verb, payload) =>
      this.#send(
        [...this.#open.keys()].filter(other => other !== name),
        area,
        verb,
        payload,
      )
  }

  #send(names: readonly WindowName[], area: Area, verb: string, payload: unknown): void {
    const text = JSON.stringify(payload)
    for (const name of names) this.#open.get(name)?.webContents.send(toChannel(area, verb), text)
  }

  #openWindow(name: WindowName, onShown: () => void, shown: 'front' | 'behind' | 'hidden'): BrowserWindow {
    const { preload, places, zoom, onOpened } = this.#deps
    const place = places().read()[name] ?? noPlace
    const window = openWindow({
      name,
      preload,
      place,
      zoom,
      shown,
      onShown,
      onMoved: moved => places().write(name, { ...moved, isOpen: true }),
    })
    this.#open.set(name, window)
    // Stored now, so that a crash does not lose it. Not for the main window, which always opens: a start should write
    // nothing.
    if (name !== 'main') places().write(name, { ...place, isOpen: true })
    window.once('closed', () => this.#close(name))
    followHiding(window, isHidden => this.#follow(name, isHidden))
    onOpened(window, name)
    this.emit('changed')
    return window
  }

  #close(name: WindowName): void {
    this.#open.delete(name)
    const place = this.#deps.places().read()[name]
    if (place !== undefined && !this.#isEnding && name !== 'main')
      this.#deps.places().write(name, { ...place, isOpen: false })
    this.#hidden.delete(name)
    this.#reportHidden()
    this.emit('closed', name)
    this.emit('changed')
  }

  #follow(name: WindowName, isHidden: boolean): void {
    if (isHidden) this.#hidden.add(name)
    else this.#hidden.delete(name)
    this.#send([name], 'desk', 'hidden', { isHidden })
    this.#reportHidden()
  }

  #reportHidden(): void {
    const names = [...this.#open.keys()]
    if (names.length > 0)
      this.emit(
        'hidden',
        names.every(name => this.#hidden.has(name)),
      )
  }
}
