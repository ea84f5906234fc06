// The Chromium side of one window: sets up its page, follows it, and emits events about it. Everything may be called
// before Chromium runs; commands then wait for the page.
import { EventEmitter } from 'node:events'
import { startBrowser } from './browser.mjs'
import { FrameTree } from './frames.mjs'
import { interceptIn } from './interception.mjs'
import { emitText } from './ipc-main.mjs'
import { NavigationGuard } from './navigation.mjs'
import { options } from './options.mjs'
import { followConsole } from './page-console.mjs'
import { decode } from './page/wire.mjs'
import { BINDING, RECEIVER, WORLD, pageWorldScript, preloadWorldScript } from './page-scripts.mjs'
import { decideRequest } from './requests.mjs'
import { isAppAddress, toApp, toChromium } from './scheme-origin.mjs'

/** Reports of the host's own script about the page, which become events of the same name. */
const OWN_REPORTS = new Set(['close', 'window', 'layout'])
/** Electron's name for the way that Chromium would open a link. */
const OPENED_AS = { newTab: 'foreground-tab', newWindow: 'new-window' }

const RECEIVE = `function (text) { ${RECEIVER}(text) }`

/**
 * Emits:
 * - message(context, kind, parts): from a preload
 * - open(request), close(), window(state, ...): the page asks for a new window or its end; its window has changed
 * - navigate(request, prevent): before a navigation that the page itself started
 * - navigated(url, inPage), layout, dom-ready, loaded: the main frame's document
 * - loading(isLoading): the main frame starts or stops to load
 * - console(entry), download(details), crashed, gone
 */
export class Page extends EventEmitter {
  #settings
  #opened
  #ready
  #session
  #browser
  #targetId
  #window
  #size = { width: 0, height: 0 }
  #zoom = 1
  #hasCommitted = false
  #isLoading = false

  /** settings: { preload: { path, source } | undefined, inSubFrames, additionalArguments } */
  constructor(settings) {
    super()
    this.#settings = settings
    this.frames = new FrameTree((contextId, channel, args) =>
      this.deliver(contextId, emitText(channel, args)),
    )
    this.#opened = this.#open()
    this.#ready = this.#setUp()
  }

  get preloadPath() {
    return this.#settings.preload?.path
  }

  /** Resolves, when the navigation has begun, with Chromium's errorText if it failed and whether a new document is loading. */
  async navigate(url) {
    if (!URL.canParse(url)) return { errorText: 'net::ERR_INVALID_URL' }
    await this.#ready
    const { errorText, loaderId } = await this.#session.send('Page.navigate', { url: toChromium(url) })
    if (errorText && isForeign(url)) return { errorText: 'net::ERR_FAILED' }
    return { errorText, isNewDocument: loaderId !== undefined }
  }

  /** Sends a command to the page without waiting for its answer. */
  async post(method, params) {
    await this.#ready
    this.#session.post(method, params)
  }

  /** The value of an expression in the page's own world, once it has settled. Rejects with what it throws. */
  async evaluate(expression) {
    await this.#ready
    const asked = { expression, awaitPromise: true, returnByValue: true }
    const { result, exceptionDetails: thrown } = await this.#session.send('Runtime.evaluate', asked)
    if (thrown) throw new Error(thrown.exception?.description ?? thrown.text)
    return result.value
  }

