/**
 * Calls to a worker thread, or over a message port: a request, its progress, and one answer or error; and messages that
 * need no answer. This is the client side; `call-server.ts` is the server side.
 */
import type { Transferable } from 'node:worker_threads'

/** Types of all messages between two threads. A part that is not used is `never`. */
export interface WorkerProtocol {
  readonly request: { readonly name: string }
  /** Type of each answer, by the name of its request. */
  readonly answers: object
  readonly progress: unknown
  /** Messages without an answer. */
  readonly toWorker: unknown
  readonly fromWorker: unknown
}

export type RequestName<P extends WorkerProtocol> = P['request']['name']
export type AnswerTo<P extends WorkerProtocol, N> = N extends keyof P['answers'] ? P['answers'][N] : never

/** Asks a thread to end once it is done; sent by `endWorker`. */
export interface CloseRequest {
  readonly isClose: true
}

export type ToWorker<R, M> =
  | { readonly callId: number; readonly name: string; readonly request: R }
  | { readonly message: M }
  | CloseRequest

export type FromWorker<A, P, M> =
  | { readonly callId: number; readonly answer: A }
  | { readonly callId: number; readonly error: Error }
  | { readonly callId: number; readonly progress: P }
  | { readonly message: M }

/** A Worker or a MessagePort, as far as calls need it. */
export interface CallPort<M> {
  postMessage(message: unknown, transfer?: readonly Transferable[]): void
  on(event: 'message', listener: (message: M) => void): unknown
  on(event: 'error' | 'messageerror', listener: (error: Error) => void): unknown
  on(event: 'exit' | 'close', listener: () => void): unknown
  ref(): void
  unref(): void
}

/** The port of the server side. */
export interface ServedPort<M> extends CallPort<M> {
  close(): void
}

export interface WorkerCallsOptions<P extends WorkerProtocol> {
  /** Message of the error that rejects open calls when the thread ends: "The reports’ worker ended." */
  readonly endedText: string
  readonly onMessage?: (message: P['fromWorker']) => void
  /** Runs when the thread ended unexpectedly, after every open call was rejected with this error. */
  readonly onEnded?: (error: Error) => void
}

export interface CallOptions<P extends WorkerProtocol> {
  /** Buffers and ports that move to the worker. */
  readonly transfer?: readonly Transferable[]
  readonly onProgress?: (progress: P['progress']) => void
}

/** An open call, as its caller sees it. */
export interface OpenedCall<A> {
  readonly id: number
  readonly answer: Promise<A>
  /** Resolves the call on this side; a later answer of the worker is ignored. */
  readonly resolve: (answer: A) => void
  readonly reject: (error: Error) => void
}

/** `never` for answers: the caller knows their type. */
type Incoming<P extends WorkerProtocol> = FromWorker<never, never, P['fromWorker']>

interface OpenCall {
  readonly resolve: (answer: never) => void
  readonly reject: (error: Error) => void
  readonly onProgress: ((progress: never) => void) | undefined
}

export class WorkerCalls<P extends WorkerProtocol> {
  readonly #port: CallPort<Incoming<P>>
  readonly #options: WorkerCallsOptions<P>
  readonly #open = new Map<number, OpenCall>()
  #lastId = 0
  /** Set once the thread has ended or `close` was called. */
  #closedBy: Error | undefined

  /** The thread keeps the program running only while a call is open. */
  constructor(port: CallPort<Incoming<P>>, options: WorkerCallsOptions<P>) {
    this.#port = port
    this.#options = options
    port.on('message', message => this.#receive(message))
    port.on('error', cause => this.#ended(cause))
    port.on('messageerror', cause => this.#ended(cause))
    // A worker's end, and a port's.
    port.on('exit', () => this.#ended(undefined))
    port.on('close', () => this.#ended(undefined))
    port.unref()
  }

  /** Rejects with what the worker's handler throws, or when the thread ends first. */
  call<R extends P['request']>(request: R, options?: CallOptions<P>): Promise<AnswerTo<P, R['name']>> {
    return this.open(request, options).answer
  }

  /** Sends a request, as `call` does, for a caller that may settle the call itself. */
  open<R extends P['request']>(
    request: R,
    { transfer = [], ...options }: CallOptions<P> = {},
  ): OpenedCall<AnswerTo<P, R['name']>> {
    const opened = this.expect<R['name']>(request.name, options)
    if (this.#closedBy === undefined) this.#post({ callId: opened.id, name: request.name, request }, transfer)
    return opened
  }

  /** Opens a call without sending its request, which reaches the worker through another thread, with the id. */
  expect<N extends RequestName<P>>(
    _name: N,
    { onProgress }: Omit<CallOptions<P>, 'transfer'> = {},
  ): OpenedCall<AnswerTo<P, N>> {
    const { promise: answer, resolve, reject } = Promise.withResolvers<AnswerTo<P, N>>()
    this.#lastId += 1
    const id = this.#lastId
    if (this.#closedBy !== undefined) reject(this.#closedBy)
    else {
      if (this.#open.size === 0) this.#port.ref()
      this.#open.set(id, { resolve, reject, onProgress })
    }
    return {
      id,
      answer,
      resolve: value => this.#settle(id) && resolve(value),
      reject: error => this.#settle(id)?.reject(error),
    }
  }

  /** Sends a message that has no answer. */
  send(message: P['toWorker'], transfer: readonly Transferable[] = []): void {
    if (this.#closedBy === undefined) this.#post({ message }, transfer)
  }

  /** Rejects all open calls; later ones still go to the worker. */
  rejectOpen(error: Error): void {
    for (const id of [...this.#open.keys()]) this.#settle(id)?.reject(error)
  }

  /** Rejects all open calls, and every later one. The caller ends the thread, by `endWorker`. */
  close(error: Error): void {
    this.#closedBy ??= error
    this.rejectOpen(error)
  }

  #receive(message: Incoming<P>): void {
    if ('message' in message) this.#options.onMessage?.(message.message)
    else if ('progress' in message) this.#open.get(message.callId)?.onProgress?.(message.progress)
    else if ('error' in message) this.#settle(message.callId)?.reject(message.error)
    else this.#settle(message.callId)?.resolve(message.answer)
  }

  #settle(id: number): OpenCall | undefined {
    const call = this.#open.get(id)
    if (this.#open.delete(id) && this.#open.size === 0) this.#port.unref()
    return call
  }

  #ended(cause: unknown): void {
    if (this.#closedBy !== undefined) return
    const error = new Error(this.#options.endedText, { cause })
    this.close(error)
    this.#options.onEnded?.(error)
  }

  #post(message: ToWorker<P['request'], P['toWorker']>, transfer: readonly Transferable[]): void {
    this.#port.postMessage(message, transfer)
  }
}
