/** What answers the window. */
import type { Handlers } from '../../shared/contract.ts'
import { selectionsOf } from '../account/kept-selections.ts'
import { Uploads } from '../board/sources/uploads.ts'
import { accountHandlers } from '../bridge/handlers/account.ts'
import { alertsHandlers } from '../bridge/handlers/alerts.ts'
import { boardHandlers } from '../bridge/handlers/board.ts'
import { budgetHandlers } from '../bridge/handlers/budget.ts'
import { deskHandlers } from '../bridge/handlers/desk.ts'
import { gridHandlers } from '../bridge/handlers/grid.ts'
import { backupsHandlers } from '../bridge/handlers/backups.ts'
import { transferHandlers } from '../bridge/handlers/transfer.ts'
import { ledgerHandlers } from '../bridge/handlers/ledger.ts'
import { settlementHandlers } from '../bridge/handlers/settlement.ts'
import { linksHandlers } from '../bridge/handlers/links.ts'
import { quotesHandlers } from '../bridge/handlers/quotes.ts'
import { settingsHandlers } from '../bridge/handlers/settings.ts'
import { studyHandlers } from '../bridge/handlers/study.ts'
import { trendingHandlers } from '../bridge/handlers/trending.ts'
import { CsvExport } from '../files/csv-export.ts'
import { chooseWhereToSave } from '../files/choose-files.ts'
import { copyText } from '../links/copy-text.ts'
import type { Services } from './services.ts'

/** A handler for each call of the contract, over the services. */
export function handlersOf(services: Services): Handlers {
  const { file, account, settings, desk, history, ledger } = services
  const kept = selectionsOf(file)
  return {
    account: accountHandlers(account),
    settings: settingsHandlers(settings),
    board: boardHandlers({
      board: services.board,
      sources: services.sources,
      uploads: new Uploads(),
      kept,
      connectAhead: services.connectAhead,
    }),
    desk: deskHandlers(desk, kept),
    budget: budgetHandlers(services.budget),
    links: linksHandlers({
      desk,
      links: services.links,
      outcomes: history.outcomes,
      profileId: () => account.activeId,
      priceFormat: () => settings.priceFormat,
    }),
    quotes: quotesHandlers({ ...history, save: () => desk.saveQuotes() }),
    study: studyHandlers(services.study),
    alerts: alertsHandlers(services.alerts),
    grid: gridHandlers(services.layouts, new CsvExport(chooseWhereToSave)),
    trending: trendingHandlers(services.trending, copyText),
    ledger: ledgerHandlers({
      ledger,
      reports: services.reports,
      origin: services.origin,
      books: () => settings.state().books,
    }),
    settlement: settlementHandlers(services.settlement, ledger),
    transfer: transferHandlers(services.transferNeed),
    backups: backupsHandlers(services.backupsNeed),
  }
}
