/**
 * Opens a window with its page: app://desk/ serves a fixed map of built files under a strict content policy, and
 * navigation, new windows, webviews, downloads and permissions are denied.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import {
  app,
  BrowserWindow,
  protocol,
  screen,
  session,
  type Rectangle,
  type Session,
  type WebPreferences,
} from 'electron'
import { keepZoom, windowBackground } from './window/appearance.ts'
import { offerTextMenu } from './window/menus.ts'
import type { WindowName } from '../shared/model/settings/windows.ts'
import { fitToDisplays, type Size, type WindowPlace } from './window/window-place.ts'

export const page = 'app://desk'

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
}

/** Must run before the app is ready. */
export function registerPage(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: 'app', privileges: { standard: true, secure: true, codeCache: true } },
  ])
}

/** Serves the built page from `folder`. The files are listed once; a path that is not among them does not exist. */
export function servePage(folder: string): void {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && extname(entry.name) in contentTypes)
    .map(entry => join(entry.parentPath, entry.name))
  if (!files.includes(join(folder, 'index.html'))) throw new Error('the page is missing in the program')
  const byPath = new Map(files.map(file => [file.slice(folder.length).replaceAll('\\', '/'), file]))
  protocol.handle('app', ({ url, method }) => {
    const { host, pathname } = new URL(url)
    const file = byPath.get(pathname === '/' ? '/index.html' : pathname)
    if (host !== 'desk' || method !== 'GET' || file === undefined) return new Response(null, { status: 404 })
    return new Response(readFileSync(file), {
      headers: {
        'content-type': contentTypes[extname(file)] ?? '',
        'content-security-policy': policy,
        'x-content-type-options': 'nosniff',
      },
    })
  })
}

/** Denies all permissions and downloads. */
export function denyAll(to: Session = session.defaultSession): void {
  to.setPermissionRequestHandler((_contents, _permission, decide) => decide(false))
  to.setPermissionCheckHandler(() => false)
  to.on('will-download', event => event.preventDefault())
}

interface WindowOptions {
  /** Part of the page's address, so that a reload keeps it. */
  readonly name: WindowName
  readonly preload: string
  readonly place: WindowPlace
  readonly zoom: () => number
  /** `behind`: shown without the focus. `hidden`: not shown until the user asks for it. */
  readonly shown: 'front' | 'behind' | 'hidden'
  readonly onMoved: (place: WindowPlace & { bounds: Rectangle }) => void
  /** Runs once, when the window is first shown, or would be. */
  readonly onShown: () => void
}

/**
 * A window is shown after this time even without a first paint, so that a failing page leaves no process without a
 * window.
 */
const maxUnpaintedMs = 3_000

const mainSize: Size = { width: 1600, height: 900 }
const secondSize: Size = { width: 1100, height: 700 }

/** Opens a window; it shows itself at its first paint. */
export function openWindow({
  name,
  preload,
  place,
  zoom,
  shown,
  onMoved,
  onShown,
}: WindowOptions): BrowserWindow {
  const isMain = name === 'main'
  const { id: primaryId } = screen.getPrimaryDisplay()
  const standard = isMain ? mainSize : secondSize
  const window = new BrowserWindow({
    ...fitToDisplays(place, screen.getAllDisplays(), { standard, primaryId }),
    minWidth: isMain ? 800 : 480,
    minHeight: isMain ? 500 : 320,
    show: false,
    backgroundColor: windowBackground(),
    webPreferences: toPreferences(preload),
  })
  // The keys of the menu work without it. Only a menu that hides automatically comes back with Alt.
  window.setMenuBarVisibility(false)
  window.webContents.setWindowOpenHandler(() => ({ action: 'deny' }))
  window.webContents.on('will-navigate', event => event.preventDefault())
  window.webContents.on('will-attach-webview', event => event.preventDefault())
  offerTextMenu(window)
  keepZoom(window, zoom)
  followPlace(window, onMoved)
  showWhenPainted(window, { isMaximized: place.isMaximized, shown }, onShown)
  // A failure emits did-fail-load, which page-recovery.ts handles.
  window.loadURL(isMain ? `${page}/` : `${page}/?window=${name}`).catch(() => {})
  return window
}

/** Preferences that give the page no more rights than a web page. */
const toPreferences = (preload: string): WebPreferences => ({
  preload,
  sandbox: true,
  contextIsolation: true,
  nodeIntegration: false,
  nodeIntegrationInWorker: false,
  nodeIntegrationInSubFrames: false,
  webSecurity: true,
  allowRunningInsecureContent: false,
  experimentalFeatures: false,
  webviewTag: false,
  navigateOnDragDrop: false,
  safeDialogs: true,
  spellcheck: false,
  devTools: !app.isPackaged,
  // A betslip that covers the desk must not slow it down: macOS reports a covered window as hidden.
  backgroundThrottling: false,
  v8CacheOptions: 'bypassHeatCheckAndEagerCompile',
})

function followPlace(window: BrowserWindow, onMoved: WindowOptions['onMoved']): void {
  const report = () => {
    const bounds = window.getNormalBounds()
    onMoved({ bounds, displayId: screen.getDisplayMatching(bounds).id, isMaximized: window.isMaximized() })
  }
  window.on('close', report)
  // Windows ends the program without closing its windows.
  window.on('session-end', report)
}

function showWhenPainted(
  window: BrowserWindow,
  { isMaximized, shown }: { isMaximized: boolean } & Pick<WindowOptions, 'shown'>,
  onShown: () => void,
): void {
  const show = () => {
    clearTimeout(timer)
    window.off('ready-to-show', show)
    if (shown === 'hidden') {
      onShown()
      return
    }
    // Maximizing shows a window too.
    if (isMaximized) window.maximize()
    if (shown === 'behind') window.showInactive()
    else window.show()
    onShown()
  }
  const timer = setTimeout(show, maxUnpaintedMs)
  window.once('ready-to-show', show)
  window.once('closed', () => clearTimeout(timer))
}

/** Brings the window before all others, for a user who asked for it. */
export function bringForward(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore()
  window.show()
  window.focus()
}

/** Calls back when the window is minimized or hidden, and when it is back. A window that others cover is not hidden. */
export function followHiding(window: BrowserWindow, onHidden: (isHidden: boolean) => void): void {
  window.on('minimize', () => onHidden(true))
  window.on('hide', () => onHidden(true))
  window.on('restore', () => onHidden(false))
  window.on('show', () => onHidden(false))
}

/**
 * Shows the progress of a load in the taskbar; null without a load. A load of unknown size is shown as indeterminate.
 */
export function showProgress(window: BrowserWindow, load: { done: number; of: number } | null): void {
  if (window.isDestroyed()) return
  const isUnknown = 2
  window.setProgressBar(load === null ? -1 : load.of === 0 ? isUnknown : load.done / load.of)
}
