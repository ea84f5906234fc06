import type { Handlers } from '../../../shared/contract.ts'
import type { Quote } from '../../../shared/model/price/quote.ts'
import type { KeptLimits } from '../../account/kept-limits.ts'
import type { QuoteKeeper } from '../../desk/quote-keeper.ts'
import type { QuoteStore } from '../../desk/quote-store.ts'

export interface QuotesNeed {
  readonly quotes: Pick<QuoteStore, 'ofCell'>
  /** Writes what is not yet in the history. */
  readonly save: () => void
  readonly keeper: QuoteKeeper
  readonly limits: KeptLimits
}

/** The price history. */
export function quotesHandlers({ quotes, save, keeper, limits }: QuotesNeed): Handlers['quotes'] {
  return {
    history({ limit, ...cell }) {
      save()
      const newest = quotes.ofCell(cell, limit + 1)
      return { quotes: newest.slice(0, limit).map(withoutLinks), isMore: newest.length > limit }
    },
    keeping: () => keeper.keeping(),
    async setKeepLimits(wanted) {
      limits.write(wanted)
      const keeping = await keeper.keeping()
      void keeper.prune()
      return keeping
    },
  }
}

/** A history is read, not acted on: what it was to open is left out. */
const withoutLinks = ({ id, at, outcome }: Quote): Quote => ({
  id,
  at,
  outcome: outcome.kind === 'priced' ? { ...outcome, links: null, limits: null } : outcome,
})
