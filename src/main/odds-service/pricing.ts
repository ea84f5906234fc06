/**
 * The pricing interface (docs/service-interface.md, 4.1): one parlay at one book, its tokens verbatim and in order. Equal
 * requests in flight are sent once.
 */
import type { Book } from '../../shared/model/game/book.ts'
import type { Profile } from '../../shared/model/settings/profile.ts'
import type { QuoteOutcome } from '../../shared/model/price/quote.ts'
import { readBookAddress } from '../../shared/model/settings/service-address.ts'
import type { PriceFormat } from '../../shared/odds/price.ts'
import type { Account } from '../account/account.ts'
import type { UserSettings } from '../account/settings.ts'
import type { Caller } from './caller.ts'
import { requireAddress, ServiceError } from './failures.ts'
import type { Priority, Permit } from './permits.ts'
import { readAnswer, readPricing } from './wire.ts'

export interface PriceRequest {
  readonly profile: Pick<Profile, 'id' | 'pricing'>
  readonly hostId: string
  readonly tokens: readonly string[]
  readonly format: PriceFormat
  readonly signal?: AbortSignal
  /** A permit already acquired; without one it waits for its own, at `priority`. */
  readonly permit?: Permit
  readonly priority?: Priority
  /** Called right before the request leaves. */
  readonly onSending?: () => void
  /** Called once at the end, with any outcome, even when nothing was sent. */
  readonly onEnded?: () => void
}

/** Never rejects because of the service or the network: that is an outcome. */
export type AskPrice = (request: PriceRequest) => Promise<QuoteOutcome>

/** Asks a book under the profile in use, in the format the user reads. */
export type AskBook = (
  book: Book,
  tokens: readonly string[],
  call: Pick<PriceRequest, 'signal' | 'permit' | 'priority'>,
) => Promise<QuoteOutcome>

export interface AskBookDeps {
  readonly account: Pick<Account, 'profile'>
  readonly settings: Pick<UserSettings, 'priceFormat'>
  readonly caller: Pick<Caller, 'read'>
}

const demoNotStarted: QuoteOutcome = {
  kind: 'failed',
  failure: { kind: 'unreachable', host: 'The demo’s odds service', detail: 'it didn’t start' },
}

export function createAskBook({ account, settings, caller }: AskBookDeps): AskBook {
  const askPrice = dedupeRequests(createPricing(caller))
  return ({ hostId }, tokens, call) =>
    account.profile().then(
      profile => askPrice({ profile, hostId, tokens, format: settings.priceFormat, ...call }),
      () => demoNotStarted,
    )
}

/** Checked addresses, by pattern and host id: the check takes longer than any other step of a call. */
const checkedAddresses = new Map<string, URL>()
const maxAddresses = 1_000

function findAddress(pattern: string, hostId: string): URL {
  const name = `${hostId} ${pattern}`
  const known = checkedAddresses.get(name)
  if (known !== undefined) return known
  const address = requireAddress(readBookAddress(pattern, hostId))
  if (checkedAddresses.size >= maxAddresses) checkedAddresses.clear()
  checkedAddresses.set(name, address)
  return address
}

export function createPricing(caller: Pick<Caller, 'read'>): AskPrice {
  return async ({ profile, hostId, tokens, format, onEnded, ...call }) => {
    try {
      return await caller.read(
        {
          profileId: profile.id,
          method: 'POST',
          address: findAddress(profile.pricing, hostId),
          query: { price: format },
          body: JSON.stringify(tokens),
          emptyBody: '[]',
          host: hostId,
          ...call,
        },
        ({ status, body }, key) => {
          const outcome = readPricing(readAnswer(body, status, key), status, { format, key })
          if (outcome.kind === 'failed') throw new ServiceError(outcome.failure)
          return outcome
        },
      )
    } catch (error) {
      if (error instanceof ServiceError) return { kind: 'failed', failure: error.failure }
      throw error
    } finally {
      onEnded?.()
    }
  }
}

/**
 * Sends one request for several equal ones in flight. A request that still waits in the queue is sent with the permit
 * of a later equal one, so that a recheck never waits behind a what-if.
 */
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

  /** `onEnd` runs when the answer came, or no caller waits any more. */
  constructor(ask: AskPrice, onEnd: () => void) {
    this.#ask = ask
    this.#onEnd = onEnd
  }

  /** True while it has no permit. */
  get isQueued(): boolean {
    return this.#isQueued
  }

  /** Sends this request; an earlier one leaves the queue and its answer no longer counts. */
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

  /** Adds a caller. Most requests have a permit and are sent once; their promise is returned directly. */
  share(signal: AbortSignal | undefined): Promise<QuoteOutcome> {
    this.#callers += 1
    signal?.addEventListener('abort', () => this.#leave(), { once: true })
    return this.#isQueued ? this.#lastAnswer() : this.#answer
  }

  /** The answer of the request sent last, which may change while it is awaited. */
  async #lastAnswer(): Promise<QuoteOutcome> {
    const answer = this.#answer
    const outcome = await answer
    return answer === this.#answer ? outcome : this.#lastAnswer()
  }

  /** Aborts the request once no caller waits for it; a later equal one is then sent separately. */
  #leave(): void {
    this.#callers -= 1
    if (this.#callers > 0) return
    this.#onEnd()
    this.#abort?.abort()
  }
}
