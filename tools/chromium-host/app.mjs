import { stopBrowser, startBrowser } from './browser.mjs'
import { HostEmitter, hostEvent, raise } from './host-emitter.mjs'
import { lifecycle } from './lifecycle.mjs'
import { Menu, setDefaultMenu } from './menu.mjs'
import { options } from './options.mjs'
import { choosePath, pathOf } from './paths.mjs'
import { relaunch, startRelaunched } from './relaunch.mjs'
import { endProcess } from './process-exit.mjs'
import { delivered, onOtherStarts, releaseLock, takeLock, sendToHolder } from './single-instance.mjs'
import { strict } from './strict.mjs'
import { windows } from './windows.mjs'

/** Electron's app: its life cycle, its paths, its command line. */
class App extends HostEmitter {
  isPackaged = false
  dock = undefined
  commandLine = strict('commandLine', {
    hasSwitch: name => options.switches.has(name),
    getSwitchValue: name => options.switches.get(name) ?? '',
    appendSwitch: (name, value = '') => void options.switches.set(name, String(value)),
    removeSwitch: name => void options.switches.delete(name),
  })
  #hasLock = false
  #ready = Promise.withResolvers()
  #isQuitting = false
  #isEnding = false

  constructor() {
    super()
    windows.on('all-closed', () => this.#allClosed())
    windows.on('created', window => raise(this, 'browser-window-created', hostEvent(), window))
    windows.on('contents-created', contents => raise(this, 'web-contents-created', hostEvent(), contents))
    windows.on('focused', window => raise(this, 'browser-window-focus', hostEvent(), window))
    windows.on('blurred', window => raise(this, 'browser-window-blur', hostEvent(), window))
    windows.on('page-gone', (contents, details) =>
      raise(this, 'render-process-gone', hostEvent(), contents, details),
    )
    void options.loaded.promise.then(() => this.#becomeReady())
  }

  get name() {
    return this.getName()
  }

  set name(name) {
    this.setName(name)
  }

  getName() {
    return options.productName ?? options.name
  }

  setName(name) {
    options.productName = name
  }

  getVersion() {
    return options.version
  }

  getAppPath() {
    return options.appDir
  }

  getPath(name) {
    return pathOf(name)
  }

  setPath(name, path) {
    choosePath(name, path)
  }

  getLocale() {
    return Intl.DateTimeFormat().resolvedOptions().locale
  }

  isReady() {
    return lifecycle.isReady
  }

  whenReady() {
    return this.#ready.promise
  }

  requestSingleInstanceLock(data) {
    this.#hasLock = takeLock()
    if (this.#hasLock) {
      onOtherStarts(start => raise(this, 'second-instance', hostEvent(), start.argv, start.cwd, start.data))
    } else {
      sendToHolder({ argv: process.argv, cwd: process.cwd(), data })
    }
    return this.#hasLock
  }

  hasSingleInstanceLock() {
    return this.#hasLock
  }

  releaseSingleInstanceLock() {
    this.#hasLock = false
    releaseLock()
  }

  /** The host's pages are always sandboxed, except as root, where Chromium has no sandbox. */
  enableSandbox() {
    if (lifecycle.isReady) throw new Error('app.enableSandbox() can only be called before app is ready')
  }

  setAppUserModelId() {}

  get applicationMenu() {
    return Menu.getApplicationMenu()
  }

  set applicationMenu(menu) {
    Menu.setApplicationMenu(menu)
  }

  focus() {
    windows.all[0]?.focus()
  }

  /**
   * Closes the windows, each of which may refuse, and ends unless a listener prevents it. Does nothing while that is
   * under way.
   */
  quit() {
    if (this.#isEnding || this.#isQuitting || !this.#allows('before-quit')) return
    this.#isQuitting = true
    for (const window of windows.all) if (!window.isDestroyed()) window.close()
    if (windows.all.length > 0) this.#isQuitting = false
    else this.#end()
  }

  relaunch(settings) {
    relaunch(settings)
  }

  /** Ends without asking the windows. */
  exit(code = 0) {
    if (this.#isEnding) return
    this.#isQuitting = true
    for (const window of windows.all) window.destroy()
    void this.#leave(code)
  }

  #becomeReady() {
    if (!this.#isEnding) startBrowser()
    setDefaultMenu()
    lifecycle.isReady = true
    this.#ready.resolve()
    raise(this, 'ready', hostEvent(), {})
  }

  #allClosed() {
    if (this.#isQuitting) return
    if (this.listenerCount('window-all-closed') === 0) this.quit()
    else raise(this, 'window-all-closed')
  }

  #end() {
    this.#isQuitting = false
    if (this.#allows('will-quit')) void this.#leave(0)
  }

  #allows(name) {
    const event = hostEvent()
    raise(this, name, event)
    return !event.defaultPrevented
  }

  async #leave(code) {
    this.#isEnding = true
    raise(this, 'quit', hostEvent(), code)
    await Promise.all([delivered(), stopBrowser()])
    releaseLock()
    startRelaunched()
    endProcess(code)
  }
}

export const app = new App()
