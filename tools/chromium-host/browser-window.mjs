import { readFileSync } from 'node:fs'
import { lifecycle } from './lifecycle.mjs'
import { throwWhenDestroyed } from './destroyable.mjs'
import { hostEvent, raise } from './host-emitter.mjs'
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
  #contents
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

  constructor({ show = true, title = options.name, webPreferences, ...frame } = {}) {
    if (!lifecycle.isReady) throw new Error('Cannot create BrowserWindow before app is ready')
    const page = new Page(preferences(webPreferences))
    const testSize = windows.all.length === 0 ? options.size : undefined
    super(page, { ...frame, ...testSize, title })
    this.#page = page
    this.#contents = new WebContents(page)
    page.on('close', () => this.#isDestroyed || this.close())
    page.on('gone', () => this.#pageGone())
    page.on('layout', () => this.#isDestroyed || raise(this, 'ready-to-show'))
    this.on('focus', () => {
      // One window has the focus at a time.
      for (const other of windows.all) if (other !== this) other.blur()
      windows.emit('focused', this)
    })
    this.on('blur', () => windows.emit('blurred', this))
    if (nativeTheme.themeSource !== 'system') applyTheme(page)
    windows.add(this, page)
    if (show) this.show()
  }

  get webContents() {
    return this.#contents
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
    const event = hostEvent()
    raise(this, 'close', event)
    if (!event.defaultPrevented) this.destroy()
  }

  destroy() {
    if (this.#isDestroyed) return
    void this.#page.closeTarget()
    this.#end()
  }

  /** The window was closed in the desktop: too late to prevent it. */
  #pageGone() {
    if (!this.#isDestroyed) raise(this, 'close', hostEvent())
    this.#end()
  }

  #end() {
    if (this.#isDestroyed) return
    this.blur()
    this.#isDestroyed = true
    this.#contents.markDestroyed()
    windows.remove(this, () => raise(this, 'closed'))
  }
}

throwWhenDestroyed(WindowFrame)
throwWhenDestroyed(BrowserWindow, ['isDestroyed', 'destroy'])

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
