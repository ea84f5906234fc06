import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserWindow as RealWindow } from 'electron'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { denyAll, followHiding, openWindow, page, registerPage, servePage } from '../../src/main/window.ts'
import { app, BrowserWindow, protocol, served, session } from '../support/electron.ts'

describe('the page', () => {
  const parent = mkdtempSync(join(tmpdir(), 'desk-page-'))
  const folder = join(parent, 'renderer')

  beforeAll(() => {
    mkdirSync(join(folder, 'assets'), { recursive: true })
    for (const [file, text] of [
      ['../secret.js', 'outside'],
      ['index.html', '<title>Desk</title>'],
      ['assets/index-1a.js', 'code'],
      ['assets/index-1a.css', 'style'],
      ['assets/notes.txt', 'no page'],
      ['assets/index-1a.js.map', 'map'],
    ] as const)
      writeFileSync(join(folder, file), text)
    // Making a link takes a right of its own there.
    if (process.platform !== 'win32') symlinkSync(join(parent, 'secret.js'), join(folder, 'link.js'))
    servePage(folder)
  })
  afterAll(() => {
    rmSync(parent, { recursive: true })
  })

  const get = async (url: string, method = 'GET') => {
    const response = await served.get('app')?.(new Request(url, { method }))
    return { status: response?.status, headers: response?.headers, text: await response?.text() }
  }

  it.each([
    ['/', '<title>Desk</title>', 'text/html; charset=utf-8'],
    ['/index.html', '<title>Desk</title>', 'text/html; charset=utf-8'],
    ['/assets/index-1a.js?v=1', 'code', 'text/javascript; charset=utf-8'],
    ['/assets/index-1a.css', 'style', 'text/css; charset=utf-8'],
  ])('has %s, under the policy', async (path, text, type) => {
    const answer = await get(page + path)
    expect(answer).toMatchObject({ status: 200, text })
    expect(answer.headers?.get('content-type')).toBe(type)
    expect(answer.headers?.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers?.get('content-security-policy')?.split('; ')).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self' 'unsafe-inline'",
      "img-src 'self' data:",
      "font-src 'self'",
      "connect-src 'none'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ])
  })

  it.each([
    '/none.js',
    '/assets',
    '/assets/',
    '/assets/notes.txt',
    '/assets/index-1a.js.map',
    '/../secret.js',
    '/..%2fsecret.js',
    '/assets/..%5c..%5csecret.js',
    '/%2e%2e/secret.js',
    '//secret.js',
    '/link.js',
    '/index.html%00.js',
    '/INDEX.HTML',
    '/constructor',
    '/__proto__',
  ])('does not have %s', async path => {
    expect(await get(page + path)).toMatchObject({ status: 404, text: '' })
  })

  it('is served at its own host, to GET alone', async () => {
    expect((await get('app://evil/')).status).toBe(404)
    expect((await get(`${page}.evil/`)).status).toBe(404)
    expect((await get(`${page}/`, 'POST')).status).toBe(404)
  })

  it('has a scheme of its own that is secure and bypasses nothing', () => {
    registerPage()
    expect(protocol.registerSchemesAsPrivileged).toHaveBeenCalledExactlyOnceWith([
      { scheme: 'app', privileges: { standard: true, secure: true, codeCache: true } },
    ])
  })
})

describe('what the web may ask of us', () => {
  it('is granted no permission and no download', () => {
    denyAll()
    const { setPermissionRequestHandler, setPermissionCheckHandler, on } = session.defaultSession
    const answers: boolean[] = []
    for (const permission of ['geolocation', 'media', 'clipboard-read', 'openExternal', 'fullscreen'])
      setPermissionRequestHandler.mock.calls[0]?.[0]({}, permission, isGranted => answers.push(isGranted))
    expect(answers).toEqual([false, false, false, false, false])
    expect(setPermissionCheckHandler.mock.calls[0]?.[0]()).toBe(false)
    const preventDefault = vi.fn()
    expect(on.mock.calls[0]?.[0]).toBe('will-download')
    on.mock.calls[0]?.[1]({ preventDefault })
    expect(preventDefault).toHaveBeenCalledOnce()
  })
})

