import { BridgeValues, messageOf, thrownText } from './bridge-values.mjs'

// The two ends of the path between a page's own world and the world of its preload, as Electron's context bridge has them.
// Both ends hold the same event target; a detail sent on it is structured-cloned into the other world by the engine, at once,
// so a call gives its result synchronously. Functions and promises stay where they are: their numbers travel.
// Built-ins are captured before the page's first script runs: the page shares them and could replace them.

const { apply } = Reflect
const { dispatchEvent: dispatch, addEventListener: listen } = EventTarget.prototype
const { then } = Promise.prototype
const detailOf = Object.getOwnPropertyDescriptor(CustomEvent.prototype, 'detail').get
const Message = CustomEvent

/** One end on `link`: hears the events named `mine`, sends events named `theirs`. */
export class BridgeEnd {
  #link
  #theirs
  #last = 0
  #offered = Object.create(null) // number -> [function, its receiver]
  #waiting = Object.create(null)
  #numbers = new WeakMap()
  #collected = new FinalizationRegistry(number => this.#send({ kind: 'release', number }))
  #values = new BridgeValues({
    offerFunction: (fn, receiver) => this.#offerFunction(fn, receiver),
    takeFunction: part => (part.isOriginal ? this.#offered[part.number][0] : this.remote(part.number)),
    offerPromise: promise => this.#offerPromise(promise),
    takePromise: number => new Promise((resolve, reject) => (this.#waiting[number] = { resolve, reject })),
  })
  #reply

  constructor(link, mine, theirs) {
    this.#link = link
    this.#theirs = theirs
    apply(listen, link, [mine, event => this.#hear(apply(detailOf, event, []))])
  }

  /** Gives a function a number (1, 2, ... in order) under which the other end can call it on `receiver`. */
  offer(fn, receiver) {
    this.#offered[++this.#last] = [fn, receiver]
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
    const { threw, part } = this.#send({ kind: 'call', number, args: this.#values.packArguments(args) })
    if (threw !== undefined) throw new Error(threw)
    return this.#values.unpack(part)
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

  /** Runs a call. Only the message of an error crosses, and the other end makes a plain Error of it. */
  #outcome({ number, args }) {
    const [fn, receiver] = this.#offered[number]
    let result
    try {
      result = apply(fn, receiver, this.#values.unpack(args))
    } catch (error) {
      return { threw: messageOf(error) }
    }
    try {
      return { part: this.#values.pack(result) }
    } catch (error) {
      return { threw: thrownText(error) }
    }
  }

  #settle({ number, part, threw, isRejected }) {
    const { resolve, reject } = this.#waiting[number]
    delete this.#waiting[number]
    if (threw !== undefined) reject(new Error(threw))
    else if (isRejected) reject(this.#values.unpack(part))
    else resolve(this.#values.unpack(part))
  }

  /** A function that came from the other end goes back as itself; any other one gets a number. */
  #offerFunction(fn, receiver) {
    const original = this.#numbers.get(fn)
    return original === undefined
      ? { number: this.offer(fn, receiver) }
      : { number: original, isOriginal: true }
  }

  #offerPromise(promise) {
    const number = ++this.#last
    const settle = isRejected => value => {
      this.#send({ kind: 'settle', number, isRejected, ...this.#packed(value) })
    }
    apply(then, promise, [settle(false), settle(true)])
    return number
  }

  #packed(value) {
    try {
      return { part: this.#values.pack(value) }
    } catch (error) {
      return { threw: thrownText(error) }
    }
  }
}
