/**
 * The window and its page: app://desk/ serves a fixed map of built files under a strict policy; everything a page
 * could use to leave it (navigation, windows, webviews, downloads, permissions) is denied.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { BrowserWindow, protocol, session, type Rectangle, type Session } from 'electron'

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

/** Nothing of the web is granted to the page. */
export function denyAll(to: Session = session.defaultSession): void {
  to.setPermissionRequestHandler((_contents, _permission, decide) => decide(false))
  to.setPermissionCheckHandler(() => false)
  to.on('will-download', event => event.preventDefault())
}

interface WindowOptions {
  readonly preload: string
  /** Its place at the last start. */
  readonly bounds: Rectangle | null
  readonly onMoved: (bounds: Rectangle) => void
}

/** Opens the window; it shows itself at its first paint. */
export function openWindow({ preload, bounds, onMoved }: WindowOptions): BrowserWindow {
  const window = new BrowserWindow({
    ...(bounds ?? { width: 1600, height: 900 }),
    minWidth: 800,
    minHeight: 500,
    show: false,
    backgroundColor: '#0b0e13',
    autoHideMenuBar: true,
    webPreferences: {
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
      v8CacheOptions: 'bypassHeatCheckAndEagerCompile',
    },
  })
  window.webContents.setWindowOpenHandler(() => ({ action: 'deny' }))
  window.webContents.on('will-navigate', event => event.preventDefault())
  window.webContents.on('will-attach-webview', event => event.preventDefault())
  window.once('ready-to-show', () => window.show())
  window.on('close', () => onMoved(window.getNormalBounds()))
  void window.loadURL(`${page}/`)
  return window
}

/** Shows in the taskbar how far a load is; null when none is under way. What has no size yet moves without a share. */
export function showProgress(window: BrowserWindow, load: { done: number; of: number } | null): void {
  if (window.isDestroyed()) return
  const isUnknown = 2
  window.setProgressBar(load === null ? -1 : load.of === 0 ? isUnknown : load.done / load.of)
}
