/** Constructs the desk and the services that use its prices. Imports no electron, so that benchmarks can use it too. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { toGameClock } from '../../shared/model/game/game-over.ts'
import type { Account } from '../account/account.ts'
import type { UserSettings } from '../account/settings.ts'
import type { Board } from '../board/board.ts'
import { Budgets } from '../desk/budget/budgets.ts'
import { Desk } from '../desk/desk.ts'
import { ParlayStore } from '../desk/parlays/parlay-store.ts'
import { QuoteStore } from '../desk/quotes/quote-store.ts'
import { deskMigrations } from '../storage/migrations/desk/desk-migrations.ts'
import type { Database } from '../storage/database.ts'
import { openOrSetAside } from '../storage/open-or-set-aside.ts'
import type { AskBook } from '../odds-service/pricing.ts'
import { ProfilePart, StoredPart } from '../account/stored-part.ts'
import type { SettingsFile } from '../account/stored-settings.ts'
import { RowIntervals } from '../desk/planning/row-intervals.ts'
import { AutoRefresh, type AutoRefreshDeps } from '../desk/planning/auto-refresh.ts'
import { weighRow } from '../desk/planning/refresh-value.ts'
import { BudgetStore } from '../desk/budget/budget-store.ts'
import { readBookAddress } from '../../shared/model/settings/service-address.ts'
import type { Http } from '../odds-service/http.ts'
import { defaultScanSettings } from '../../shared/model/price/scan.ts'
import { LinkOutcomes } from '../desk/quotes/link-outcomes.ts'
import { QuoteRetention } from '../desk/quotes/quote-retention.ts'
import { WhatIf } from '../desk/whatif.ts'
import { FairPrices } from '../desk/fair/fair-prices.ts'
import { PairStore } from '../desk/scanner/pair-store.ts'
import { readQuotedPairs } from '../desk/scanner/quoted-pairs.ts'
import { Scanner } from '../desk/scanner/scanner.ts'
import { FairStore } from '../desk/fair/fair-store.ts'
import { priority } from '../odds-service/permits.ts'
import { AlertStore } from '../desk/alerts/alert-store.ts'
import { Alerts } from '../desk/alerts/alerts.ts'
import { Rules } from '../desk/rules/rules.ts'
import { RuleStore } from '../desk/rules/rule-store.ts'
import type { Caller } from '../odds-service/caller.ts'
import { createTrending, type Sent } from '../odds-service/trending.ts'
import { PhoneAlerts } from '../phone/phone-alerts.ts'
import { PhoneStore } from '../phone/phone-store.ts'
import type { TargetSecrets } from '../phone/target-secrets.ts'
import { Outbox } from '../trending/outbox.ts'
import { Trending, type TrendingDeps } from '../trending/trending.ts'

/** Base services, which those of the desk and the ledger need. */
export interface BaseServices {
  /** The folder of the user's data. */
  readonly folder: string
  readonly database: Database
  readonly file: SettingsFile
  readonly log: (error: unknown) => string
  readonly account: Account
  readonly settings: UserSettings
  readonly board: Board
  readonly http: Http
  readonly caller: Caller
  readonly budgets: Budgets
  readonly askBook: AskBook
  readonly secrets: TargetSecrets
}
type Uses<K extends keyof BaseServices> = Pick<BaseServices, K>

export const deskFileIn = (folder: string): string => join(folder, 'desk.db')

/** Every start leaves the desk's file in the data folder, so the first start finds none. */
export function openDeskFile(folder: string, account: Account) {
  const file = deskFileIn(folder)
  const isFirstStart = !existsSync(file)
  const database = openOrSetAside(
    { file, migrations: deskMigrations, checked: ['parlays', 'legs', 'offers'] },
    sentence => account.addNotice(sentence),
  )
  return { database, isFirstStart }
}

export function openDesk(
  deps: Uses<'database' | 'account' | 'settings' | 'board' | 'budgets' | 'askBook'>,
  { quotes, fairStore }: { readonly quotes: QuoteStore; readonly fairStore: FairStore },
): Desk {
  const { database, account, settings, board, budgets, askBook } = deps
  return new Desk({
    parlays: new ParlayStore(database),
    quotes,
    profileId: () => account.activeId,
    books: () => settings.shownBooks(),
    singlesFormat: () => settings.state().value.singlesFormat,
    value: () => settings.state().value,
    gameClock: () => toGameClock(Date.now(), account.isDemo),
    legs: keys => board.legs(keys),
    findLegObstacle: async keys => (await board.checkSlip(keys)).obstacle,
    fairsOf: parlayId => fairStore.ofParlay(parlayId),
    boardState: () => {
      const { loading, offers } = board.status()
      return { isLoading: loading.kind === 'loading', isEmpty: offers === 0 }
    },
    askPrice: askBook,
    budget: () => budgets.of(account.activeId),
  })
}

