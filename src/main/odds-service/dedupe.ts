/**
 * One request for several equal ones in flight: they share its answer. A request that still waits in the queue is sent
 * with the permit of a later equal one, so that a recheck never waits where a what-if does.
 */
import type { QuoteOutcome } from '../../shared/model/price/quote.ts'
import type { AskPrice, PriceRequest } from './pricing.ts'

export function dedupeRequests(ask: AskPrice): AskPrice {
  const inFlight = new Map<string, SharedRequest>()

  function start(name: string, request: PriceRequest): SharedRequest {
    const shared = new SharedRequest(ask, () => {
      if (inFlight.get(name) === shared) inFlight.delete(name)
    })
    inFlight.set(name, shared)
    shared.send(request)
    return shared
  }

  return request => {
    const { profile, hostId, format, tokens, permit, signal } = request
    if (signal?.aborted === true) return ask(request)
    const name = JSON.stringify([profile.id, hostId, format, tokens])
    const known = inFlight.get(name)
    if (permit !== undefined && known?.isQueued === true) known.send(request)
    else if (known !== undefined) permit?.release({ kind: 'unsent' })
    return (known ?? start(name, request)).share(signal)
  }
}

/** The answer of a request before it is sent. */
const unsent = new Promise<never>(() => {})

class SharedRequest {
  readonly #ask: AskPrice
  readonly #onEnd: () => void
  /** The answer of the request sent last. */
  #answer: Promise<QuoteOutcome> = unsent
  /** Aborts that request. */
  #abort: AbortController | undefined
  #isQueued = true
  /** Number of callers that wait for the answer. */
  #callers = 0

  /** `onEnd`: it is answered, or no caller waits any more. */
  constructor(ask: AskPrice, onEnd: () => void) {
    this.#ask = ask
    this.#onEnd = onEnd
  }

  /** True while it has no permit. */
  get isQueued(): boolean {
    return this.#isQueued
  }

  /** Sends this request for the answer; the one before leaves the queue and no longer counts. */
  send(request: PriceRequest): void {
    const before = this.#abort
    const abort = new AbortController()
    this.#abort = abort
    this.#isQueued = request.permit === undefined
    before?.abort()
    const onSending = () => {
      if (this.#abort === abort) this.#isQueued = false
    }
    const onEnded = () => {
      if (this.#abort === abort) this.#onEnd()
    }
    this.#answer = this.#ask({ ...request, signal: abort.signal, onSending, onEnded })
  }

  /** Adds a caller. Most requests have a permit, and then a single send: its promise is handed on as it is. */
  share(signal: AbortSignal | undefined): Promise<QuoteOutcome> {
    this.#callers += 1
    signal?.addEventListener('abort', () => this.#leave(), { once: true })
    return this.#isQueued ? this.#lastAnswer() : this.#answer
  }

  /** The answer of the request sent last, which may be another than the one in flight now. */
  async #lastAnswer(): Promise<QuoteOutcome> {
    const answer = this.#answer
    const outcome = await answer
    return answer === this.#answer ? outcome : this.#lastAnswer()
  }

  /** Aborts the request once no caller waits for it; a later equal one is then sent by itself. */
  #leave(): void {
    this.#callers -= 1
    if (this.#callers > 0) return
    this.#onEnd()
    this.#abort?.abort()
  }
}
