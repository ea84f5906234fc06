/** The price history: read, kept within its limits, and what betslips showed against it. */
import { keepLimitsOf } from '../account/kept-limits.ts'
import type { SettingsFile } from '../account/settings-file.ts'
import { LinkOutcomes } from '../desk/link-outcomes.ts'
import { QuoteKeeper } from '../desk/quote-keeper.ts'
import { QuoteStore } from '../desk/quote-store.ts'
import type { Database } from '../storage/database.ts'

interface QuotesNeed {
  readonly database: Database
  readonly file: SettingsFile
  readonly log: (error: unknown) => string
}

export function openQuotes({ database, file, log }: QuotesNeed) {
  const limits = keepLimitsOf(file)
  const keeper = new QuoteKeeper({
    database,
    limits: () => limits.read(),
    log,
  })
  return { quotes: new QuoteStore(database), outcomes: new LinkOutcomes(database), keeper, limits }
}
