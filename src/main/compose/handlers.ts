/** A handler for each call of the contract, over the services. */
import type { Handlers } from '../../shared/contract.ts'
import {
  createAccountHandlers,
  createKeysHandlers,
  createPaletteHandlers,
  createSoundsHandlers,
  createSettingsHandlers,
  createViewHandlers,
} from '../bridge/handlers/account.ts'
import {
  createAlertsHandlers,
  createPhoneHandlers,
  createRulesHandlers,
  createBudgetHandlers,
  createDeskHandlers,
  createFairHandlers,
  createQuotesHandlers,
  createWhatIfHandlers,
  createGridHandlers,
} from '../bridge/handlers/desk.ts'
import { createTaxHandlers } from '../bridge/handlers/tax.ts'
import { createAccountsHandlers } from '../bridge/handlers/accounts.ts'
import { createDraftsHandlers } from '../bridge/handlers/drafts.ts'
import { createBoardHandlers } from '../bridge/handlers/board.ts'
import {
  createBackupsHandlers,
  createTransferHandlers,
  createLedgerHandlers,
  createSettlementHandlers,
} from '../bridge/handlers/ledger.ts'
import { createLayoutsHandlers } from '../bridge/handlers/layouts.ts'
import { createLinksHandlers } from '../bridge/handlers/links.ts'
import { createScannerHandlers } from '../bridge/handlers/scanner.ts'
import { createAutomationHandlers } from '../bridge/handlers/automation.ts'
import { createScriptsHandlers } from '../bridge/handlers/scripts.ts'
import { createStakesHandlers } from '../bridge/handlers/stakes.ts'
import { createTeamHandlers } from '../bridge/handlers/team.ts'
import { createTrendingHandlers } from '../bridge/handlers/trending.ts'
import { createCrashHandlers, createUpdatesHandlers } from '../bridge/handlers/updates.ts'
import { createPerWindow } from '../bridge/per-window.ts'
import { createWindowsHandlers, type WindowHandlerDeps } from '../bridge/handlers/windows.ts'
import { TableCopy } from '../files/copied-table.ts'
import { CsvExport } from '../files/csv-writer.ts'
import { copyImage, copyTable, copyText } from '../links/deep-link.ts'
import { createGrader } from '../odds-service/grader.ts'
import { priority } from '../odds-service/permits.ts'
import type { Services } from './services.ts'

export function createHandlers(services: Services, windows: WindowHandlerDeps): Handlers {
  const { account, settings, desk, dialogs } = services
  const grader = createGrader(services.caller)
  const tableOf = createPerWindow(() => new TableCopy(copyTable))
  const exportCsv = () => new CsvExport(dialogs.chooseWhereToSave)
  const announceToOthers = windows.announceToOthers.bind(windows)
  return {
    account: createAccountHandlers(account, profile =>
      grader.testKey({ profile, priority: priority.recheck }),
    ),
    settings: createSettingsHandlers(settings),
    ...{ keys: createKeysHandlers(services.keys), sounds: createSoundsHandlers(services.sounds) },
    drafts: createDraftsHandlers(services.drafts),
    palette: createPaletteHandlers(services.recentCommands, announceToOthers),
    view: createViewHandlers(services.view, {
      copyText,
      copyTable: (part, window) => tableOf(window).add(part),
      copyImage,
    }),
    windows: createWindowsHandlers(windows),
    board: createBoardHandlers(services),
    desk: createDeskHandlers(desk, services.storedSelections, () => settings.state().value.currency),
    budget: createBudgetHandlers(services),
    links: createLinksHandlers(services),
    quotes: createQuotesHandlers(services),
    whatif: createWhatIfHandlers(services.whatIf),
    fair: createFairHandlers(services.fairPrices),
    scanner: createScannerHandlers(services),
    alerts: createAlertsHandlers(services.alerts),
    rules: createRulesHandlers(services.rules),
    phone: createPhoneHandlers(services.phone),
    grid: createGridHandlers(services.grids, announceToOthers, exportCsv),
    layouts: createLayoutsHandlers(services),
    trending: createTrendingHandlers(services.trending, copyText),
    team: createTeamHandlers(services.team),
    ...createScriptAreas(services),
    ...createProgramAreas(services),
    ...createLedgerAreas(services, windows),
  }
}

const createScriptAreas = (services: Services): Pick<Handlers, 'automation' | 'scripts'> => ({
  automation: createAutomationHandlers(services.scripts),
  scripts: createScriptsHandlers({
    ...services,
    books: () => services.settings.state().books,
    currency: () => services.settings.state().value.currency,
  }),
})

/** Calls about the program itself. */
const createProgramAreas = ({ updates, crashNotes }: Services): Pick<Handlers, 'updates' | 'crash'> => ({
  updates: createUpdatesHandlers(updates),
  crash: createCrashHandlers({ ...crashNotes, copyText }),
})

type LedgerArea = 'stakes' | 'ledger' | 'accounts' | 'settlement' | 'transfer' | 'backups'

function createLedgerAreas(services: Services, windows: WindowHandlerDeps): Pick<Handlers, LedgerArea> {
  const { settings, dialogs, ledger, imports } = services
  const books = () => settings.state().books
  return {
    ledger: createLedgerHandlers({ ...services, books }),
    accounts: {
      ...createAccountsHandlers({ ledger, books }),
      ...createTaxHandlers({
        reports: services.reports,
        askWhere: name => dialogs.chooseWhereToSaveLedger(name, 'csv'),
      }),
    },
    settlement: createSettlementHandlers(services.settlement, ledger),
    transfer: createTransferHandlers({
      ...{ ledger, imports, windows, parquet: services.parquet },
      askWhere: dialogs.chooseWhereToSaveLedger,
    }),
    backups: createBackupsHandlers(services),
    stakes: createStakesHandlers(services.planner, services.hedges),
  }
}
