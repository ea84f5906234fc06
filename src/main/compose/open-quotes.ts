/** The price history: read, kept within its limits, and what betslips showed against it. */
import { openStoredKeepLimits } from '../account/stored-preferences.ts'
import type { SettingsFile } from '../account/settings-file.ts'
import { LinkOutcomes } from '../desk/quotes/link-outcomes.ts'
import { QuoteKeeper } from '../desk/quotes/quote-retention.ts'
import { QuoteStore } from '../desk/quotes/quote-store.ts'
import type { Database } from '../storage/database.ts'

interface QuotesNeed {
  readonly database: Database
  readonly file: SettingsFile
  readonly log: (error: unknown) => string
}

export function openQuotes({ database, file, log }: QuotesNeed) {
  const limits = openStoredKeepLimits(file)
  const keeper = new QuoteKeeper({
    database,
    limits: () => limits.read(),
    log,
  })
  return { quotes: new QuoteStore(database), outcomes: new LinkOutcomes(database), keeper, limits }
}
