/**
 * Replaces the electron package in unit tests (an alias in vitest.config.ts) and records how the main process and the
 * preload use it.
 */
import { vi } from 'vitest'

type Answer = (event: unknown, request: unknown) => unknown
type Listener = (event: unknown, payload: unknown) => void

/** Handlers given to `ipcMain.handle`, by channel. */
export const handled = new Map<string, Answer>()
export const ipcMain = {
  handle(channel: string, answer: Answer): void {
    if (handled.has(channel)) throw new Error(`a second handler for ${channel}`)
    handled.set(channel, answer)
  },
  on: vi.fn(),
}

/** Listeners added by `ipcRenderer.on` and not removed by `off`. */
export const listened: { channel: string; listener: Listener }[] = []
export const ipcRenderer = {
  invoke: vi.fn((channel: string, request: unknown): Promise<unknown> =>
    Promise.resolve({ channel, request }),
  ),
  on(channel: string, listener: Listener): void {
    listened.push({ channel, listener })
  },
  off(channel: string, listener: Listener): void {
    const place = listened.findIndex(each => each.channel === channel && each.listener === listener)
    if (place !== -1) listened.splice(place, 1)
  },
}

export const contextBridge = { exposeInMainWorld: vi.fn((_name: string, _api: unknown): void => {}) }
export const shell = {
  openExternal: vi.fn((_url: string): Promise<void> => Promise.resolve()),
  showItemInFolder: vi.fn((_path: string): void => {}),
  openPath: vi.fn((_path: string): Promise<string> => Promise.resolve('')),
}
/** Dialogs that the user closes, unless a test answers them. */
export const dialog = {
  showOpenDialog: vi.fn((..._options: unknown[]): Promise<{ filePaths: string[] }> =>
    Promise.resolve({ filePaths: [] }),
  ),
  showErrorBox: vi.fn((_title: string, _text: string): void => {}),
  showMessageBox: vi.fn(
    (_window: unknown, _options?: { readonly signal?: AbortSignal }): Promise<{ response: number }> =>
      new Promise(() => {}),
  ),
  showSaveDialog: vi.fn((..._options: unknown[]): Promise<{ canceled: boolean; filePath: string }> =>
    Promise.resolve({ canceled: true, filePath: '' }),
  ),
}
export class ClipboardItem {
  readonly items: Readonly<Record<string, Blob | string>>
  constructor(items: Readonly<Record<string, Blob | string>>) {
    this.items = items
  }
}
export const clipboard = {
  writeText: vi.fn((_text: string): Promise<void> => Promise.resolve()),
  write: vi.fn((_items: ClipboardItem[]): Promise<void> => Promise.resolve()),
}
type ServeRequest = (request: Request) => Response | Promise<Response>

/** Handlers given to `protocol.handle`, by scheme. */
export const served = new Map<string, ServeRequest>()
export const protocol = {
  registerSchemesAsPrivileged: vi.fn((_schemes: unknown): void => {}),
  handle(scheme: string, serve: ServeRequest): void {
    served.set(scheme, serve)
  },
}

type Heard = (...given: unknown[]) => void

