// The two ends of the path between a page's own world and the world of its preload, as Electron's context bridge has them.
// Both ends hold the same event target; a detail sent on it is structured-cloned into the other world by the engine, at once,
// so a call gives its result synchronously. Functions and promises stay where they are: their numbers travel.
// Built-ins are captured before the page's first script runs: the page shares them and could replace them.

const { apply } = Reflect
const { dispatchEvent: dispatch, addEventListener: listen } = EventTarget.prototype
const detailOf = Object.getOwnPropertyDescriptor(CustomEvent.prototype, 'detail').get
const Message = CustomEvent
const clone = structuredClone
const UNCLONEABLE = 'An object could not be cloned.'
const MAX_DEPTH = 1000

/** One end on `link`: hears the events named `mine`, sends events named `theirs`. */
export class BridgeEnd {
  #link
  #theirs
  #last = 0
  #offered = Object.create(null)
  #waiting = Object.create(null)
  #numbers = new WeakMap()
  #collected = new FinalizationRegistry(number => this.#send({ kind: 'release', number }))
  #reply

  constructor(link, mine, theirs) {
    this.#link = link
    this.#theirs = theirs
    apply(listen, link, [mine, event => this.#hear(apply(detailOf, event, []))])
  }

  /** Gives a function a number (1, 2, ... in order) under which the other end can call it. */
  offer(fn) {
    this.#offered[++this.#last] = fn
    return this.#last
  }

  /** The function that the other end offers under this number. */
  remote(number) {
    const proxy = (...args) => this.#call(number, args)
    this.#numbers.set(proxy, number)
    this.#collected.register(proxy, number)
    return proxy
  }

  #call(number, args) {
    const reply = this.#send({ kind: 'call', number, args: args.map(arg => this.#pack(arg)) })
    const result = this.#unpack(reply.part)
    if (reply.threw) throw result
    return result
  }

  /** Returns what the other end replied before the event was over, if it did. */
  #send(detail) {
    this.#reply = undefined
    apply(dispatch, this.#link, [new Message(this.#theirs, { __proto__: null, detail })])
    return this.#reply
  }

  #hear(message) {
    switch (message.kind) {
      case 'call':
        return this.#send({ kind: 'reply', ...this.#outcome(message) })
      case 'reply':
        this.#reply = message
        return
      case 'settle':
        return this.#settle(message)
      case 'release':
        delete this.#offered[message.number]
    }
  }

  #outcome({ number, args }) {
    try {
      return { part: this.#pack(this.#offered[number](...args.map(arg => this.#unpack(arg)))) }
    } catch (error) {
      return { threw: true, part: this.#packReason(error) }
    }
  }

  #settle({ number, part, rejected }) {
    const { resolve, reject } = this.#waiting[number]
    delete this.#waiting[number]
    if (rejected) reject(this.#unpack(part))
    else resolve(this.#unpack(part))
  }

  /** A value as one part of a message. Throws Error for what cannot cross. */
  #pack(value, depth = 0) {
    if (typeof value === 'function') return this.#packFunction(value)
    if (value instanceof Promise) return this.#packPromise(value)
    if (isCloneable(value)) return { kind: 'value', value }
    if (typeof value === 'symbol') throw new Error(UNCLONEABLE)
    if (depth === MAX_DEPTH)
      throw new Error(`Objects nested deeper than ${MAX_DEPTH} cannot cross the context bridge.`)
    return this.#takeApart(value, depth)
  }

  /** A function that came from the other end goes back as itself; any other one gets a number. */
  #packFunction(fn) {
    const original = this.#numbers.get(fn)
    return original ? { kind: 'original', number: original } : { kind: 'function', number: this.offer(fn) }
  }

  #packPromise(promise) {
    const number = ++this.#last
    promise.then(
      value => this.#send({ kind: 'settle', number, ...this.#resolution(value) }),
      reason => this.#send({ kind: 'settle', number, rejected: true, part: this.#packReason(reason) }),
    )
    return { kind: 'promise', number }
  }

  #resolution(value) {
    try {
      return { part: this.#pack(value) }
    } catch (error) {
      return { rejected: true, part: this.#packReason(error) }
    }
  }

  #packReason(reason) {
    try {
      return this.#pack(reason)
    } catch (error) {
      return this.#pack(error)
    }
  }

  /**
   * An object that the engine refuses whole goes field by field, if a function or promise inside is the reason.
   * If nothing inside is, the object itself is refused (a Proxy, an element), as Electron does.
   */
  #takeApart(value, depth) {
    const fields = Object.keys(value).map(key => [key, this.#pack(value[key], depth + 1)])
    if (fields.every(([, part]) => part.kind === 'value')) throw new Error(UNCLONEABLE)
    return { kind: Array.isArray(value) ? 'array' : 'object', fields }
  }

  #unpack(part) {
    switch (part.kind) {
      case 'value':
        return part.value
      case 'function':
        return this.remote(part.number)
      case 'original':
        return this.#offered[part.number]
      case 'promise':
        return new Promise((resolve, reject) => (this.#waiting[part.number] = { resolve, reject }))
      default:
        return this.#putTogether(part)
    }
  }

  #putTogether({ kind, fields }) {
    const whole = kind === 'array' ? [] : {}
    for (const [key, part] of fields) {
      const value = this.#unpack(part)
      Object.defineProperty(whole, key, { value, writable: true, enumerable: true, configurable: true })
    }
    return whole
  }
}

function isCloneable(value) {
  try {
    clone(value)
    return true
  } catch {
    return false
  }
}
