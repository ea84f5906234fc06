/** Constructs every service of the main process, in order, and gives each what it needs of the others. */
import { mkdirSync } from 'node:fs'
import { app } from 'electron'
import type { Announce, Handlers } from '../../shared/contract.ts'
import { ProfilePart, StoredPart } from '../account/stored-part.ts'
import {
  keepDemoEpoch,
  openStoredApprovals,
  openStoredAuto,
  openStoredRecentCommands,
  openStoredSelections,
} from '../account/stored-preferences.ts'
import { openSettingsFile } from '../account/settings-file.ts'
import type { SettingsFile } from '../account/stored-settings.ts'
import { UserSettings } from '../account/settings.ts'
import { StoredDrafts } from '../account/stored-drafts.ts'
import { ViewSettings } from '../account/view-settings.ts'
import { plainLayout } from '../../shared/model/settings/settings.ts'
import { Board } from '../board/board.ts'
import { createAskBook } from '../odds-service/pricing.ts'
import {
  type BaseServices,
  openAlerts,
  openPhone,
  createPreconnect,
  openAutoRefresh,
  openBudgets,
  openDesk,
  openDeskFile,
  openFairPrices,
  openQuotes,
  openRules,
  openScanner,
  openWhatIf,
  openTrending,
} from './desk-services.ts'
import { openLedger } from './ledger-services.ts'
import { openUpdates } from './update-services.ts'
import { openCrashNotes } from '../crash-note.ts'
import { DeepLinks } from '../links/deep-link.ts'
import { openLog, openServicesLog } from '../log.ts'
import { Caller } from '../odds-service/caller.ts'
import { Http } from '../odds-service/http.ts'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Account } from '../account/account.ts'
import { chooseVault, type KeyVault } from '../account/key-vault.ts'
import { startDemo } from '../account/demo-service.ts'
import { FeedLoader } from '../board/sources/feed-loader.ts'
import { StoredTexts } from '../board/sources/read-source.ts'
import { Sources } from '../board/sources/sources.ts'
import type { Desk } from '../desk/desk.ts'
import { FileDialogs } from '../files/choose-files.ts'
import { createFeed } from '../odds-service/feed.ts'
import { readStartRequest } from './start-request.ts'
import { TargetSecrets } from '../phone/target-secrets.ts'
import { chooseProfile } from './choose-profile.ts'
import { createTeamEntrance, type TeamEntrance } from './team-entrance.ts'
import { createScriptEntrance } from './script-entrance.ts'
import { openScriptPrices } from './script-prices.ts'
import type { TeamBase } from './team-services.ts'
import { openDataFolder } from './open-data-folder.ts'

/** The folder of the built main process; its chunks are in a subfolder. Workers, preload and page are beside it. */
const built = import.meta.dirname.replace(/[\\/]chunks$/, '')

export const preloadFile = join(built, '../preload/index.cjs')
export const pageFolder = join(built, '../renderer')

/** The file of a worker by its name. */
export type WorkerFile = (
  name: 'board-worker' | 'ledger-worker' | 'stakes-worker' | 'parquet-worker' | 'demo-worker',
) => URL
const builtWorker: WorkerFile = name => pathToFileURL(join(built, `${name}.js`))

export type Services = ReturnType<typeof openServices>

/** Builds every service and gives each what it needs of the others. */
export function openServices(announce: Announce, workerFile = builtWorker) {
  const team = createTeamEntrance(app.getPath('userData'), () => loadTeam(services))
  const base = openBase(workerFile, team)
  const { file, account } = base
  const history = openQuotes(base)
  const desk = openDesk(base, history)
  const alerts = openAlerts(base)
  const approvals = openStoredApprovals(file)
  const dialogs = new FileDialogs(new StoredPart(file, 'lastFolder'))
  const services = {
    ...base,
    ...history,
    dialogs,
    desk,
    auto: openAutoRefresh({ desk, alerts }, base, openStoredAuto(file)),
    ...openSources(base, dialogs),
    ...openLedger({ ...base, ...history, desk, dialogs, workerFile, member: () => team.member }),
    team,
    updates: openUpdates(base),
    ...offerScripts(base, desk, announce),
    trending: openTrending(base, desk),
    whatIf: openWhatIf(base, desk),
    fairPrices: openFairPrices(base, desk, history.fairStore),
    scanner: openScanner(base, desk, history.fairStore),
    ...{ alerts, phone: openPhone(base), rules: openRules(base, desk, history) },
    connectAhead: createPreconnect(base),
    approvals,
    links: new DeepLinks({ approvals, demoPort: () => account.demoPort }),
    view: new ViewSettings(file),
    keys: new StoredPart(file, 'keys'),
    drafts: new StoredDrafts(file),
    sounds: new StoredPart(file, 'sounds'),
    grids: new ProfilePart(file, 'grids', plainLayout),
    layouts: new StoredPart(file, 'layouts'),
    recentCommands: openStoredRecentCommands(file),
    storedSelections: openStoredSelections(file),
  }
  return services
}

