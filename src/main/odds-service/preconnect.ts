/**
 * A connection opened before the first call needs it: one at a time for a host, handed to the pool as soon as that wants
 * one, and let go when nothing came of it.
 */
import type { Socket } from 'node:net'

/** What undici's connectors call back with. */
export type Connected = (...end: [null, Socket] | [Error, null]) => void

const heldMs = 60_000

export class SocketAhead {
  readonly #open: (done: Connected) => void
  #state: 'none' | 'opening' | 'held' = 'none'
  #socket: Socket | undefined
  #waiting: Connected | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(open: (done: Connected) => void) {
    this.#open = open
  }

  /** Opens one, unless one is there or on its way. */
  open(): void {
    if (this.#state !== 'none') return
    this.#state = 'opening'
    this.#open((...end) => this.#opened(end))
  }

  /** Hands over the one that is there or on its way; false where there is none. */
  take(done: Connected): boolean {
    if (this.#state === 'none' || this.#waiting !== undefined) return false
    const socket = this.#socket
    if (socket === undefined) this.#waiting = done
    else {
      this.#forget()
      // undici does not expect its answer before it has finished asking.
      queueMicrotask(() => done(null, socket))
    }
    return true
  }

  close(): void {
    const socket = this.#socket
    this.#forget()
    socket?.destroy()
  }

  #opened(end: Parameters<Connected>): void {
    const waiting = this.#waiting
    if (waiting !== undefined || end[0] !== null) {
      this.#forget()
      waiting?.(...end)
      return
    }
    const [, socket] = end
    this.#state = 'held'
    this.#socket = socket
    socket.on('close', this.#dropped).on('error', this.#dropped)
    this.#timer = setTimeout(() => this.close(), heldMs).unref()
  }

  readonly #dropped = (): void => this.close()

  #forget(): void {
    clearTimeout(this.#timer)
    this.#socket?.off('close', this.#dropped)
    this.#socket?.off('error', this.#dropped)
    this.#state = 'none'
    this.#socket = undefined
    this.#waiting = undefined
  }
}
