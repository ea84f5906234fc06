/** The only file that constructs services and wires them: to each other, to the bridge and to the window. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { app, BrowserWindow } from 'electron'
import { channelOf } from '../shared/channel.ts'
import type { Announce } from '../shared/contract.ts'
import { Refusal } from '../shared/failure.ts'
import { demoProfileId } from '../shared/model/profile.ts'
import type { QuoteOutcome } from '../shared/model/quote.ts'
import { Account } from './account/account.ts'
import { startDemo } from './account/demo-service.ts'
import { selectionsOf } from './account/kept-selections.ts'
import { sourcesOf } from './account/kept-sources.ts'
import { approvalsOf } from './account/link-approvals.ts'
import { chooseVault } from './account/choose-vault.ts'
import { openSettingsFile, type SettingsFile } from './account/settings-file.ts'
import { UserSettings } from './account/settings.ts'
import { Board } from './board/board.ts'
import { FeedLoader } from './board/sources/feed-loader.ts'
import { KeptTexts } from './board/sources/kept-texts.ts'
import { Sources } from './board/sources/sources.ts'
import { Uploads } from './board/sources/uploads.ts'
import { accountHandlers } from './bridge/handlers/account.ts'
import { boardHandlers } from './bridge/handlers/board.ts'
import { deskHandlers } from './bridge/handlers/desk.ts'
import { linksHandlers } from './bridge/handlers/links.ts'
import { settingsHandlers } from './bridge/handlers/settings.ts'
import { serve } from './bridge/serve.ts'
import { Desk } from './desk/desk.ts'
import { ParlayStore } from './desk/parlay-store.ts'
import { QuoteStore } from './desk/quote-store.ts'
import { chooseFiles } from './files/choose-files.ts'
import { connect, connectBoard, followProfile } from './connect.ts'
import { DeepLinks } from './links/deep-link.ts'
import { openLog } from './log.ts'
import { Caller } from './odds-service/caller.ts'
import { createFeed } from './odds-service/feed.ts'
import { Http } from './odds-service/http.ts'
import { createPricing } from './odds-service/pricing.ts'
import { openOrSetAside } from './storage/open-or-set-aside.ts'
import { desk001 } from './storage/migrations/001-desk.ts'
import { parlayNotes002 } from './storage/migrations/002-parlay-notes.ts'
import { readProfileFile } from './switches.ts'
import { denyAll, openWindow, page, servePage, showProgress } from './window.ts'

/** The folder of the built main process; workers, preload and page lie beside it. */
const built = import.meta.dirname
const longestCloseMs = 5_000
const workerFile = (name: string) => pathToFileURL(join(built, `${name}.js`))

const announce: Announce = (area, verb, payload) => {
  for (const window of BrowserWindow.getAllWindows()) window.webContents.send(channelOf(area, verb), payload)
}

const notStarted: QuoteOutcome = {
  kind: 'failed',
  failure: { kind: 'unreachable', host: 'The demo’s odds service', detail: 'it did not start' },
}

type Services = ReturnType<typeof buildServices>

/** Builds the program and opens its window. Called once, when the app is ready. */
export function compose(): void {
  const services = buildServices()
  answerWindow(services)
  connect(services)
  const disconnect = connectBoard(services)
  showWindow(services, followProfile(services))
  app.on('window-all-closed', () => app.quit())
  closeAtQuit(services, disconnect)
}

/** The board writes what it has not yet stored before the program ends, within reason. */
function closeAtQuit({ board, sources, desk, database, http }: Services, disconnect: () => void): void {
  app.once('will-quit', event => {
    event.preventDefault()
    disconnect()
    sources.close()
    desk.close()
    database.close()
    const closed = Promise.allSettled([board.close(), http.close()])
    void Promise.race([closed, pause(longestCloseMs)]).then(() => app.quit())
  })
}

