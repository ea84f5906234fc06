/**
 * One request in flight, as undici's handler of it: gathers the answer up to its cap; the time limit, the caller, a
 * redirect or a body too large end it at once. Plain events instead of a stream and combined signals, because this is the
 * hot path: they cost more than all the rest.
 */
import { Refused, TimedOut, TooLarge } from './failures.ts'

export interface RawAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Buffer
}

export interface ExchangeLimits {
  /** Limit of the whole exchange. */
  readonly timeoutMs: number
  readonly maxBytes: number
  /** Called for each chunk of the body. */
  readonly onBody?: () => void
  readonly signal?: AbortSignal
}

/** undici's means for a handler to end its request. */
interface Controller {
  abort(reason: Error): void
}

type Headers = RawAnswer['headers']

export class Exchange {
  readonly #limits: ExchangeLimits
  readonly #resolve: (answer: RawAnswer) => void
  readonly #reject: (error: Error) => void
  readonly #timer: NodeJS.Timeout
  readonly #chunks: Buffer[] = []
  #controller: Controller | undefined
  #size = 0
  #status = 0
  #headers: Headers = {}
  /** Set once it has ended; the error where it ended early. */
  #ended: Error | true | undefined

  constructor(limits: ExchangeLimits, resolve: (answer: RawAnswer) => void, reject: (error: Error) => void) {
    this.#limits = limits
    this.#resolve = resolve
    this.#reject = reject
    this.#timer = setTimeout(() => this.#abort(new TimedOut(limits.timeoutMs)), limits.timeoutMs)
    limits.signal?.addEventListener('abort', this.#onAbort)
  }

  onRequestStart(controller: Controller): void {
    this.#controller = controller
    // It may have ended while it waited for a connection.
    if (this.#ended instanceof Error) controller.abort(this.#ended)
  }

  onResponseStart(_controller: Controller, status: number, headers: Headers): void {
    this.#status = status
    this.#headers = headers
    if (status >= 300 && status < 400) this.#abort(new Refused({ kind: 'redirected', status }))
    else if (Number(headers['content-length'] ?? 0) > this.#limits.maxBytes) this.#abortTooLarge()
  }

  onResponseData(_controller: Controller, chunk: Buffer): void {
    this.#limits.onBody?.()
    this.#size += chunk.length
    if (this.#size > this.#limits.maxBytes) this.#abortTooLarge()
    else this.#chunks.push(chunk)
  }

  onResponseEnd(): void {
    if (!this.#end(true)) return
    const [first] = this.#chunks
    const body = this.#chunks.length === 1 && first ? first : Buffer.concat(this.#chunks, this.#size)
    this.#resolve({ status: this.#status, headers: this.#headers, body })
  }

  onResponseError(_controller: Controller, error: Error): void {
    if (this.#end(error)) this.#reject(error)
  }

  readonly #onAbort = (): void => this.#abort(new Error('called off'))

  #abortTooLarge(): void {
    this.#abort(new TooLarge(this.#limits.maxBytes))
  }

  #abort(why: Error): void {
    if (!this.#end(why)) return
    this.#controller?.abort(why)
    this.#reject(why)
  }

  /** Returns false where it had ended before. */
  #end(how: Error | true): boolean {
    if (this.#ended !== undefined) return false
    this.#ended = how
    clearTimeout(this.#timer)
    this.#limits.signal?.removeEventListener('abort', this.#onAbort)
    return true
  }
}
