/** The pricing interface (interface document, 4.1): one parlay at one book, its tokens verbatim and in order. */
import type { Profile } from '../../shared/model/settings/profile.ts'
import type { QuoteOutcome } from '../../shared/model/price/quote.ts'
import { readBookAddress } from '../../shared/model/settings/service-address.ts'
import type { PriceFormat } from '../../shared/odds/price.ts'
import type { Caller } from './caller.ts'
import { addressOf, Refused, ServiceError } from './failures.ts'
import type { Priority, Turn } from './permits.ts'
import { readAnswer, readPricing } from './wire.ts'

export interface PriceRequest {
  readonly profile: Pick<Profile, 'id' | 'pricing'>
  readonly hostId: string
  readonly tokens: readonly string[]
  readonly format: PriceFormat
  readonly signal?: AbortSignal
  /** The turn taken for it, or else how much it matters in line. */
  readonly turn?: Turn
  readonly priority?: Priority
  /** Called right before the request leaves. */
  readonly onSending?: () => void
  /** Called once it has ended, whatever came of it, also where it never left. */
  readonly onEnded?: () => void
}

export type AskPrice = (request: PriceRequest) => Promise<QuoteOutcome>

/** Addresses found good, by pattern and host id: checking one takes longer than a call's every other step. */
const known = new Map<string, URL>()
const mostKnown = 1_000

function addressAt(pattern: string, hostId: string): URL {
  const name = `${hostId} ${pattern}`
  const seen = known.get(name)
  if (seen !== undefined) return seen
  const address = addressOf(readBookAddress(pattern, hostId))
  if (known.size >= mostKnown) known.clear()
  known.set(name, address)
  return address
}

/** Asks one book. Every way it can end is a QuoteOutcome; it never throws for what the service or the net did. */
export function createPricing(caller: Pick<Caller, 'read'>): AskPrice {
  return async ({ profile, hostId, tokens, format, onEnded, ...call }) => {
    try {
      return await caller.read(
        {
          profileId: profile.id,
          method: 'POST',
          address: addressAt(profile.pricing, hostId),
          query: { price: format },
          body: JSON.stringify(tokens),
          host: hostId,
          ...call,
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
    } finally {
      onEnded?.()
    }
  }
}
