/** The only file that constructs services and wires them: to each other, to the bridge and to the window. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { app, BrowserWindow } from 'electron'
import { channelOf } from '../shared/channel.ts'
import type { Announce } from '../shared/contract.ts'
import { Refusal } from '../shared/failure.ts'
import { demoProfileId } from '../shared/model/profile.ts'
import type { QuoteOutcome } from '../shared/model/quote.ts'
import { Account } from './account/account.ts'
import { startDemo } from './account/demo-service.ts'
import { approvalsOf } from './account/link-approvals.ts'
import { chooseVault } from './account/choose-vault.ts'
import { openSettingsFile, type SettingsFile } from './account/settings-file.ts'
import { UserSettings } from './account/settings.ts'
import { Board } from './board/board.ts'
import { FeedLoader } from './board/feed-loader.ts'
import { Uploads } from './board/uploads.ts'
import { accountHandlers } from './bridge/handlers/account.ts'
import { boardHandlers } from './bridge/handlers/board.ts'
import { deskHandlers } from './bridge/handlers/desk.ts'
import { linksHandlers } from './bridge/handlers/links.ts'
import { settingsHandlers } from './bridge/handlers/settings.ts'
import { serve } from './bridge/serve.ts'
import { Desk } from './desk/desk.ts'
import { ParlayStore } from './desk/parlay-store.ts'
import { QuoteStore } from './desk/quote-store.ts'
import { DeepLinks } from './links/deep-link.ts'
import { openLog } from './log.ts'
import { Caller } from './odds-service/caller.ts'
import { createFeed } from './odds-service/feed.ts'
import { Http } from './odds-service/http.ts'
import { createPricing } from './odds-service/pricing.ts'
import { openOrSetAside } from './storage/open-or-set-aside.ts'
import { desk001 } from './storage/migrations/001-desk.ts'
import { readProfileFile } from './switches.ts'
import { denyAll, openWindow, page, servePage } from './window.ts'

/** The folder of the built main process; workers, preload and page lie beside it. */
const built = import.meta.dirname
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
  showWindow(services)
  app.on('window-all-closed', () => app.quit())
  app.once('will-quit', () => {
    services.desk.close()
    services.database.close()
    void services.http.close()
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
    { file: join(folder, 'desk.db'), migrations: [desk001], checked: ['parlays', 'legs', 'offers'] },
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
    isLoading: () => board.status().loading.kind === 'loading',
    ask: ({ hostId }, tokens, signal) =>
      account.profile().then(
        profile => askPrice({ profile, hostId, tokens, format: settings.priceFormat, signal }),
        () => notStarted,
      ),
  })
  const feed = new FeedLoader({
    board,
    books,
    fetch: createFeed(caller),
    profileId: () => account.activeId,
    profile: () => account.profile(),
  })
  const links = new DeepLinks({ approvals: approvalsOf(file), demoPort: () => account.demoPort })
  const log = openLog(app.getPath('logs'), text => account.redact(text))
  return { file, account, settings, board, database, http, desk, feed, links, log }
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

function answerWindow({ account, settings, board, feed, desk, links, log }: Services): void {
  serve({
    page,
    log,
    handlers: {
      account: accountHandlers(account),
      settings: settingsHandlers(settings),
      board: boardHandlers(board, new Uploads(), feed),
      desk: deskHandlers(desk),
      links: linksHandlers(desk, links),
    },
  })
}

/** What happens in one service and matters to another, or to the window. */
function connect({ account, settings, board, feed, desk, log }: Services): void {
  account.on('changed', () => announce('account', 'changed', account.state()))
  account.on('resumed', () => desk.resume())
  account.on('switched', () => {
    board.clear()
    desk.open()
    settings.emit('changed')
  })
  account.on('opened', () => {
    settings.meetBooks(account.demoBooks)
    if (account.isDemo) feed.refresh().catch(() => {})
  })
  settings.on('changed', () => {
    announce('settings', 'changed', settings.state())
    desk.touchAll()
  })
  board.onChanged(status => {
    announce('board', 'changed', status)
    // A load that failed may have been one of several.
    if (status.loading.kind === 'loading') return
    settings.meetBooks(board.books())
    desk.refreshOffers().catch(log)
  })
  desk.on('changed', change => announce('desk', 'changed', change))
  desk.on('unsaved', () =>
    account.addNotice('Prices cannot be saved now. Those on screen are kept as long as that.'),
  )
}

/** The data behind the window is opened after its first paint. */
function showWindow({ file, account, desk }: Services): void {
  denyAll()
  servePage(join(built, '../renderer'))
  desk.open()
  const window = openWindow({
    preload: join(built, '../preload/index.cjs'),
    bounds: file.read().windowBounds,
    onMoved: windowBounds => file.write({ windowBounds }),
  })
  window.once('ready-to-show', () => void account.open())
  app.on('second-instance', () => {
    if (window.isMinimized()) window.restore()
    window.focus()
  })
}
