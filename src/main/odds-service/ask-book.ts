/** Prices a parlay at one book under the profile in use, in the format the user reads. Equal requests are sent once. */
import type { Book } from '../../shared/model/game/book.ts'
import type { QuoteOutcome } from '../../shared/model/price/quote.ts'
import type { Account } from '../account/account.ts'
import type { UserSettings } from '../account/settings.ts'
import type { Caller } from './caller.ts'
import { createPricing, type PriceRequest } from './pricing.ts'
import { dedupeRequests } from './dedupe.ts'

const notStarted: QuoteOutcome = {
  kind: 'failed',
  failure: { kind: 'unreachable', host: 'The demo’s odds service', detail: 'it did not start' },
}

interface AskDeps {
  readonly account: Account
  readonly settings: UserSettings
  readonly caller: Caller
}

/** Never rejects because of the service or the network: that is an outcome. */
export type AskBook = (
  book: Book,
  tokens: readonly string[],
  call: Pick<PriceRequest, 'signal' | 'permit' | 'priority'>,
) => Promise<QuoteOutcome>

export function createAskBook({ account, settings, caller }: AskDeps): AskBook {
  const askPrice = dedupeRequests(createPricing(caller))
  return ({ hostId }, tokens, call) =>
    account.profile().then(
      profile => askPrice({ profile, hostId, tokens, format: settings.priceFormat, ...call }),
      () => notStarted,
    )
}
