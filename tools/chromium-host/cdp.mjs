import { EventEmitter } from 'node:events'

// A small client of the Chrome DevTools Protocol over two pipes: JSON messages, each ended by a zero byte.

/** Both ends of the pipe to one Chromium; `browser` is the session with Chromium itself, others come from session(id). */
export class Connection {
  #toChromium
  #lastId = 0
  #waiting = new Map()
  #sessions = new Map()

  constructor(toChromium, fromChromium) {
    this.#toChromium = toChromium
    toChromium.on('error', () => {}) // Chromium ended first; its exit is reported by the process
    fromChromium.on(
      'data',
      splitter(text => this.#receive(JSON.parse(text))),
    )
    fromChromium.on('close', () => this.#failWaiting())
    this.browser = this.session(undefined)
  }

  /** The session with this id, the same object each time. */
  session(id) {
    if (!this.#sessions.has(id)) this.#sessions.set(id, new Session(this, id))
    return this.#sessions.get(id)
  }

  /** Sends one command. Rejects with what Chromium says, or when it ends before it answers. */
  send(method, params, sessionId) {
    const id = ++this.#lastId
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { method, resolve, reject })
      this.#toChromium.write(`${JSON.stringify({ id, method, params, sessionId })}\0`)
    })
  }

  #receive({ id, method, params, sessionId, result, error }) {
    if (method === 'Target.detachedFromTarget') this.#detach(params.sessionId)
    if (method) return this.#sessions.get(sessionId)?.emit(method, params)
    const call = this.#waiting.get(id)
    this.#waiting.delete(id)
    if (error) call.reject(new Error(`${call.method}: ${error.message}`))
    else call.resolve(result)
  }

  #detach(sessionId) {
    this.#sessions.get(sessionId)?.emit('detached')
    this.#sessions.delete(sessionId)
  }

  #failWaiting() {
    for (const { method, reject } of this.#waiting.values())
      reject(new Error(`${method}: Chromium has ended`))
    this.#waiting.clear()
  }
}

/** Commands to and events from one target. Emits 'detached' when the target is gone. */
class Session extends EventEmitter {
  #connection
  #id

  constructor(connection, id) {
    super()
    this.#connection = connection
    this.#id = id
  }

  send(method, params = {}) {
    return this.#connection.send(method, params, this.#id)
  }

  /** Sends a command without waiting for its answer; a target that is gone is no error. */
  post(method, params) {
    this.send(method, params).catch(() => {})
  }
}

/**
 * Joins chunks and calls `take` with the text before each zero byte. An error of `take` is uncaught in a turn of its own,
 * and the messages after it are still taken.
 */
function splitter(take) {
  const takeSafely = text => {
    try {
      take(text)
    } catch (error) {
      process.nextTick(() => {
        throw error
      })
    }
  }
  let parts = []
  return chunk => {
    let start = 0
    for (let end = chunk.indexOf(0); end !== -1; end = chunk.indexOf(0, start)) {
      parts.push(chunk.subarray(start, end))
      takeSafely(Buffer.concat(parts).toString())
      parts = []
      start = end + 1
    }
    if (start < chunk.length) parts.push(chunk.subarray(start))
  }
}