function buildServices() {
  const folder = app.getPath('userData')
  mkdirSync(folder, { recursive: true })
  const file = openSettingsFile(folder, Date.now())
  const account = openAccount(file)
  const settings = new UserSettings(file)
  const board = new Board({ workerFile: workerFile('board-worker') })
  const database = openOrSetAside(
    {
      file: join(folder, 'desk.db'),
      migrations: [desk001, parlayNotes002],
      checked: ['parlays', 'legs', 'offers'],
    },
    sentence => account.addNotice(sentence),
  )
  const http = new Http()
  const caller = new Caller({ http, keys: account, onSent: () => desk.countCall() })
  const askPrice = createPricing(caller)
  const books = () => settings.shownBooks()
  const desk: Desk = new Desk({
    parlays: new ParlayStore(database),
    quotes: new QuoteStore(database),
    profileId: () => account.activeId,
    books,
    legs: keys => board.legs(keys),
    boardFill: () => {
      const { loading, offers } = board.status()
      return { isLoading: loading.kind === 'loading', isEmpty: offers === 0 }
    },
    ask: ({ hostId }, tokens, signal) =>
      account.profile().then(
        profile => askPrice({ profile, hostId, tokens, format: settings.priceFormat, signal }),
        () => notStarted,
      ),
  })
  const log = openLog(app.getPath('logs'), text => account.redact(text))
  const kept = openSources({ folder, file, log, account, settings, board, caller })
  const links = new DeepLinks({ approvals: approvalsOf(file), demoPort: () => account.demoPort })
  return { announce, file, log, account, settings, board, ...kept, database, http, desk, links }
}

interface SourcesNeed {
  readonly folder: string
  readonly file: SettingsFile
  readonly log: (error: unknown) => string
  readonly account: Account
  readonly settings: UserSettings
  readonly board: Board
  readonly caller: Caller
}

/** Where the board's odds come from, and what is kept of that. */
function openSources({ folder, file, log, account, settings, board, caller }: SourcesNeed) {
  const boards = join(folder, 'board')
  mkdirSync(boards, { recursive: true })
  const texts = new KeptTexts(boards)
  const shelf = sourcesOf(file)
  const feed = new FeedLoader({
    board,
    books: () => settings.shownBooks(),
    fetch: createFeed(caller),
    profile: () => account.profile(),
  })
  const feedUse = () => (account.isDemo ? 'at-start' : account.hasFeed ? 'on-demand' : 'none')
  const sources = new Sources({ board, texts, log, shelf, feed, feedUse, choose: chooseFiles })
  return { boards, texts, shelf, sources }
}

/** `--demo` and `--profile=FILE` choose the profile; a file that does not fit is told as a notice. */
function openAccount(file: SettingsFile): Account {
  const vault = chooseVault({ isPackaged: app.isPackaged, env: process.env })
  const account = new Account({
    settings: file,
    vault,
    startDemo: () => startDemo(workerFile('demo-worker')),
  })
  const profileFile = app.commandLine.getSwitchValue('profile')
  try {
    if (app.commandLine.hasSwitch('demo')) account.choose(demoProfileId)
    else if (profileFile !== '') account.choose(account.saveByName(readProfileFile(profileFile)).id)
  } catch (error) {
    account.addNotice(sentenceOf(error))
  }
  return account
}

function sentenceOf(error: unknown): string {
  if (error instanceof Refusal && error.failure.kind === 'invalid') return error.failure.sentence
  return error instanceof Error ? error.message : String(error)
}

function answerWindow({ file, log, account, settings, board, sources, desk, links }: Services): void {
  const kept = selectionsOf(file)
  serve({
    page,
    log,
    handlers: {
      account: accountHandlers(account),
      settings: settingsHandlers(settings),
      board: boardHandlers({ board, sources, uploads: new Uploads(), kept }),
      desk: deskHandlers(desk, kept),
      links: linksHandlers(desk, links),
    },
  })
}

/** The desk is read while the window starts, all other data after its first paint. */
function showWindow({ file, account, board, desk }: Services, openBoard: () => void): void {
  denyAll()
  servePage(join(built, '../renderer'))
  const window = openWindow({
    preload: join(built, '../preload/index.cjs'),
    bounds: file.read().windowBounds,
    onMoved: windowBounds => file.write({ windowBounds }),
  })
  // The window's process starts meanwhile; its first question finds the desk read.
  desk.open()
  window.once('ready-to-show', () => {
    void account.open()
    openBoard()
  })
  board.onChanged(({ loading }) => showProgress(window, loading.kind === 'loading' ? loading : null))
  app.on('second-instance', () => {
    if (window.isMinimized()) window.restore()
    window.focus()
  })
}
