// The frames of a page, as Electron's WebFrameMain shows them, kept in step with CDP's Page and Runtime events.
import { originOf, toApp } from './scheme-origin.mjs'
import { strictPrototype } from './strict.mjs'
import { WORLD } from './page-scripts.mjs'

let frameCount = 0

class StrictBase {}
Object.setPrototypeOf(StrictBase.prototype, strictPrototype(Object.prototype))

/** One frame. `url` and `origin` are in the app's form. */
class WebFrameMain extends StrictBase {
  #tree
  routingId = ++frameCount
  frameTreeNodeId = this.routingId
  processId = 1
  url = ''
  name = ''
  parent = null
  detached = false

  constructor(tree, parent) {
    super()
    this.#tree = tree
    this.parent = parent
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

  isDestroyed() {
    return this.detached
  }

  send(channel, ...args) {
    this.#tree.send(this, channel, args)
  }
}

/** All frames of one page, and the preload's context of each. */
export class FrameTree {
  #frames = new Map() // frame id -> WebFrameMain
  #contexts = new Map() // execution context id -> { frame, uniqueId }
  #current = new Map() // WebFrameMain -> uniqueId of its preload's context

  /** `send(contextUniqueId, channel, args)` carries a message to a frame's preload. */
  constructor(send) {
    this.main = new WebFrameMain(this, null)
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
    return [...this.#frames.values()].filter(frame => frame.parent === parent)
  }

  #attach(frameId, parentFrameId) {
    if (!this.#frames.has(frameId))
      this.#frames.set(frameId, new WebFrameMain(this, this.#frames.get(parentFrameId)))
  }

  #navigate({ id, url, urlFragment = '', name = '', parentId }) {
    if (parentId) this.#attach(id, parentId)
    this.#setUrl(id, url + urlFragment)
    this.#frames.get(id).name = name
  }

  #setUrl(frameId, url) {
    const frame = this.#frames.get(frameId)
    if (frame) frame.url = toApp(url)
  }

  #detach(frameId) {
    const frame = this.#frames.get(frameId)
    if (frame) frame.detached = true
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
