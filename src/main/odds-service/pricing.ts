/** The pricing interface (interface document, 4.1): one parlay at one book, its tokens verbatim and in order. */
import type { Profile } from '../../shared/model/profile.ts'
import type { QuoteOutcome } from '../../shared/model/quote.ts'
import { readBookAddress } from '../../shared/model/service-address.ts'
import type { PriceFormat } from '../../shared/odds/price.ts'
import type { Caller } from './caller.ts'
import { addressOf, Refused, ServiceError } from './failures.ts'
import { readAnswer, readPricing } from './wire.ts'

export interface PriceRequest {
  readonly profile: Pick<Profile, 'id' | 'pricing'>
  readonly hostId: string
  readonly tokens: readonly string[]
  readonly format: PriceFormat
  readonly signal?: AbortSignal
}

export type AskPrice = (request: PriceRequest) => Promise<QuoteOutcome>

/** Asks one book. Every way it can end is a QuoteOutcome; it never throws for what the service or the net did. */
export function createPricing(caller: Pick<Caller, 'read'>): AskPrice {
  return async ({ profile, hostId, tokens, format, signal }) => {
    try {
      return await caller.read(
        {
          profileId: profile.id,
          method: 'POST',
          address: addressOf(readBookAddress(profile.pricing, hostId)),
          query: { price: format },
          body: JSON.stringify(tokens),
          ...(signal && { signal }),
        },
        ({ status, body }, key) => {
          const outcome = readPricing(readAnswer(body, status), status, { format, key })
          if (outcome.kind === 'failed') throw new Refused(outcome.failure)
          return outcome
        },
      )
    } catch (error) {
      if (error instanceof ServiceError) return { kind: 'failed', failure: error.failure }
      throw error
    }
  }
}
