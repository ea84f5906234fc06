/** The pricing interface (docs/service-interface.md, 4.1): one parlay at one book, its tokens verbatim and in order. */
import type { Profile } from '../../shared/model/settings/profile.ts'
import type { QuoteOutcome } from '../../shared/model/price/quote.ts'
import { readBookAddress } from '../../shared/model/settings/service-address.ts'
import type { PriceFormat } from '../../shared/odds/price.ts'
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
  /** Called once it has ended, with any outcome, also where it never left. */
  readonly onEnded?: () => void
}

export type AskPrice = (request: PriceRequest) => Promise<QuoteOutcome>

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

/** Asks one book. Failures of service and network are a QuoteOutcome too; they are never thrown. */
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
          host: hostId,
          ...call,
        },
        ({ status, body }, key) => {
          const outcome = readPricing(readAnswer(body, status), status, { format, key })
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
