/** Every service of the main process, built in order and given what it needs of the others. */
import { mkdirSync } from 'node:fs'
import { app } from 'electron'
import type { Announce } from '../../shared/contract.ts'
import { openStoredLayouts, openStoredApprovals } from '../account/stored-preferences.ts'
import { openSettingsFile } from '../account/settings-file.ts'
import { UserSettings } from '../account/settings.ts'
import { Board } from '../board/board.ts'
import { askBookBy } from './ask-price.ts'
import { openAccount } from './open-account.ts'
import { openAlerts } from './open-alerts.ts'
import { connectAheadBy } from './connect-ahead.ts'
import { openAutoRefresh, openBudgets } from './open-budget.ts'
import { openDesk, openDeskFile } from './open-desk.ts'
import { openQuotes } from './open-quotes.ts'
import { openLedger } from './open-ledger.ts'
import { openSettlement } from './open-settlement.ts'
import { openSources } from './open-sources.ts'
import { openStudy } from './open-whatif.ts'
import { openTrending } from './open-trending.ts'
import { workerFile } from './built.ts'
import { DeepLinks } from '../links/deep-link.ts'
import { openLog } from '../log.ts'
import { Caller } from '../odds-service/caller.ts'
import { Http } from '../odds-service/http.ts'

export type Services = ReturnType<typeof openServices>

/** Builds every service and gives each what it needs of the others. */
export function openServices(announce: Announce) {
  const base = openBase()
  const { folder, file, log, account, settings, board, database, http, budgets, caller, askBook } = base
  const history = openQuotes({ database, file, log })
  const desk = openDesk({ database, quotes: history.quotes, account, settings, board, budgets, askBook })
  const kept = openSources({ folder, file, log, account, settings, board, caller })
  const ledger = openLedger({ folder, log, account, settings, board, desk })
  const settling = openSettlement({ ...base, ...ledger })
  const links = new DeepLinks({ approvals: openStoredApprovals(file), demoPort: () => account.demoPort })
  const study = openStudy({ settings, board, desk, askBook })
  const auto = openAutoRefresh(desk, base.callSettings)
  const alerts = openAlerts({ database, account, settings })
  return {
    announce,
    file,
    log,
    account,
    settings,
    board,
    ...kept,
    history,
    database,
    http,
    connectAhead: connectAheadBy({ account, settings, http }),
    budget: { profileId: () => account.activeId, callSettings: base.callSettings, budgets, auto },
    desk,
    trending: openTrending({ ...base, desk }),
    study,
    alerts,
    links,
    layouts: openStoredLayouts(file),
    ...ledger,
    ...settling,
  }
}

/** What all services stand on. */
function openBase() {
  const folder = dataFolder()
  const file = openSettingsFile(folder, Date.now())
  const account = openAccount(file)
  const log = openLog(app.getPath('logs'), text => account.redact(text))
  const settings = new UserSettings(file)
  const singlesFormat = () => settings.state().value.singlesFormat
  const board = new Board({ workerFile: workerFile('board-worker'), singlesFormat })
  const database = openDeskFile(folder, account)
  const http = new Http()
  const { callSettings, budgets } = openBudgets({ database, file })
  const caller = new Caller({ http, keys: account, takeTurn: budgets.take })
  const askBook = askBookBy({ account, settings, caller })
  return {
    folder,
    file,
    log,
    account,
    settings,
    board,
    database,
    http,
    callSettings,
    budgets,
    caller,
    askBook,
  }
}

function dataFolder(): string {
  const folder = app.getPath('userData')
  mkdirSync(folder, { recursive: true })
  return folder
}
