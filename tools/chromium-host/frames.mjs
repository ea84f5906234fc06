// The frames of a page, as Electron's WebFrameMain shows them, kept in step with CDP's Page and Runtime events.
import { originOf, toApp } from './scheme-origin.mjs'
import { strictPrototype } from './strict.mjs'
import { WORLD } from './page-scripts.mjs'

let frameCount = 0

class StrictBase {}
Object.setPrototypeOf(StrictBase.prototype, strictPrototype(Object.prototype))

/** One frame. `url` and `origin` are in the app's form. Of a frame that is gone only its ids can be read. */
class WebFrameMain extends StrictBase {
  #tree
  #place
  routingId = ++frameCount
  frameTreeNodeId = this.routingId
  processId = 1

  /** `place` is what the tree knows of it: { url, name, parent, isGone }. */
  constructor(tree, place) {
    super()
    this.#tree = tree
    this.#place = place
  }

  get url() {
    return this.#there.url
  }

  get name() {
    return this.#there.name
  }

  get parent() {
    return this.#there.parent
  }

  get origin() {
    return this.url ? originOf(this.url) : 'null'
  }

  get top() {
    return this.parent?.top ?? this
  }

  get frames() {
    return this.#tree.childrenOf(this)
  }

  get detached() {
    return this.#place.isGone
  }

  isDestroyed() {
    return this.#place.isGone
  }

  send(channel, ...args) {
    if (typeof channel !== 'string') throw new TypeError('Missing required channel argument')
    if (this.#place.isGone) return
    this.#tree.send(this, channel, args)
  }

  get #there() {
    if (this.#place.isGone) throw new Error('Render frame was disposed before WebFrameMain could be accessed')
    return this.#place
  }
}

/** All frames of one page, and the preload's context of each. */
export class FrameTree {
  #frames = new Map() // frame id -> WebFrameMain
  #places = new Map() // WebFrameMain -> { url, name, parent, isGone }
  #contexts = new Map() // execution context id -> { frame, uniqueId }
  #current = new Map() // WebFrameMain -> uniqueId of its preload's context

  /** `send(contextUniqueId, channel, args)` carries a message to a frame's preload. */
  constructor(send) {
    this.main = this.#create(null)
    this.send = (frame, channel, args) => send(this.#current.get(frame), channel, args)
  }

  /** Follows the session of a page whose main frame has this id. */
  follow(session, mainFrameId) {
    this.#frames.set(mainFrameId, this.main)
    session.on('Page.frameAttached', ({ frameId, parentFrameId }) => this.#attach(frameId, parentFrameId))
    session.on('Page.frameNavigated', ({ frame }) => this.#navigate(frame))
    session.on('Page.navigatedWithinDocument', ({ frameId, url }) => this.#setUrl(frameId, url))
    session.on('Page.frameDetached', ({ frameId, reason }) => reason === 'remove' && this.#detach(frameId))
    session.on('Runtime.executionContextCreated', ({ context }) => this.#addContext(context))
    session.on('Runtime.executionContextDestroyed', ({ executionContextId }) =>
      this.#removeContext(executionContextId),
    )
    session.on('Runtime.executionContextsCleared', () => this.#clearContexts())
  }

  frame(frameId) {
    return this.#frames.get(frameId)
  }

  /** The preload's context that a message came from: { frame, uniqueId }, or undefined when it is gone. */
  context(executionContextId) {
    return this.#contexts.get(executionContextId)
  }

  childrenOf(parent) {
    return [...this.#frames.values()].filter(frame => this.#places.get(frame).parent === parent)
  }

  /** The page is gone, and all its frames with it. */
  close() {
    for (const place of this.#places.values()) place.isGone = true
    this.#contexts.clear()
    this.#current.clear()
  }

  #create(parent) {
    const place = { url: '', name: '', parent, isGone: false }
    const frame = new WebFrameMain(this, place)
    this.#places.set(frame, place)
    return frame
  }

  #attach(frameId, parentFrameId) {
    if (!this.#frames.has(frameId)) this.#frames.set(frameId, this.#create(this.#frames.get(parentFrameId)))
  }

  #navigate({ id, url, urlFragment = '', name = '', parentId }) {
    if (parentId) this.#attach(id, parentId)
    this.#setUrl(id, url + urlFragment)
    this.#places.get(this.#frames.get(id)).name = name
  }

  #setUrl(frameId, url) {
    const place = this.#places.get(this.#frames.get(frameId))
    if (place) place.url = toApp(url)
  }

  #detach(frameId) {
    const frame = this.#frames.get(frameId)
    if (frame) this.#places.get(frame).isGone = true
    this.#places.delete(frame)
    this.#frames.delete(frameId)
  }

  #addContext({ id, uniqueId, name, auxData }) {
    const frame = this.#frames.get(auxData?.frameId)
    if (name !== WORLD || !frame) return
    this.#contexts.set(id, { frame, uniqueId })
    this.#current.set(frame, uniqueId)
  }

  #removeContext(id) {
    const context = this.#contexts.get(id)
    this.#contexts.delete(id)
    if (context && this.#current.get(context.frame) === context.uniqueId) this.#current.delete(context.frame)
  }

  #clearContexts() {
    this.#contexts.clear()
    this.#current.clear()
  }
}