/** Listeners by event, as windows and their contents have them. */
class Listeners {
  readonly #byEvent = new Map<string, Heard[]>()
  readonly #wrapped = new WeakMap<Heard, Heard>()
  /** By event: calls all its listeners. Undefined where there is none. */
  readonly listeners = {
    get: (event: string): Heard | undefined => {
      const all = this.#byEvent.get(event)
      return all && ((...given) => [...all].forEach(listener => listener(...given)))
    },
  }
  on(event: string, listener: Heard): void {
    this.#byEvent.set(event, [...(this.#byEvent.get(event) ?? []), listener])
  }
  once(event: string, listener: Heard): void {
    const first: Heard = (...given) => {
      this.off(event, first)
      listener(...given)
    }
    this.#wrapped.set(listener, first)
    this.on(event, first)
  }
  off(event: string, listener: Heard): void {
    const added = [listener, this.#wrapped.get(listener)]
    const left = (this.#byEvent.get(event) ?? []).filter(each => !added.includes(each))
    if (left.length > 0) this.#byEvent.set(event, left)
    else this.#byEvent.delete(event)
  }
  removeAll(event: string): void {
    this.#byEvent.delete(event)
  }
}

class WebContents extends Listeners {
  openHandler: ((details: unknown) => unknown) | undefined
  setWindowOpenHandler(handler: (details: unknown) => unknown): void {
    this.openHandler = handler
  }
  readonly reload = vi.fn()
  readonly executeJavaScript = vi.fn((_code: string): Promise<unknown> => Promise.resolve())
  readonly send = vi.fn()
  readonly setZoomFactor = vi.fn((_factor: number): void => {})
  readonly forcefullyCrashRenderer = vi.fn()
}

export class BrowserWindow extends Listeners {
  static readonly opened: BrowserWindow[] = []
  readonly webContents = new WebContents()
  readonly options: Readonly<Record<string, unknown>>
  readonly show = vi.fn()
  readonly showInactive = vi.fn()
  readonly restore = vi.fn()
  readonly close = vi.fn()
  readonly focus = vi.fn()
  readonly maximize = vi.fn()
  readonly setMenuBarVisibility = vi.fn()
  readonly setBackgroundColor = vi.fn((_color: string): void => {})
  readonly setProgressBar = vi.fn((_share: number): void => {})
  isMinimized = (): boolean => false
  isMaximized = (): boolean => false
  isDestroyed = (): boolean => false
  isVisible = (): boolean => true
  readonly loadURL = vi.fn((_url: string): Promise<void> => Promise.resolve())
  constructor(options: Readonly<Record<string, unknown>>) {
    super()
    this.options = options
    BrowserWindow.opened.push(this)
  }
  static getFocusedWindow(): BrowserWindow | null {
    return null
  }
  static getAllWindows(): BrowserWindow[] {
    return BrowserWindow.opened
  }
  getNormalBounds() {
    return { x: 1, y: 2, width: 1300, height: 700 }
  }
}

/** Parts shown beside the window, oldest first. */
export class Notification extends Listeners {
  static readonly shown: Notification[] = []
  static isSupported = (): boolean => true
  readonly parts: { readonly title?: string; readonly body?: string; readonly silent?: boolean }
  constructor(parts: Notification['parts']) {
    super()
    this.parts = parts
  }
  show(): void {
    Notification.shown.push(this)
  }
}

export const session = {
  defaultSession: {
    setPermissionRequestHandler: vi.fn(
      (
        _decide: (contents: unknown, permission: string, answer: (isGranted: boolean) => void) => void,
      ): void => {},
    ),
    setPermissionCheckHandler: vi.fn((_decide: () => boolean): void => {}),
    on: vi.fn((_event: string, _listener: (event: { preventDefault: () => void }) => void): void => {}),
  },
}
/** Command-line switches of the program, by name. */
export const switches = new Map<string, string>()
class App extends Listeners {
  commandLine = {
    hasSwitch: (name: string): boolean => switches.has(name),
    getSwitchValue: (name: string): string => switches.get(name) ?? '',
  }
  isPackaged = false
  requestSingleInstanceLock = (): boolean => true
  enableSandbox = vi.fn((): void => {})
  setAppUserModelId = (_id: string): void => {}
  setPath = vi.fn((_name: string, _path: string): void => {})
  // Never ready, so that the program does not start.
  whenReady = (): Promise<void> => new Promise(() => {})
  getPath = (_name: string): string => '/'
  getName = (): string => 'Parlay Desk'
  getVersion = (): string => '0.0.0'
  quit = vi.fn((): void => {})
  exit = vi.fn((_code: number): void => {})
  relaunch = vi.fn((_options?: unknown): void => {})
}
export const app = new App()

class NativeTheme extends Listeners {
  themeSource = 'system'
  /** Preference of the desktop. */
  isDesktopDark = false
  get shouldUseDarkColors(): boolean {
    return this.themeSource === 'system' ? this.isDesktopDark : this.themeSource === 'dark'
  }
}
export const nativeTheme = new NativeTheme()

export const powerMonitor = new Listeners()

export interface MenuItem {
  readonly role?: string
  readonly label?: string
  readonly click?: () => void
  readonly enabled?: boolean
  readonly submenu?: readonly MenuItem[]
}
export class Menu {
  /** Oldest first. */
  static readonly built: Menu[] = []
  static setApplicationMenu = vi.fn((_menu: unknown): void => {})
  static buildFromTemplate(items: readonly MenuItem[]): Menu {
    const menu = new Menu(items)
    Menu.built.push(menu)
    return menu
  }
  readonly popup = vi.fn()
  readonly items: readonly MenuItem[]
  constructor(items: readonly MenuItem[]) {
    this.items = items
  }
}

const display = { id: 7, workArea: { x: -2000, y: 0, width: 4000, height: 2000 } }
export const screen = {
  getAllDisplays: () => [display],
  getPrimaryDisplay: () => display,
  getDisplayMatching: (_bounds: unknown) => display,
}

// eslint-disable-next-line import-x/no-default-export -- electron-store takes electron whole
export default { app, ipcMain, shell }
