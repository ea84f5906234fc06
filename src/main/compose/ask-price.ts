/** How one price is asked for: under the profile in use, in the format the user reads. */
import type { Book } from '../../shared/model/game/book.ts'
import type { QuoteOutcome } from '../../shared/model/price/quote.ts'
import type { Account } from '../account/account.ts'
import type { UserSettings } from '../account/settings.ts'
import type { Caller } from '../odds-service/caller.ts'
import { createPricing, type PriceRequest } from '../odds-service/pricing.ts'
import { sharingAnswers } from '../odds-service/dedupe.ts'

const notStarted: QuoteOutcome = {
  kind: 'failed',
  failure: { kind: 'unreachable', host: 'The demo’s odds service', detail: 'it did not start' },
}

interface PriceNeed {
  readonly account: Account
  readonly settings: UserSettings
  readonly caller: Caller
}

/** Never rejects for what the service or the net did. */
export type AskBook = (
  book: Book,
  tokens: readonly string[],
  call: Pick<PriceRequest, 'signal' | 'turn' | 'priority'>,
) => Promise<QuoteOutcome>

export function askBookBy({ account, settings, caller }: PriceNeed): AskBook {
  const askPrice = sharingAnswers(createPricing(caller))
  return ({ hostId }, tokens, call) =>
    account.profile().then(
      profile => askPrice({ profile, hostId, tokens, format: settings.priceFormat, ...call }),
      () => notStarted,
    )
}
