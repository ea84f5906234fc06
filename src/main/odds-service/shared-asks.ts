/** The same question under way is asked once, whoever asks it again: they share the answer. */
import type { AskPrice, PriceRequest } from './pricing.ts'
import type { QuoteOutcome } from '../../shared/model/quote.ts'

interface Asking {
  readonly answer: Promise<QuoteOutcome>
  readonly abort: AbortController
  /** How many still want it. */
  wanted: number
}

export function sharingAnswers(ask: AskPrice): AskPrice {
  const underWay = new Map<string, Asking>()

  function start(name: string, request: PriceRequest): Asking {
    const abort = new AbortController()
    const answer = ask({ ...request, signal: abort.signal }).finally(() => {
      if (underWay.get(name) === asking) underWay.delete(name)
    })
    const asking: Asking = { answer, abort, wanted: 0 }
    underWay.set(name, asking)
    return asking
  }

  /** Called off once nobody wants it any more; a new question then starts anew. */
  function leave(name: string, asking: Asking): void {
    asking.wanted -= 1
    if (asking.wanted > 0) return
    if (underWay.get(name) === asking) underWay.delete(name)
    asking.abort.abort()
  }

  return request => {
    const { profile, hostId, format, tokens, turn, signal } = request
    if (signal?.aborted === true) return ask(request)
    const name = JSON.stringify([profile.id, hostId, format, tokens])
    const known = underWay.get(name)
    if (known !== undefined) turn?.end({ kind: 'unsent' })
    const asking = known ?? start(name, request)
    asking.wanted += 1
    signal?.addEventListener('abort', () => leave(name, asking), { once: true })
    return asking.answer
  }
}
