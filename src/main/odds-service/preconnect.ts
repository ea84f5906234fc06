/**
 * A connection opened before the first call needs it: one at a time for a host. The pool takes it when it connects;
 * without a call it is closed.
 */
import type { Socket } from 'node:net'

/** Callback of undici's connectors. */
export type ConnectCallback = (...end: [null, Socket] | [Error, null]) => void

const heldMs = 60_000

export class Preconnection {
  readonly #open: (done: ConnectCallback) => void
  /** True while a connection is open or opening. */
  #isStarted = false
  #socket: Socket | undefined
  #waiting: ConnectCallback | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(open: (done: ConnectCallback) => void) {
    this.#open = open
  }

  /** Opens a connection, unless one is open or opening. */
  open(): void {
    if (this.#isStarted) return
    this.#isStarted = true
    this.#open((...end) => this.#opened(end))
  }

  /** Passes on the connection that is open or opening; false when there is none. */
  take(done: ConnectCallback): boolean {
    if (!this.#isStarted || this.#waiting !== undefined) return false
    const socket = this.#socket
    if (socket === undefined) this.#waiting = done
    else {
      this.#forget()
      // undici does not expect the callback to run synchronously.
      queueMicrotask(() => done(null, socket))
    }
    return true
  }

  close(): void {
    const socket = this.#socket
    this.#forget()
    socket?.destroy()
  }

  #opened(end: Parameters<ConnectCallback>): void {
    const waiting = this.#waiting
    if (waiting !== undefined || end[0] !== null) {
      this.#forget()
      waiting?.(...end)
      return
    }
    const [, socket] = end
    this.#socket = socket
    socket.on('close', this.#dropped).on('error', this.#dropped)
    this.#timer = setTimeout(() => this.close(), heldMs).unref()
  }

  readonly #dropped = (): void => this.close()

  #forget(): void {
    clearTimeout(this.#timer)
    this.#socket?.off('close', this.#dropped)
    this.#socket?.off('error', this.#dropped)
    this.#isStarted = false
    this.#socket = undefined
    this.#waiting = undefined
  }
}
