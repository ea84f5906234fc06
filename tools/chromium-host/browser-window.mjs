import { readFileSync } from 'node:fs'
import { HostEmitter, hostEvent } from './host-emitter.mjs'
import { applyTheme, nativeTheme } from './native-theme.mjs'
import { options } from './options.mjs'
import { Page } from './page.mjs'
import { WebContents } from './web-contents.mjs'
import { windows } from './windows.mjs'

const DEFAULT_SIZE = { width: 800, height: 600 }

/**
 * Electron's BrowserWindow, over a window of Chromium. Sizes are those of the content: the frame belongs to the desktop.
 * A window counts as hidden until it is shown, but Chromium has drawn it before that.
 */
export class BrowserWindow extends HostEmitter {
  static #count = 0

  id = ++BrowserWindow.#count
  #page
  #bounds
  #title
  #isVisible = false
  #isFocused = false
  #isMinimized = false
  #isMaximized = false
  #isDestroyed = false
  #hasPainted = false

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

  constructor({ width, height, x = 0, y = 0, show = true, title = options.name, webPreferences = {} } = {}) {
    super()
    const isFirst = windows.all.length === 0
    const size = { width: width ?? DEFAULT_SIZE.width, height: height ?? DEFAULT_SIZE.height }
    this.#bounds = { x, y, ...size, ...(isFirst ? options.size : {}) }
    this.#title = title
    this.#page = new Page(preferences(webPreferences))
    this.webContents = new WebContents(this.#page)
    this.#follow(this.#page)
    this.#resizeContent()
    if (nativeTheme.themeSource !== 'system') applyTheme(this.#page)
    windows.add(this, this.#page)
    if (show) this.show()
  }

  loadURL(url) {
    return this.webContents.loadURL(url)
  }

  reload() {
    this.webContents.reload()
  }

  show() {
    this.#isVisible = true
    if (this.#isMinimized) this.#changeState('normal')
    this.#isMinimized = false
    this.emit('show')
    this.focus()
  }

  showInactive() {
    this.#isVisible = true
    this.emit('show')
  }

  /** Chromium cannot hide a window, so it is minimized; its page is told that it is hidden either way. */
  hide() {
    this.#isVisible = false
    this.#changeState('minimized')
    this.emit('hide')
  }

  focus() {
    void this.#page.post('Page.bringToFront')
    this.#setFocused(true)
  }

  blur() {
    this.#setFocused(false)
  }

  minimize() {
    this.#changeState('minimized')
    this.#setMinimized(true)
  }

  restore() {
    this.#changeState('normal')
    this.#setMinimized(false)
  }

  maximize() {
    this.#isMaximized = true
    this.#changeState('maximized')
    this.emit('maximize')
  }

  unmaximize() {
    this.#isMaximized = false
    this.#changeState('normal')
    this.emit('unmaximize')
  }

  isVisible() {
    return this.#isVisible && !this.#isMinimized
  }

  isFocused() {
    return this.#isFocused
  }

  isMinimized() {
    return this.#isMinimized
  }

  isMaximized() {
    return this.#isMaximized
  }

  isFullScreen() {
    return false
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

  getBounds() {
    return { ...this.#bounds }
  }

  getContentBounds() {
    return this.getBounds()
  }

  getNormalBounds() {
    return this.getBounds()
  }

  getSize() {
    return [this.#bounds.width, this.#bounds.height]
  }

  getContentSize() {
    return this.getSize()
  }

  setBounds(bounds) {
    const before = this.#bounds
    this.#bounds = { ...before, ...bounds }
    const { x, y, width, height } = this.#bounds
    if (x !== before.x || y !== before.y) {
      void this.#page.changeWindow('setWindowBounds', { bounds: { left: x, top: y } })
      this.emit('move')
    }
    if (width === before.width && height === before.height) return
    this.#resizeContent()
    this.emit('resize')
  }

  setSize(width, height) {
    this.setBounds({ width, height })
  }

  setContentSize(width, height) {
    this.setBounds({ width, height })
  }

  getTitle() {
    return this.#title
  }

  setTitle(title) {
    this.#title = title
    void this.#page.post('Runtime.evaluate', { expression: `document.title = ${JSON.stringify(title)}` })
  }

  /** What a desktop shows around a window and Chromium does not let a program set. */
  setProgressBar() {}
  flashFrame() {}
  setIcon() {}
  setMenu() {}
  removeMenu() {}
  setMenuBarVisibility() {}
  setAutoHideMenuBar() {}
  setMinimumSize() {}
  setBackgroundColor() {}

  #follow(page) {
    page.on('close', () => this.close())
    page.on('gone', () => this.#pageGone())
    page.on('painted', () => this.#paint())
    page.on('window', (state, width, height) => this.#followState(state, width, height))
  }

  #paint() {
    if (this.#hasPainted) return
    this.#hasPainted = true
    this.emit('ready-to-show')
  }

  #followState(state, width, height) {
    if (state === 'focus' || state === 'blur') this.#setFocused(state === 'focus')
    else if (state === 'resize') this.#followSize(width, height)
    else if (this.#isVisible) this.#setMinimized(state === 'hidden')
  }

  #followSize(width, height) {
    if (this.#isMinimized || (width === this.#bounds.width && height === this.#bounds.height)) return
    this.#bounds = { ...this.#bounds, width, height }
    this.emit('resize')
  }

  #setFocused(isFocused) {
    if (isFocused === this.#isFocused) return
    this.#isFocused = isFocused
    this.emit(isFocused ? 'focus' : 'blur')
  }

  #setMinimized(isMinimized) {
    if (isMinimized === this.#isMinimized) return
    this.#isMinimized = isMinimized
    this.emit(isMinimized ? 'minimize' : 'restore')
  }

  #changeState(windowState) {
    void this.#page.changeWindow('setWindowBounds', { bounds: { windowState } })
  }

  #resizeContent() {
    const { width, height } = this.#bounds
    void this.#page.changeWindow('setContentsSize', { width, height })
  }

  /** The window was closed in the desktop: too late to prevent it. */
  #pageGone() {
    if (!this.#isDestroyed) this.emit('close', hostEvent())
    this.#end()
  }

  #end() {
    if (this.#isDestroyed) return
    this.#isDestroyed = true
    this.#setFocused(false)
    this.webContents.markDestroyed()
    this.emit('closed')
    windows.remove(this)
  }
}

/** What the host needs of webPreferences. It isolates and sandboxes every page, so it refuses an app that asks for less. */
function preferences({ preload, nodeIntegrationInSubFrames = false, additionalArguments = [], ...others }) {
  for (const [name, refused] of [
    ['contextIsolation', false],
    ['nodeIntegration', true],
    ['sandbox', false],
    ['webviewTag', true],
  ]) {
    if (others[name] === refused)
      throw new Error(`not in the Chromium host: webPreferences.${name} ${refused}`)
  }
  return {
    preload: preload && { path: preload, source: readFileSync(preload, 'utf8') },
    inSubFrames: nodeIntegrationInSubFrames,
    additionalArguments,
  }
}