  /**
   * Changes the native window: the name and parameters of a command of CDP's Browser domain, without the window's id. A
   * window that was closed meanwhile is no error.
   */
  async changeWindow(method, params) {
    await this.#opened
    this.#window ??= this.#browser
      .send('Browser.getWindowForTarget', { targetId: this.#targetId })
      .catch(() => undefined)
    const window = await this.#window
    if (window) this.#browser.post(`Browser.${method}`, { windowId: window.windowId, ...params })
  }

  /** Gives the window a size of its content: that of the page at a zoom of 1, in CSS pixels. */
  resize(size) {
    this.#size = size
    if (this.#zoom === 1) void this.changeWindow('setContentsSize', size)
    else void this.#applyZoom()
  }

  zoom(factor) {
    if (factor === this.#zoom) return
    this.#zoom = factor
    void this.#applyZoom()
  }

  /**
   * Chromium has no command for a page's zoom. A screen with fewer and larger pixels looks the same to the page, to its
   * media queries too. Pixels of a screen that has more than one a CSS pixel are not counted.
   */
  async #applyZoom() {
    const [zoom, { width, height }] = [this.#zoom, this.#size]
    if (zoom !== 1) {
      const size = { width: Math.round(width / zoom), height: Math.round(height / zoom) }
      const screen = { ...size, deviceScaleFactor: zoom, mobile: false }
      return this.post('Emulation.setDeviceMetricsOverride', screen)
    }
    // Chromium then restores the size from before the zoom.
    await this.#session.send('Emulation.clearDeviceMetricsOverride').catch(() => {})
    await this.changeWindow('setContentsSize', this.#size)
  }

  /** Sends a command to the browser as a whole and resolves when it is done. */
  async sendToBrowser(method, params) {
    await this.#opened
    await this.#browser.send(method, params)
  }

  async closeTarget() {
    await this.#opened
    this.#browser.post('Target.closeTarget', { targetId: this.#targetId })
  }

  /** Hands text to the preload in this context; nothing happens when either is missing. */
  deliver(uniqueContextId, text) {
    if (uniqueContextId === undefined || text === undefined) return
    const call = { functionDeclaration: RECEIVE, uniqueContextId, arguments: [{ value: text }], silent: true }
    this.#session.post('Runtime.callFunctionOn', call)
  }

  async #open() {
    const { session, targetId, browser } = await startBrowser().openPage()
    this.#session = session
    this.#browser = browser
    this.#targetId = targetId
    this.frames.follow(session, targetId)
    this.#followPage(session)
    this.#followDocument(session)
  }

  /**
   * Navigation is the browser's work and most of this is the page's, in another process: a navigation sent at once would overtake it.
   * So this waits for the page's answer to the last command, and with it to all.
   */
  async #setUp() {
    await this.#opened
    const session = this.#session
    interceptIn(session)
    session.post('Page.enable')
    session.post('Runtime.addBinding', { name: BINDING, executionContextName: WORLD })
    session.post('Runtime.enable')
    session.post('Log.enable')
    session.post('Inspector.enable')
    session.post('Page.addScriptToEvaluateOnNewDocument', { source: pageWorldScript() })
    if (options.pageScript)
      session.post('Page.addScriptToEvaluateOnNewDocument', { source: options.pageScript })
    const source = preloadWorldScript(this.#settings.preload, this.#settings)
    await session.send('Page.addScriptToEvaluateOnNewDocument', { source, worldName: WORLD })
  }

  #followPage(session) {
    const guard = new NavigationGuard(session, request => this.#askNavigate(request))
    const asking = {
      mayNavigate: paused => !this.#hasCommitted || guard.allows(paused),
      describe: paused => this.#describe(paused),
    }
    session.on('Fetch.requestPaused', paused => decideRequest(session, paused, asking))
    session.on('detached', () => this.emit('gone'))
    session.on('Runtime.bindingCalled', params => this.#receive(params))
    session.on('Page.windowOpen', ({ url, windowName, windowFeatures }) =>
      this.#askOpen(url, windowName, windowFeatures.join(), 'foreground-tab'),
    )
    session.on('Page.frameRequestedNavigation', ({ url, disposition }) => {
      if (disposition in OPENED_AS) this.#askOpen(url, '', '', OPENED_AS[disposition])
    })
    session.on('Page.downloadWillBegin', details => this.emit('download', details))
    session.on('Page.javascriptDialogOpening', ({ type }) => answerDialog(session, type))
    session.on('Inspector.targetCrashed', () => this.emit('crashed'))
    followConsole(session, entry => this.emit('console', entry))
  }

  #followDocument(session) {
    const isMain = frameId => this.frames.frame(frameId) === this.frames.main
    session.on('Page.frameNavigated', ({ frame: { parentId, url, urlFragment = '' } }) => {
      if (parentId) return
      this.#hasCommitted = true
      this.emit('navigated', toApp(url + urlFragment), false)
    })
    session.on(
      'Page.navigatedWithinDocument',
      ({ frameId, url }) => isMain(frameId) && this.emit('navigated', toApp(url), true),
    )
    session.on('Page.domContentEventFired', () => this.#hasCommitted && this.emit('dom-ready'))
    session.on('Page.loadEventFired', () => this.#hasCommitted && this.emit('loaded'))
    session.on('Page.frameStartedLoading', ({ frameId }) => isMain(frameId) && this.#setLoading(true))
    session.on('Page.frameStoppedLoading', ({ frameId }) => isMain(frameId) && this.#setLoading(false))
  }

  #setLoading(isLoading) {
    if (isLoading === this.#isLoading) return
    this.#isLoading = isLoading
    this.emit('loading', isLoading)
  }

  #receive({ name, payload, executionContextId }) {
    const context = this.frames.context(executionContextId)
    if (name !== BINDING || !context) return
    const [kind, ...parts] = decode(payload)
    if (kind === 'open') this.#askOpen(...parts)
    else if (kind === 'window' && parts[0] === 'resize' && this.#zoom !== 1)
      return // the size of a zoomed page is ours
    else if (OWN_REPORTS.has(kind)) this.emit(kind, ...parts)
    else this.emit('message', context, kind, parts)
  }

  #askOpen(url, frameName, features, disposition) {
    this.emit('open', { url: toApp(url), frameName, features, disposition })
  }

  #askNavigate({ frameId, url }) {
    let allowed = true
    const frame = this.frames.frame(frameId)
    this.emit('navigate', { url, frame, isMainFrame: frame === this.frames.main }, () => (allowed = false))
    return allowed
  }

  #describe({ request, resourceType, frameId, requestId }) {
    const { url, method, headers } = request
    const resource = resourceType === 'Document' ? 'mainFrame' : resourceType.toLowerCase()
    const referrer = toApp(headers.Referer ?? '')
    const frame = this.frames.frame(frameId)
    return {
      id: requestId,
      url: toApp(url),
      method,
      resourceType: resource,
      referrer,
      frame,
      timestamp: Date.now(),
    }
  }
}

/** True for a scheme that neither Chromium nor the app has documents for. */
function isForeign(url) {
  return !isAppAddress(url) && !/^(?:https?|about|blob|data|file|view-source|chrome):/i.test(url)
}

/** A test answers dialogs itself. Otherwise no one could: Chromium shows none while a program watches the page. */
function answerDialog(session, type) {
  if (options.record && type !== 'beforeunload') return
  session.post('Page.handleJavaScriptDialog', { accept: type === 'alert' || type === 'beforeunload' })
}