export function openBudgets({ database, file }: Uses<'database' | 'file'>) {
  const callLimits = new ProfilePart(file, 'callLimits', { kind: 'learned' })
  const limits = (profileId: string) => callLimits.read(profileId)
  return { callLimits, budgets: new Budgets({ store: new BudgetStore(database), limits }) }
}

export function openAutoRefresh(
  { desk, alerts }: { readonly desk: Desk; readonly alerts: Alerts },
  { database, account, budgets }: Uses<'database' | 'account' | 'budgets'>,
  stored: AutoRefreshDeps['stored'],
): AutoRefresh {
  return new AutoRefresh({
    rows: () => desk.idsToPrice(),
    row(parlayId, { olderThanMs, isPinned }) {
      const { ev, startsInMs, ...row } = desk.rowToRefresh(parlayId, olderThanMs)
      const waiting = alerts.countWaiting(parlayId)
      const weight = weighRow({ isInView: row.isInView, isPinned, alerts: waiting, ev, startsInMs })
      return { ...row, isPinned, weight }
    },
    plan: cells => desk.planRefresh(cells),
    paceOf: (bookId, stage) => desk.paceOf(bookId, stage),
    findObstacle: cell => desk.findObstacle(cell),
    limit: () => budgets.of(account.activeId).fairLimit,
    stored,
    rowIntervals: new RowIntervals({ database, profileId: () => account.activeId }),
  })
}

/** Hosts with open connections: about as many as a desk shows. */
const maxHosts = 40

/** Opens connections to the books that a parlay being built could be priced at. The key is not sent. */
export function createPreconnect({
  account,
  settings,
  http,
}: Uses<'account' | 'settings' | 'http'>): (bookIds: readonly string[]) => void {
  async function open(bookIds: readonly string[]): Promise<void> {
    const { pricing } = await account.profile()
    const books = settings.shownBooks().filter(({ id }) => bookIds.includes(id))
    for (const { hostId } of books.slice(0, maxHosts)) {
      const address = readBookAddress(pricing, hostId)
      if (address.ok) http.preconnect(address.url)
    }
  }
  return bookIds => {
    // A profile that cannot be called yet is reported when its prices are requested.
    open(bookIds).catch(() => {})
  }
}

/** The price history, its limits, and the outcomes of betslips compared with it. */
export function openQuotes({ database, file, log }: Uses<'database' | 'file' | 'log'>) {
  const keepLimits = new StoredPart(file, 'keepPrices')
  const retention = new QuoteRetention({ database, limits: () => keepLimits.read(), log })
  return {
    quotes: new QuoteStore(database),
    fairStore: new FairStore(database),
    outcomes: new LinkOutcomes(database),
    retention,
    keepLimits,
  }
}

/** Price by leg and alt lines of the desk's parlays, with the board's lines. */
export function openWhatIf({ settings, board, askBook }: BaseServices, desk: Desk): WhatIf {
  return new WhatIf({
    parlay: id => desk.parlay(id),
    books: () => settings.shownBooks(),
    neighbors: (key, eachWay) => board.neighbors(key, eachWay),
    leg: async key => (await board.legs([key]))[0]?.leg ?? undefined,
    singlesFormat: () => settings.state().value.singlesFormat,
    ask: (book, tokens, signal) => askBook(book, tokens, { signal, priority: priority.user }),
  })
}

/** Fair prices of the desk's parlays by whole partitions, with the board's opposite sides. */
export function openFairPrices(
  { account, settings, board, budgets, askBook }: BaseServices,
  desk: Desk,
  store: FairStore,
): FairPrices {
  return new FairPrices({
    store,
    profileId: () => account.activeId,
    parlay: id => desk.parlay(id),
    books: () => settings.shownBooks(),
    sides: keys => board.opposites(keys),
    lastQuotes: id => desk.lastQuotes(id),
    record: (cell, answer) => desk.record(cell, answer),
    ask: (book, tokens, signal) => askBook(book, tokens, { signal, priority: priority.user }),
    msUntilSent: calls => budgets.of(account.activeId).msUntilSent(calls, priority.user),
    callLimit: () => budgets.of(account.activeId).meter(),
    staleAfterMs: () => settings.state().staleAfterMs,
  })
}

