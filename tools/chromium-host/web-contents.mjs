import { once } from 'node:events'
import { HostEmitter, hostEvent } from './host-emitter.mjs'
import { answerInvoke, ipcMain } from './ipc-main.mjs'
import { grantedPermissions } from './permissions.mjs'
import { originOf, toApp, toChromium } from './scheme-origin.mjs'
import { announceDownload, defaultSession } from './session.mjs'

let count = 0
const all = new Map()

/** Electron's webContents, over a Page. */
export class WebContents extends HostEmitter {
  id = ++count
  session = defaultSession
  #page
  #openHandler
  #zoomFactor = 1
  #isDestroyed = false

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
    this.#followDocument(page)
    this.#followRequests(page)
    page.on('message', (context, kind, parts) => this.#receive(context, kind, parts))
    page.on('console', entry =>
      this.emit('console-message', { ...hostEvent(), ...entry, sourceId: toApp(entry.sourceId) }),
    )
    page.on('download', details => announceDownload(this, { ...details, url: toApp(details.url) }))
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

  /** Resolves when the document has loaded; rejects, as Electron does, when it cannot be. */
  async loadURL(url) {
    this.#grantPermissions(originOf(url))
    const waiting = new AbortController()
    const finished = once(this, 'did-finish-load', waiting).catch(() => {})
    const { errorText, isNewDocument } = await this.#page.navigate(url)
    if (errorText) this.#failLoad(url, errorText, waiting)
    if (isNewDocument) await finished
    else waiting.abort()
  }

  reload() {
    void this.#page.post('Page.reload')
  }

  send(channel, ...args) {
    this.mainFrame.send(channel, ...args)
  }

  /** The handler is asked, but can only deny: the host opens no window for a page. */
  setWindowOpenHandler(handler) {
    this.#openHandler = handler
  }

  setZoomFactor(factor) {
    this.#zoomFactor = factor
    this.#applyZoom()
  }

  getZoomFactor() {
    return this.#zoomFactor
  }

  /** Each level is a fifth more, as Electron counts them. */
  setZoomLevel(level) {
    this.setZoomFactor(1.2 ** level)
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
    this.emit('destroyed')
  }

  #followDocument(page) {
    page.on('navigated', (url, isInPage) => {
      if (isInPage) this.emit('did-navigate-in-page', hostEvent(), url, true)
      else this.emit('did-navigate', hostEvent(), url, 200, '')
    })
    page.on('dom-ready', () => {
      if (this.#zoomFactor !== 1) this.#applyZoom()
      this.emit('dom-ready', hostEvent())
    })
    page.on('loaded', () => this.emit('did-finish-load', hostEvent()))
    page.on('crashed', () =>
      this.emit('render-process-gone', hostEvent(), { reason: 'crashed', exitCode: 1 }),
    )
  }

  #followRequests(page) {
    page.on('open', request => this.#decideOpen(request))
    page.on('navigate', (request, prevent) => {
      const event = hostEvent({ ...request, isSameDocument: false, initiator: request.frame })
      this.emit('will-frame-navigate', event)
      if (request.isMainFrame) this.emit('will-navigate', event, request.url)
      if (event.defaultPrevented) prevent()
    })
  }

  #decideOpen(request) {
    const decision = this.#openHandler?.({ ...request, referrer: { url: this.getURL(), policy: 'default' } })
    if (decision?.action === 'allow')
      throw new Error('not in the Chromium host: a window that a page opens (setWindowOpenHandler: allow)')
  }

  #receive({ frame, uniqueId }, kind, parts) {
    const event = {
      ...hostEvent({
        type: 'frame',
        sender: this,
        senderFrame: frame,
        frameId: frame.routingId,
        processId: frame.processId,
        ports: [],
      }),
      reply: (channel, ...args) => frame.send(channel, ...args),
    }
    if (kind === 'invoke') {
      const [call, channel, args] = parts
      void answerInvoke(event, call, channel, args).then(text => this.#page.deliver(uniqueId, text))
    } else if (kind === 'send') {
      const [channel, args] = parts
      this.emit('ipc-message', event, channel, ...args)
      ipcMain.emit(channel, event, ...args)
    } else {
      this.emit('preload-error', hostEvent(), this.#page.preloadPath, ...parts)
    }
  }

  #grantPermissions(origin) {
    void grantedPermissions(this, origin).then(permissions =>
      this.#page.postToBrowser('Browser.grantPermissions', {
        permissions,
        origin: toChromium(origin).replace(/\/$/, ''),
      }),
    )
  }

  #failLoad(url, errorText, waiting) {
    waiting.abort()
    const description = errorText.replace(/^net::/, '')
    this.emit('did-fail-load', hostEvent(), -2, description, url, true)
    throw Object.assign(new Error(`${description} (-2) loading '${url}'`), {
      code: description,
      errno: -2,
      url,
    })
  }

  /** Chromium has no command for a page's zoom; the root's CSS zoom looks the same. */
  #applyZoom() {
    const expression = `document.documentElement.style.zoom = ${Number(this.#zoomFactor)}`
    void this.#page.post('Runtime.evaluate', { expression })
  }
}