describe('the window', () => {
  const moved = vi.fn()
  const shown = vi.fn()
  const bounds = { x: -5, y: 10, width: 1200, height: 800 }
  let real: RealWindow
  let window: BrowserWindow

  function open(isMaximized = false): BrowserWindow {
    const place = { bounds, displayId: null, isMaximized }
    real = openWindow({
      name: 'main',
      shown: 'front',
      preload: '/built/index.cjs',
      place,
      zoom: () => 1.25,
      onMoved: moved,
      onShown: shown,
    })
    return BrowserWindow.opened.at(-1) ?? expect.unreachable('no window')
  }
  beforeEach(() => {
    vi.useFakeTimers()
    shown.mockClear()
    window = open()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('is sandboxed and isolated, without Node and without a webview', () => {
    // Nothing beside these: each other preference of Electron would give the page more.
    expect(window.options['webPreferences']).toEqual({
      preload: '/built/index.cjs',
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
      backgroundThrottling: false,
      devTools: true,
      v8CacheOptions: 'bypassHeatCheckAndEagerCompile',
    })
  })

  it('has no developer tools in a package', () => {
    app.isPackaged = true
    expect(open().options['webPreferences']).toMatchObject({ devTools: false })
    app.isPackaged = false
  })

  it('zooms each document as the user set it', () => {
    window.webContents.listeners.get('did-navigate')?.()
    expect(window.webContents.setZoomFactor).toHaveBeenCalledExactlyOnceWith(1.25)
  })

  it('loads the page, and shows itself at its first paint, once', () => {
    expect(window.loadURL).toHaveBeenCalledExactlyOnceWith(`${page}/`)
    expect(window.show).not.toHaveBeenCalled()
    window.listeners.get('ready-to-show')?.()
    expect(window.show).toHaveBeenCalledOnce()
    expect(shown).toHaveBeenCalledOnce()
    vi.advanceTimersByTime(60_000)
    expect(shown).toHaveBeenCalledOnce()
  })

  it('shows itself after three seconds without a paint', () => {
    vi.advanceTimersByTime(2_999)
    expect(window.show).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(window.show).toHaveBeenCalledOnce()
    expect(shown).toHaveBeenCalledOnce()
    window.listeners.get('ready-to-show')?.()
    expect(shown).toHaveBeenCalledOnce()
  })

  it('is not shown when it was closed before its first paint', () => {
    window.listeners.get('closed')?.()
    vi.advanceTimersByTime(60_000)
    expect(window.show).not.toHaveBeenCalled()
    expect(shown).not.toHaveBeenCalled()
  })

  it('opens maximized when it was closed so', () => {
    const large = open(true)
    expect(large.maximize).not.toHaveBeenCalled()
    large.listeners.get('ready-to-show')?.()
    expect(large.maximize).toHaveBeenCalledOnce()
  })

  it('counts as hidden when it is minimized or hidden, not when others cover it', () => {
    const hidden: boolean[] = []
    followHiding(real, isHidden => hidden.push(isHidden))
    for (const event of ['blur', 'minimize', 'restore', 'hide', 'show']) window.listeners.get(event)?.()
    expect(hidden).toEqual([true, false, true, false])
  })

  it.each(['will-navigate', 'will-attach-webview'])('prevents %s', event => {
    const preventDefault = vi.fn()
    window.webContents.listeners.get(event)?.({ preventDefault })
    expect(preventDefault).toHaveBeenCalledOnce()
  })

  it('opens no other window', () => {
    expect(window.webContents.openHandler?.({ url: 'https://bets.example/' })).toEqual({ action: 'deny' })
  })

  it.each(['close', 'session-end'])('opens at its last place, and saves it at %s', event => {
    expect(window.options).toMatchObject(bounds)
    window.isMaximized = () => true
    window.listeners.get(event)?.()
    expect(moved).toHaveBeenLastCalledWith({
      bounds: { x: 1, y: 2, width: 1300, height: 700 },
      displayId: 7,
      isMaximized: true,
    })
  })
})
