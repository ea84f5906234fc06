/** A handler for each call of the contract, over the services. */
import type { Handlers } from '../../shared/contract.ts'
import { openStoredSelections } from '../account/stored-preferences.ts'
import { createAccountHandlers, createSettingsHandlers } from '../bridge/handlers/account.ts'
import {
  createAlertsHandlers,
  createBudgetHandlers,
  createDeskHandlers,
  createQuotesHandlers,
  createWhatIfHandlers,
  createGridHandlers,
} from '../bridge/handlers/desk.ts'
import { createBoardHandlers } from '../bridge/handlers/board.ts'
import {
  createBackupsHandlers,
  createTransferHandlers,
  createLedgerHandlers,
  createSettlementHandlers,
} from '../bridge/handlers/ledger.ts'
import { createLinksHandlers } from '../bridge/handlers/links.ts'
import { createTrendingHandlers } from '../bridge/handlers/trending.ts'
import { CsvExport } from '../files/csv-writer.ts'
import { chooseWhereToSave } from '../files/choose-files.ts'
import { copyText } from '../links/deep-link.ts'
import type { Services } from './services.ts'

export function createHandlers(services: Services): Handlers {
  const { file, account, settings, desk, history, ledger } = services
  const storedSelections = openStoredSelections(file)
  return {
    account: createAccountHandlers(account),
    settings: createSettingsHandlers(settings),
    board: createBoardHandlers({
      board: services.board,
      sources: services.sources,
      storedSelections,
      connectAhead: services.preconnect,
    }),
    desk: createDeskHandlers(desk, storedSelections),
    budget: createBudgetHandlers(services.budget),
    links: createLinksHandlers({
      desk,
      links: services.links,
      outcomes: history.outcomes,
      profileId: () => account.activeId,
      priceFormat: () => settings.priceFormat,
    }),
    quotes: createQuotesHandlers(history),
    whatif: createWhatIfHandlers(services.whatIf),
    alerts: createAlertsHandlers(services.alerts),
    grid: createGridHandlers(services.layouts, new CsvExport(chooseWhereToSave)),
    trending: createTrendingHandlers(services.trending, copyText),
    ledger: createLedgerHandlers({
      ledger,
      reports: services.reports,
      origin: services.origin,
      books: () => settings.state().books,
    }),
    settlement: createSettlementHandlers(services.settlement, ledger),
    transfer: createTransferHandlers(services.transferDeps),
    backups: createBackupsHandlers(services.backupsDeps),
  }
}
