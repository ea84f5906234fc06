/** Server side of calls over a worker or a message port; `worker-calls.ts` is the client side. */
import type {
  AnswerTo,
  FromWorker,
  RequestName,
  ServedPort,
  ToWorker,
  WorkerProtocol,
} from './worker-calls.ts'

/** One call being answered. */
export interface ServedCall<P extends WorkerProtocol> {
  readonly report: (progress: P['progress']) => void
}

/** Members of a union of requests that may have this name. */
type RequestNamed<R, N> = R extends { readonly name: infer M } ? (N extends M ? R : never) : never

/** A function for each request, by its name. */
export type CallHandlers<P extends WorkerProtocol> = {
  readonly [N in RequestName<P>]: (
    request: RequestNamed<P['request'], N>,
    call: ServedCall<P>,
  ) => AnswerTo<P, N> | Promise<AnswerTo<P, N>>
}

export interface CallServerOptions<P extends WorkerProtocol> {
  readonly handlers: CallHandlers<P>
  readonly onMessage?: (message: P['toWorker']) => void
  /** An error in a handler ends the thread instead of answering the call, because a change may be half done. */
  readonly isErrorFatal?: boolean
}

type Incoming<P extends WorkerProtocol> = ToWorker<never, P['toWorker']>
type Handler<P extends WorkerProtocol> = (request: never, call: ServedCall<P>) => unknown

export class CallServer<P extends WorkerProtocol> {
  readonly #port: ServedPort<Incoming<P>>
  readonly #handlers: Readonly<Record<string, Handler<P>>>
  readonly #isErrorFatal: boolean

  constructor(
    port: ServedPort<Incoming<P>>,
    { handlers, onMessage, isErrorFatal = false }: CallServerOptions<P>,
  ) {
    this.#port = port
    this.#handlers = handlers
    this.#isErrorFatal = isErrorFatal
    port.on('message', message => {
      if ('isClose' in message) port.close()
      else if ('message' in message) onMessage?.(message.message)
      else void this.#serve(message.callId, call => this.#handle(message.name, message.request, call))
    })
  }

  /** Answers the call with this id, whose request came another way, with the result of `work`. */
  answer<N extends RequestName<P>>(
    id: number,
    _name: N,
    work: (call: ServedCall<P>) => AnswerTo<P, N> | Promise<AnswerTo<P, N>>,
  ): void {
    void this.#serve(id, work)
  }

  /** Sends a message that has no answer. */
  send(message: P['fromWorker']): void {
    this.#post({ message })
  }

  #handle(name: string, request: never, call: ServedCall<P>): unknown {
    const handler = this.#handlers[name]
    if (handler === undefined) throw new Error(`No handler for the call "${name}".`)
    return handler(request, call)
  }

  async #serve(callId: number, work: (call: ServedCall<P>) => unknown): Promise<void> {
    try {
      const answer = await work({ report: progress => this.#post({ callId, progress }) })
      this.#post({ callId, answer })
    } catch (error) {
      if (this.#isErrorFatal) throw error
      this.#post({ callId, error: error instanceof Error ? error : new Error(String(error)) })
    }
  }

  #post(message: FromWorker<unknown, P['progress'], P['fromWorker']>): void {
    this.#port.postMessage(message)
  }
}
