/**
 * The same question under way is asked once, whoever asks it again: they share the answer. One that still waits in line
 * is asked with the turn of who has one, so that a recheck never waits where a study does.
 */
import type { AskPrice, PriceRequest } from './pricing.ts'
import type { QuoteOutcome } from '../../shared/model/price/quote.ts'

export function sharingAnswers(ask: AskPrice): AskPrice {
  const underWay = new Map<string, Asking>()

  function start(name: string, request: PriceRequest): Asking {
    const asking = new Asking(ask, () => {
      if (underWay.get(name) === asking) underWay.delete(name)
    })
    underWay.set(name, asking)
    asking.send(request)
    return asking
  }

  return request => {
    const { profile, hostId, format, tokens, turn, signal } = request
    if (signal?.aborted === true) return ask(request)
    const name = JSON.stringify([profile.id, hostId, format, tokens])
    const known = underWay.get(name)
    if (turn !== undefined && known?.isInLine === true) known.send(request)
    else if (known !== undefined) turn?.end({ kind: 'unsent' })
    return (known ?? start(name, request)).share(signal)
  }
}

/** What a question is answered before it is sent. */
const unsent = new Promise<never>(() => {})

/** One question, and all who want its answer. */
class Asking {
  readonly #ask: AskPrice
  readonly #onEnd: () => void
  /** Of the request that is to give it. */
  #answer: Promise<QuoteOutcome> = unsent
  /** Ends that request. */
  #abort: AbortController | undefined
  #isInLine = true
  /** How many still want it. */
  #wanted = 0

  /** `onEnd`: it has its answer, or nobody wants it any more. */
  constructor(ask: AskPrice, onEnd: () => void) {
    this.#ask = ask
    this.#onEnd = onEnd
  }

  /** It has no turn yet. */
  get isInLine(): boolean {
    return this.#isInLine
  }

  /** Sends the request that is to give the answer; the one before leaves its line and no longer counts. */
  send(request: PriceRequest): void {
    const before = this.#abort
    const abort = new AbortController()
    this.#abort = abort
    this.#isInLine = request.turn === undefined
    before?.abort()
    const onSending = () => {
      if (this.#abort === abort) this.#isInLine = false
    }
    const onEnded = () => {
      if (this.#abort === abort) this.#onEnd()
    }
    this.#answer = this.#ask({ ...request, signal: abort.signal, onSending, onEnded })
  }

  /** Most have their turn, and then one request only: what that answers is handed on as it is. */
  share(signal: AbortSignal | undefined): Promise<QuoteOutcome> {
    this.#wanted += 1
    signal?.addEventListener('abort', () => this.#leave(), { once: true })
    return this.#isInLine ? this.#lastAnswer() : this.#answer
  }

  /** Of the request that was sent last, which may be another than the one under way now. */
  async #lastAnswer(): Promise<QuoteOutcome> {
    const answer = this.#answer
    const outcome = await answer
    return answer === this.#answer ? outcome : this.#lastAnswer()
  }

  /** Called off once nobody wants it any more; a new question then starts anew. */
  #leave(): void {
    this.#wanted -= 1
    if (this.#wanted > 0) return
    this.#onEnd()
    this.#abort?.abort()
  }
}
