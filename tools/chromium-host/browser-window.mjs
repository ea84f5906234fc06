import { readFileSync } from 'node:fs'
import { hostEvent } from './host-emitter.mjs'
import { applyTheme, nativeTheme } from './native-theme.mjs'
import { options } from './options.mjs'
import { Page } from './page.mjs'
import { WebContents } from './web-contents.mjs'
import { WindowFrame } from './window-frame.mjs'
import { windows } from './windows.mjs'

const REFUSED = { contextIsolation: false, nodeIntegration: true, sandbox: false, webviewTag: true }

let count = 0

/** Electron's BrowserWindow, over a window of Chromium. */
export class BrowserWindow extends WindowFrame {
  id = ++count
  #page
  #isDestroyed = false

  static getAllWindows() {
    return windows.all
  }

  static getFocusedWindow() {
    return windows.all.find(window => window.isFocused()) ?? null
  }

  static fromWebContents(webContents) {
    return windows.all.find(window => window.webContents === webContents) ?? null
  }

  static fromId(id) {
    return windows.all.find(window => window.id === id) ?? null
  }

  constructor({ width = 800, height = 600, x, y, show = true, title = options.name, webPreferences } = {}) {
    const page = new Page(preferences(webPreferences))
    const place = x === undefined || y === undefined ? {} : { x, y }
    const size = windows.all.length === 0 ? options.size : undefined
    super(page, { bounds: { ...place, width, height, ...size }, title })
    this.#page = page
    this.webContents = new WebContents(page)
    page.on('close', () => this.close())
    page.on('gone', () => this.#pageGone())
    page.once('painted', () => this.emit('ready-to-show'))
    if (nativeTheme.themeSource !== 'system') applyTheme(page)
    windows.add(this, page)
    if (show) this.show()
  }

  loadURL(url) {
    return this.webContents.loadURL(url)
  }

  reload() {
    this.webContents.reload()
  }

  isDestroyed() {
    return this.#isDestroyed
  }

  /** Asks as a person does: 'close' may be prevented. */
  close() {
    if (this.#isDestroyed) return
    const event = hostEvent()
    this.emit('close', event)
    if (!event.defaultPrevented) this.destroy()
  }

  destroy() {
    if (!this.#isDestroyed) void this.#page.closeTarget()
    this.#end()
  }

  /** The window was closed in the desktop: too late to prevent it. */
  #pageGone() {
    if (!this.#isDestroyed) this.emit('close', hostEvent())
    this.#end()
  }

  #end() {
    if (this.#isDestroyed) return
    this.#isDestroyed = true
    this.blur()
    this.webContents.markDestroyed()
    this.emit('closed')
    windows.remove(this)
  }
}

/** Required webPreferences. The host isolates and sandboxes every page, so it refuses an app that asks for less. */
function preferences({
  preload,
  nodeIntegrationInSubFrames = false,
  additionalArguments = [],
  ...others
} = {}) {
  const refused = Object.entries(REFUSED).find(([name, value]) => others[name] === value)
  if (refused) throw new Error(`not in the Chromium host: webPreferences.${refused.join(': ')}`)
  return {
    preload: preload && { path: preload, source: readFileSync(preload, 'utf8') },
    inSubFrames: nodeIntegrationInSubFrames,
    additionalArguments,
  }
}
