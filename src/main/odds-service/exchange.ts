/**
 * One request under way, as undici's handler of it: the answer is gathered up to its cap, and whatever ends it early
 * (the time limit, the caller, a redirect, a body too large) ends it at once. Plain events instead of a stream and
 * combined signals, because this is the hot path: they cost more than all the rest.
 */
import { Refused, TimedOut, TooLarge } from './failures.ts'

export interface RawAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Buffer
}

export interface ExchangeLimits {
  /** Of the whole exchange. */
  readonly timeoutMs: number
  readonly maxBytes: number
  /** Called when something of the body has come. */
  readonly onBody?: () => void
  readonly signal?: AbortSignal
}

/** What undici gives a handler to end its request with. */
interface Controller {
  abort(reason: Error): void
}

type Headers = RawAnswer['headers']

export class Exchange {
  readonly #limits: ExchangeLimits
  readonly #settle: { readonly give: (answer: RawAnswer) => void; readonly fail: (error: Error) => void }
  readonly #timer: NodeJS.Timeout
  readonly #chunks: Buffer[] = []
  #controller: Controller | undefined
  #size = 0
  #status = 0
  #headers: Headers = {}
  /** Set once it has ended, with why where it ended early. */
  #ended: Error | true | undefined

  constructor(limits: ExchangeLimits, give: (answer: RawAnswer) => void, fail: (error: Error) => void) {
    this.#limits = limits
    this.#settle = { give, fail }
    this.#timer = setTimeout(() => this.#stop(new TimedOut(limits.timeoutMs)), limits.timeoutMs)
    limits.signal?.addEventListener('abort', this.#callOff)
  }

  onRequestStart(controller: Controller): void {
    this.#controller = controller
    // It may have ended while it waited for a connection.
    if (this.#ended instanceof Error) controller.abort(this.#ended)
  }

  onResponseStart(_controller: Controller, status: number, headers: Headers): void {
    this.#status = status
    this.#headers = headers
    if (status >= 300 && status < 400) this.#stop(new Refused({ kind: 'redirected', status }))
    else if (Number(headers['content-length'] ?? 0) > this.#limits.maxBytes) this.#stopTooLarge()
  }

  onResponseData(_controller: Controller, chunk: Buffer): void {
    this.#limits.onBody?.()
    this.#size += chunk.length
    if (this.#size > this.#limits.maxBytes) this.#stopTooLarge()
    else this.#chunks.push(chunk)
  }

  onResponseEnd(): void {
    if (!this.#end(true)) return
    const [first] = this.#chunks
    const body = this.#chunks.length === 1 && first ? first : Buffer.concat(this.#chunks, this.#size)
    this.#settle.give({ status: this.#status, headers: this.#headers, body })
  }

  onResponseError(_controller: Controller, error: Error): void {
    if (this.#end(error)) this.#settle.fail(error)
  }

  readonly #callOff = (): void => this.#stop(new Error('called off'))

  #stopTooLarge(): void {
    this.#stop(new TooLarge(this.#limits.maxBytes))
  }

  #stop(why: Error): void {
    if (!this.#end(why)) return
    this.#controller?.abort(why)
    this.#settle.fail(why)
  }

  /** Answers false where it had ended before. */
  #end(how: Error | true): boolean {
    if (this.#ended !== undefined) return false
    this.#ended = how
    clearTimeout(this.#timer)
    this.#limits.signal?.removeEventListener('abort', this.#callOff)
    return true
  }
}