/** Proposes parlays by the board's single prices. */
export function openScanner(
  { database, file, account, settings, board, budgets, askBook }: BaseServices,
  desk: Desk,
  fairStore: FairStore,
): Scanner {
  const holdOf = (bookId: string) => fairStore.maxHold({ profileId: account.activeId, bookId, legs: 2 })
  return new Scanner({
    store: new PairStore(database),
    profileId: () => account.activeId,
    books: () => settings.shownBooks(),
    settings: new ProfilePart(file, 'scans', defaultScanSettings),
    scan: (scope, learned) => board.scan(scope, learned),
    legs: keys => board.legs(keys),
    hasOdds: () => board.status().offers > 0,
    deskRows: isWanted => desk.rows(isWanted),
    staleAfterMs: () => settings.state().staleAfterMs,
    value: () => settings.state().value,
    acquire: budgets.acquire,
    ask: askBook,
    holdOf,
    quotedPairs: () =>
      readQuotedPairs({
        rows: () => desk.rows(),
        since: () => Date.now() - settings.state().staleAfterMs,
        describe: pairs => board.describePairs(pairs),
        holdOf,
      }),
  })
}

export function openAlerts({ database, account, settings }: BaseServices): Alerts {
  return new Alerts({
    store: new AlertStore(database),
    profileId: () => account.activeId,
    display: () => settings.state(),
    format: () => settings.priceFormat,
    nameOf: id => settings.shownBooks().find(book => book.id === id)?.name ?? id,
  })
}

/** Rules on the desk's prices, and their replay over the price history. */
export function openRules(
  { database, account, settings }: BaseServices,
  desk: Desk,
  { quotes, fairStore }: { readonly quotes: QuoteStore; readonly fairStore: FairStore },
): Rules {
  const parlays = new ParlayStore(database)
  return new Rules({
    store: new RuleStore(database),
    profileId: () => account.activeId,
    display: () => settings.state(),
    text: () => ({
      format: settings.priceFormat,
      nameOf: id => settings.shownBooks().find(book => book.id === id)?.name ?? id,
      currency: settings.state().value.currency,
    }),
    bookIds: () => settings.shownBooks().map(({ id }) => id),
    findParlay: (profileId, parlayId) => parlays.find(profileId, parlayId),
    fairsOf: parlayId => fairStore.ofParlay(parlayId),
    quotes,
    canAsk(cell) {
      const obstacle = desk.findObstacle(cell)
      return obstacle === undefined || obstacle.kind === 'asked'
    },
    ask: (cell, count) => desk.requote(cell, count),
  })
}

export function openPhone({ database, secrets, http, log }: BaseServices): PhoneAlerts {
  return new PhoneAlerts({ store: new PhoneStore(database), secrets, http, log })
}

const unsentDemo: Sent = {
  outcome: {
    kind: 'unsent',
    failure: { kind: 'unreachable', host: 'The demo’s odds service', detail: 'it didn’t start' },
  },
  raw: null,
}

/** The trending queue, with its outbox in the desk's file. */
export function openTrending(base: BaseServices, desk: Desk): Trending {
  const { database, account, settings, board, caller, log } = base
  const sendParlay = createTrending(caller)
  const send: TrendingDeps['send'] = async ({ profileId, ids }, onSending) => {
    const profile = await account.profile().catch(() => undefined)
    if (profile === undefined) return unsentDemo
    // A submission is never sent to another profile's host.
    return profile.id === profileId ? sendParlay({ profile, ids, onSending }) : undefined
  }
  return new Trending({
    outbox: new Outbox(database),
    profileId: () => account.activeId,
    books: () => settings.shownBooks().map(({ id }) => id),
    parlay: id => desk.parlay(id),
    eventsGone: selections => findGoneEvents(board, selections),
    send,
    log,
  })
}

/** Events of these selections that are not on the board; undefined while it is loading or empty. */
async function findGoneEvents(board: Board, selections: readonly string[]): Promise<string[] | undefined> {
  const { loading, offers } = board.status()
  if (loading.kind === 'loading' || offers === 0) return undefined
  const found = await board.legs(selections)
  const gone = selections.filter((_, place) => {
    const answer = found[place]
    return answer !== undefined && answer.leg === null && !answer.isGameKnown
  })
  return [...new Set(gone.map(key => key.slice(0, key.indexOf('#'))))]
}