const loadTeam = async (base: TeamBase) => (await import('./team-services.ts')).openTeam(base)

/** The interface for scripts, whose modules are loaded at its first use. Events go to windows and scripts. */
function offerScripts(base: BaseServices, desk: Desk, announce: Announce) {
  const isScriptsOn = new StoredPart(base.file, 'isScriptsOn')
  const load = async (handlers: () => Handlers) =>
    (await import('./script-services.ts')).openScripts({ ...base, announce, isScriptsOn, desk, handlers })
  const { database } = base
  const scripts = createScriptEntrance({ isOn: () => isScriptsOn.read(), database, load })
  const toAll: Announce = (area, verb, payload) => {
    announce(area, verb, payload)
    scripts.announce(area, verb, payload)
  }
  return {
    announce: toAll,
    scripts,
    scriptPrices: openScriptPrices(base, desk, id => scripts.shareOf(id)),
  }
}

/** The services that all others are built on. */
function openBase(workerFile: WorkerFile, team: Pick<TeamEntrance, 'redact'>) {
  const folder = app.getPath('userData')
  openDataFolder(folder)
  const file = openSettingsFile(folder, Date.now())
  const vault = chooseVault({ isPackaged: app.isPackaged, env: process.env })
  const account = openAccount(file, vault, workerFile('demo-worker'))
  const secrets = new TargetSecrets(vault)
  const redact = (text: string) => team.redact(secrets.redact(account.keys.redact(text)))
  const faultLog = openLog(join(folder, 'logs'), redact)
  const crashNotes = openCrashNotes({ folder, redact, version: app.getVersion(), log: faultLog })
  const { log, closeLog } = openServicesLog(faultLog)
  if (file.notice !== undefined) log(file.notice)
  const settings = new UserSettings(file)
  const board = openBoard({ account, settings }, workerFile('board-worker'))
  const deskFile = openDeskFile(folder, account)
  const http = new Http()
  const { callLimits, budgets } = openBudgets({ ...deskFile, file })
  const caller = new Caller({ http, keys: account.keys, acquirePermit: budgets.acquire })
  const askBook = createAskBook({ account, settings, caller })
  return {
    folder,
    file,
    faultLog,
    crashNotes,
    log,
    closeLog,
    account,
    settings,
    board,
    ...deskFile,
    http,
    callLimits,
    budgets,
    caller,
    askBook,
    secrets,
    vault,
  }
}

const openBoard = (
  { account, settings }: { readonly account: Account; readonly settings: UserSettings },
  worker: URL,
): Board =>
  new Board({
    workerFile: worker,
    singlesFormat: () => settings.state().value.singlesFormat,
    hiddenBooks: () => settings.hiddenBooks(),
    isDemo: () => account.isDemo,
  })

function openAccount(file: SettingsFile, vault: KeyVault, demoWorker: URL): Account {
  const account = new Account({
    settings: file,
    vault,
    startDemo: () => startDemo(demoWorker, keepDemoEpoch(file, Date.now())),
  })
  chooseProfile(account, readStartRequest(), id => account.choose(id))
  return account
}

/** Without this folder the board lasts until the program ends. */
function makeFolder(folder: string, log: (error: unknown) => unknown): void {
  try {
    mkdirSync(folder, { recursive: true })
  } catch (error) {
    log(error)
  }
}

/** The board's sources of odds, and their stored texts. */
function openSources(base: BaseServices, { chooseFiles: choose }: FileDialogs) {
  const { folder, file, log, account, settings, board, caller } = base
  const boardFolder = join(folder, 'board')
  makeFolder(boardFolder, log)
  const texts = new StoredTexts(boardFolder)
  const storedSources = new ProfilePart(file, 'sources', [])
  const feed = new FeedLoader({
    board,
    books: () => settings.shownBooks(),
    fetch: createFeed(caller),
    profile: () => account.profile(),
  })
  const feedUse = () => (account.isDemo ? 'at-start' : account.hasFeed ? 'on-demand' : 'none')
  const sources = new Sources({ board, texts, log, storedSources, feed, feedUse, choose })
  return { boardFolder, texts, storedSources, sources }
}
