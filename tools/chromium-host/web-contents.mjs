import { once } from 'node:events'
import { number, text } from './call-arguments.mjs'
import { throwWhenDestroyed } from './destroyable.mjs'
import { HostEmitter, hostEvent, raise } from './host-emitter.mjs'
import { answerInvoke, answerPage, ipcMain } from './ipc-main.mjs'
import { leaveChromium } from './navigation.mjs'
import { netError } from './net-errors.mjs'
import { decidePermission } from './permissions.mjs'
import { isAppAddress, toApp } from './scheme-origin.mjs'
import { announceDownload, defaultSession } from './session.mjs'
import { decideWindowOpen } from './window-open.mjs'
import { windows } from './windows.mjs'

let count = 0
const all = new Map()

/** Electron's webContents, over a Page. */
export class WebContents extends HostEmitter {
  id = ++count
  #page
  #openHandler
  #zoomFactor = 1
  #isDestroyed = false
  #isCrashed = false
  #loads = new Set() // of abort controllers, each of a load under way

  static fromId(id) {
    return all.get(id)
  }

  static getAllWebContents() {
    return [...all.values()]
  }

  constructor(page) {
    super()
    this.#page = page
    all.set(this.id, this)
    this.#followDocument()
    this.#followRequests()
    this.#follow('message', (context, kind, parts) => this.#receive(context, kind, parts))
    this.#follow('console', entry =>
      raise(this, 'console-message', { ...hostEvent(), ...entry, sourceId: toApp(entry.sourceId) }),
    )
    this.#follow('download', details => announceDownload(this, { ...details, url: toApp(details.url) }))
    windows.emit('contents-created', this)
  }

  get session() {
    return defaultSession
  }

  get mainFrame() {
    return this.#page.frames.main
  }

  getType() {
    return 'window'
  }

  getURL() {
    return this.mainFrame.url
  }

  isDestroyed() {
    return this.#isDestroyed
  }

  isCrashed() {
    return this.#isCrashed
  }

  /** Resolves when the document has loaded; rejects, as Electron does, when it cannot be. Leaving that rejection alone is no error. */
  loadURL(url) {
    const loaded = this.#load(text(url, 0))
    loaded.catch(() => {})
    return loaded
  }

  reload() {
    void this.#page.post('Page.reload')
  }

  send(channel, ...args) {
    this.mainFrame.send(channel, ...args)
  }

  /** Waits for the first document, as Electron does. */
  async executeJavaScript(code) {
    if (!this.getURL()) await once(this, 'did-stop-loading')
    return this.#page.evaluate(String(code))
  }

  setWindowOpenHandler(handler) {
    this.#openHandler = handler
  }

  setZoomFactor(factor) {
    if (!(number(factor, 0) > 0)) throw new Error("'zoomFactor' must be a double greater than 0.0")
    this.#zoomFactor = factor
    this.#page.zoom(Number(factor))
  }

  getZoomFactor() {
    return this.#zoomFactor
  }

  /** Each level is a fifth more, as Electron counts them. */
  setZoomLevel(level) {
    this.setZoomFactor(1.2 ** number(level, 0))
  }

  getZoomLevel() {
    return Math.log(this.#zoomFactor) / Math.log(1.2)
  }

  forcefullyCrashRenderer() {
    void this.#page.post('Page.crash')
  }

  /** Called by the window when its page is gone. */
  markDestroyed() {
    this.#isDestroyed = true
    all.delete(this.id)
    for (const waiting of this.#loads) waiting.abort()
    this.#page.frames.close()
    raise(this, 'destroyed')
  }

  async #load(url) {
    const waiting = new AbortController()
    this.#loads.add(waiting)
    const loaded = once(this.#page, 'loaded', waiting).then(
      () => undefined,
      () => 'net::ERR_FAILED',
    )
    try {
      const { errorText, isNewDocument } = await this.#page.navigate(url)
      const failure = errorText ?? (isNewDocument ? await loaded : undefined)
      if (failure) throw this.#loadError(url, failure)
    } finally {
      this.#loads.delete(waiting)
      waiting.abort()
    }
  }

  #loadError(url, errorText) {
    const { code, description } = netError(errorText)
    if (!this.#isDestroyed) raise(this, 'did-fail-load', hostEvent(), code, description, url, true)
    const error = new Error(`${description} (${code}) loading '${url}'`)
    return Object.assign(error, { errno: code, code: description, url })
  }

  /** Nothing of a page reaches the app once its contents are destroyed. */
  #follow(name, listener) {
    this.#page.on(name, (...args) => this.#isDestroyed || listener(...args))
  }

  #followDocument() {
    this.#follow('loading', isLoading =>
      raise(this, isLoading ? 'did-start-loading' : 'did-stop-loading', hostEvent()),
    )
    this.#follow('navigated', (url, isInPage) => {
      this.#isCrashed = false
      if (isInPage) raise(this, 'did-navigate-in-page', hostEvent(), url, true)
      else raise(this, 'did-navigate', hostEvent(), url, 200, '')
    })
    this.#follow('dom-ready', () => raise(this, 'dom-ready', hostEvent()))
    this.#follow('loaded', () => raise(this, 'did-finish-load', hostEvent()))
    this.#follow('crashed', () => {
      this.#isCrashed = true
      const details = { reason: 'crashed', exitCode: 1 }
      raise(this, 'render-process-gone', hostEvent(), details)
      windows.emit('page-gone', this, details)
    })
  }

  #followRequests() {
    this.#follow('open', request => {
      const referrer = { url: this.getURL(), policy: 'strict-origin-when-cross-origin' }
      decideWindowOpen(this.#openHandler, { ...request, referrer })
    })
    this.#follow('navigate', (request, prevent) => this.#mayNavigate(request) || prevent())
  }

  /** Asks the app about a navigation that a page has started: { url, frame, isMainFrame }. */
  #mayNavigate(request) {
    const event = hostEvent({ ...request, isSameDocument: false, initiator: request.frame })
    raise(this, 'will-frame-navigate', event)
    if (request.isMainFrame && !event.defaultPrevented) raise(this, 'will-navigate', event, request.url)
    return !event.defaultPrevented
  }

  #receive(context, kind, parts) {
    switch (kind) {
      case 'invoke':
        return this.#reply(context, answerInvoke(this.#messageEvent(context), ...parts))
      case 'permission':
        return this.#reply(context, answerPage(this.#decidePermission(context, ...parts), parts[0]))
      case 'send':
        return this.#hear(this.#messageEvent(context), ...parts)
      case 'leave':
        return this.#leave(context.frame, ...parts)
      default:
        raise(this, 'preload-error', hostEvent(), this.#page.preloadPath, ...parts)
    }
  }

  #reply({ uniqueId }, answer) {
    void answer.then(text => this.#page.deliver(uniqueId, text))
  }

  #hear(event, channel, args) {
    raise(this, 'ipc-message', event, channel, ...args)
    raise(ipcMain, channel, event, ...args)
  }

  #messageEvent({ frame }) {
    return {
      ...hostEvent({
        type: 'frame',
        sender: this,
        frameId: frame.routingId,
        processId: frame.processId,
        ports: [],
      }),
      get senderFrame() {
        return frame.detached ? null : frame
      },
      reply: (channel, ...args) => frame.send(channel, ...args),
    }
  }

  /** Chromium knows the app's answer before the page's own call goes on. */
  async #decidePermission({ frame }, call, kind, names) {
    const { origin, descriptors, isGranted } = await decidePermission(this, frame, kind, names)
    const setting = isGranted ? 'granted' : 'denied'
    for (const permission of descriptors)
      await this.#page.sendToBrowser('Browser.setPermission', { origin, permission, setting })
    return isGranted
  }

  /** The page goes to an address that Chromium has no document for: the app's own scheme, or another program's. */
  #leave(frame, url) {
    if (!this.#mayNavigate({ url, frame, isMainFrame: frame === this.mainFrame })) return
    if (isAppAddress(url)) void this.loadURL(url)
    else void leaveChromium(this, frame, url)
  }
}

throwWhenDestroyed(WebContents, ['isDestroyed', 'markDestroyed'])
