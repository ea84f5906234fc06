import type { Handlers } from '../../../shared/contract.ts'
import type { Quote } from '../../../shared/model/price/quote.ts'
import type { StoredKeepLimits } from '../../account/stored-preferences.ts'
import type { QuoteRetention } from '../../desk/quotes/quote-retention.ts'
import type { QuoteStore } from '../../desk/quotes/quote-store.ts'

export interface QuoteHandlerDeps {
  readonly quotes: Pick<QuoteStore, 'ofCell'>
  /** Writes what is not yet in the history. */
  readonly save: () => void
  readonly retention: QuoteRetention
  readonly limits: StoredKeepLimits
}

/** The price history. */
export function createQuotesHandlers({
  quotes,
  save,
  retention,
  limits,
}: QuoteHandlerDeps): Handlers['quotes'] {
  return {
    history({ limit, ...cell }) {
      save()
      const newest = quotes.ofCell(cell, limit + 1)
      return { quotes: newest.slice(0, limit).map(withoutLinks), isMore: newest.length > limit }
    },
    keeping: () => retention.readUsage(),
    async setKeepLimits(wanted) {
      limits.write(wanted)
      const keeping = await retention.readUsage()
      void retention.prune()
      return keeping
    },
  }
}

/** A history only shows prices, so links and limits are left out. */
const withoutLinks = ({ id, at, outcome }: Quote): Quote => ({
  id,
  at,
  outcome: outcome.kind === 'priced' ? { ...outcome, links: null, limits: null } : outcome,
})
