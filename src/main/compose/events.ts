/** Connects events of one service with other services and the windows; all such connections are here. */
import type { EventEmitter } from 'node:events'
import { join } from 'node:path'
import { Refusal } from '../../shared/failure.ts'
import { Coalescer } from '../async/coalescer.ts'
import type { BoardFacts } from '../board/board.ts'
import { readBudgetState } from '../bridge/handlers/desk.ts'
import { describeFirings, notifyFirings } from '../desk/alerts/alerts.ts'
import { describeSettled } from '../ledger/settlement/settlement-notices.ts'
import { createNotify, type Notify } from '../notices/desktop-notice.ts'
import type { DeskWindows, WindowEvents } from '../window/desk-windows.ts'
import { setTheme, setZoom } from '../window/appearance.ts'
import type { Services } from './services.ts'

/** The services that one function connects. */
type Uses<K extends keyof Services> = Pick<Services, K>
/** The windows, as far as events concern them. */
export type EventWindows = Pick<DeskWindows, 'list' | 'showMain'> & Pick<EventEmitter<WindowEvents>, 'on'>

/**
 * Connects all services. Returns a function that opens the board, for after the first paint, and one that ends all
 * connections, for quit.
 */
export function connectEvents(services: Services, windows: EventWindows) {
  const notify = createNotify(sentence => services.account.addNotice(sentence))
  connectBudget(services)
  connectAccount(services)
  connectStakeLimits(services)
  connectView(services)
  connectWindows(services, windows)
  connectAlerts(services, notify, windows)
  connectRules(services, notify, windows)
  connectTrending(services, notify)
  connectScanner(services)
  connectSettlement(services, notify)
  connectBackups(services)
  connectUpdates(services)
  const disconnectBoard = connectBoard(services)
  const { openBoard, leaveProfile } = followProfile(services)
  return {
    openBoard,
    disconnectEvents: () => {
      disconnectBoard()
      leaveProfile()
    },
  }
}

/** The account, the user's settings, the desk and the ledger. */
function connectAccount(services: Services): void {
  const { announce, account, settings, desk, quotes, retention, whatIf, fairPrices, grids, ledger } = services
  const { hedges } = services
  const pushSettings = () => {
    announce('settings', 'changed', settings.state())
    desk.pushAll()
  }
  account.on('changed', () => announce('account', 'changed', account.state()))
  account.on('resumed', () => desk.resume())
  account.on('switched', () => {
    whatIf.cancel()
    fairPrices.cancel()
    hedges.reset()
    desk.open()
    pushSettings()
    announce('grid', 'changed', grids.read())
    announce('palette', 'changed', services.recentCommands.read())
    ledger.reportAllChanged()
  })
  account.on('opened', () => settings.addNewBooks(account.demoBooks))
  settings.on('changed', pushSettings)
  desk.on('updated', update => announce('desk', 'changed', update))
  desk.on('changed', change => {
    retention.setBusy(change.meter.inFlight + change.meter.waiting > 0)
    if (change.order !== null) whatIf.keepOnly(change.order)
  })
  fairPrices.on('changed', parlayId => desk.fairChanged(parlayId))
  fairPrices.on('answered', answered => announce('fair', 'answered', answered))
  ledger.on('changed', change => announce('ledger', 'changed', change))
  ledger.on('accounts', () => announce('accounts', 'changed', null))
  quotes.on('unsaved', reason =>
    account.addNotice(`Prices can’t be saved for now; only those on screen are kept. ${reason}`),
  )
  retention.start()
}

/** The desk compares prices at books that take the stake, by the accounts in the currency of the settings. */
function connectStakeLimits({
  account,
  desk,
  ledger,
  rules,
  scanner,
  settings,
}: Uses<'account' | 'desk' | 'ledger' | 'rules' | 'scanner' | 'settings'>): void {
  const set = (maxStakes: ReadonlyMap<string, number>) => {
    desk.setMaxStakes(maxStakes)
    rules.setMaxStakes(maxStakes)
    scanner.setMaxStakes(maxStakes)
  }
  const read = () => {
    try {
      set(ledger.accounts.maxStakes(settings.state().value.currency))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      set(new Map())
    }
  }
  ledger.on('opened', read)
  ledger.on('closed', read)
  ledger.on('accounts', read)
  account.on('switched', read)
  settings.on('changed', read)
}

/** Theme, zoom, panes, keys and sounds of the window. */
function connectView(services: Uses<'announce' | 'settings' | 'view' | 'keys' | 'sounds' | 'layouts'>): void {
  const { announce, settings, view, keys, sounds, layouts } = services
  settings.on('changed', () => setTheme(settings.state().theme))
  keys.on('changed', () => announce('keys', 'changed', keys.read()))
  layouts.on('changed', () => announce('layouts', 'changed', layouts.read()))
  sounds.on('changed', () => announce('sounds', 'changed', sounds.read()))
  view.on('changed', () => {
    setZoom(view.state().zoom)
    announce('view', 'changed', view.state())
  })
}

/** Clears the visible rows, and the what-if, fair price and hedge calls, of a window that closed. Auto-refresh runs while any window is visible. */
export function connectWindows(
  {
    announce,
    auto,
    desk,
    whatIf,
    fairPrices,
    hedges,
  }: Uses<'announce'> & {
    readonly auto: Pick<Services['auto'], 'setHidden'>
    readonly desk: Pick<Services['desk'], 'setVisibleRows'>
    readonly whatIf: Pick<Services['whatIf'], 'cancel'>
    readonly fairPrices: Pick<Services['fairPrices'], 'cancel'>
    readonly hedges: Pick<Services['hedges'], 'cancel'>
  },
  windows: Pick<EventWindows, 'list' | 'on'>,
): void {
  windows.on('changed', () => announce('windows', 'changed', { open: windows.list() }))
  windows.on('closed', name => {
    desk.setVisibleRows([], null, name)
    whatIf.cancel(name)
    fairPrices.cancel(name)
    hedges.cancel(name)
  })
  windows.on('hidden', isHidden => auto.setHidden(isHidden))
}

/** The board and its sources. Returns a function that ends the board's events. */
function connectBoard({ announce, log, board, sources, settings, desk }: Services): () => void {
  const push = new Coalescer(() =>
    announce('board', 'changed', { ...board.status(), sources: sources.list() }),
  )
  sources.on('changed', () => push.request())
  const follow = ({ loading }: BoardFacts) => {
    push.request()
    if (loading.kind === 'loading') return
    settings.addNewBooks(board.state.books)
    desk.refreshOffers().catch(log)
  }
  board.on('changed', follow)
  // A leg that only hidden books offer counts as gone.
  let hidden = settings.hiddenBooks()
  settings.on('changed', () => {
    if (hidden === settings.hiddenBooks()) return
    hidden = settings.hiddenBooks()
    push.request()
    desk.refreshOffers().catch(log)
  })
  return () => board.off('changed', follow)
}

/**
 * Switches the board and its sources with the profile in use. Returns a function that first opens them, and one that
 * stops this.
 */
function followProfile({ boardFolder, log, account, board, texts, storedSources, sources }: Services) {
  let isLeft = false
  let opening: Promise<unknown> = Promise.resolve()
  const open = async () => {
    const { activeId } = account
    sources.close()
    await board.open(join(boardFolder, `${activeId}.board`))
    if (!isLeft && activeId === account.activeId) sources.open(activeId)
  }
  const follow = () => {
    opening = open().catch(log)
  }
  account.on('switched', follow)
  account.on('changed', () => sources.checkFeed())
  account.on('removed', id => {
    storedSources.write([], id)
    // After the opening, because the board of that profile may still be closing.
    void opening.then(() => texts.removeAll(id))
  })
  const leaveProfile = () => {
    isLeft = true
  }
  return { openBoard: follow, leaveProfile }
}

function connectBudget(services: Services): void {
  const { announce, account, desk, budgets, auto } = services
  const push = () => announce('budget', 'changed', readBudgetState(services))
  budgets.on('changed', () => desk.budgetChanged())
  // Immediately, because the next action's cost is compared with the new limits.
  budgets.on('limited', () => {
    desk.budgetChanged(0)
    auto.reschedule()
  })
  account.on('resumed', isOtherKey => {
    const budget = budgets.of(account.activeId)
    if (isOtherKey) budget.keyChanged()
    else budget.grantPermits()
  })
  account.on('switched', () => {
    auto.reload()
    push()
  })
  desk.on('changed', ({ order }) => {
    if (order === null) return
    auto.reschedule()
    push()
  })
}

/** Alerts follow the desk, and reach the user in the window, as notifications and on phones. */
export function connectAlerts(
  { announce, account, desk, alerts, phone }: Uses<'announce' | 'account' | 'desk' | 'alerts' | 'phone'>,
  notify: Notify,
  windows: Pick<EventWindows, 'showMain'>,
): void {
  desk.on('changed', change => alerts.follow(change))
  account.on('switched', () => alerts.open())
  alerts.on('changed', state => announce('alerts', 'changed', state))
  const onAnswered = (parlayId: number, bookId: string | null) =>
    windows.showMain({ show: 'price', parlayId, bookId })
  alerts.on('fired', firings => {
    const messages = describeFirings(firings)
    notifyFirings(messages, { notify, onAnswered })
    // A phone shows the alert without the window around it, so alerts of the demo are marked.
    const toPhone = (title: string) => (account.isDemo ? `Demo: ${title}` : title)
    phone.send(messages.map(({ firedIds, title, body }) => ({ firedIds, title: toPhone(title), body })))
  })
  phone.on('changed', state => announce('phone', 'changed', state))
  phone.on('problem', sentence => account.addNotice(sentence))
}

/** Rules follow the desk, and reach the user in the window, as notifications and on phones. */
export function connectRules(
  { announce, account, desk, rules, phone }: Uses<'announce' | 'account' | 'desk' | 'rules' | 'phone'>,
  notify: Notify,
  windows: Pick<EventWindows, 'showMain'>,
): void {
  desk.on('changed', change => rules.follow(change))
  account.on('switched', () => rules.open())
  rules.on('changed', state => announce('rules', 'changed', state))
  rules.on('fired', notices => {
    for (const { title, body, parlayId, bookId } of notices)
      notify({ title, body, isSilent: true }, () => windows.showMain({ show: 'price', parlayId, bookId }))
    const toPhone = (title: string) => (account.isDemo ? `Demo: ${title}` : title)
    phone.send(notices.map(({ title, body }) => ({ firedIds: [], title: toPhone(title), body })))
  })
}

/** A run belongs to the profile that it was started in; its list is ranked by the desk's prices and the settings of now. */
export function connectScanner({
  announce,
  account,
  desk,
  scanner,
  settings,
}: Uses<'announce' | 'account' | 'desk' | 'scanner' | 'settings'>): void {
  account.on('switched', () => scanner.clear())
  desk.on('changed', ({ rows }) => scanner.rowsChanged(rows))
  settings.on('changed', () => scanner.settingsChanged())
  scanner.on('changed', state => announce('scanner', 'changed', state))
}

function connectUpdates({ announce, account, updates }: Uses<'announce' | 'account' | 'updates'>): void {
  updates.on('changed', state => announce('updates', 'changed', state))
  updates.on('found', ({ version }) =>
    account.addNotice(`Parlay Desk ${version} is out. Settings › Updates says what’s new.`),
  )
}

function connectTrending({ announce, log, account, budgets, trending }: Services, notify: Notify): void {
  account.on('switched', () => trending.show())
  account.on('opened', () => trending.start())
  account.on('resumed', () => trending.resume())
  budgets.on('unpaused', () => void trending.applyToAll(['limited'], 'retried').catch(log))
  trending.on('changed', status => announce('trending', 'changed', status))
  trending.on('entered', ({ title }) => notify({ title: 'Sent to trending', body: title, isSilent: true }))
  trending.on('unsaved', reason =>
    account.addNotice(`The trending queue can’t be saved, so nothing is sent for now. ${reason}`),
  )
}

/** Bets are settled whenever some are open, and the user is notified of their results. */
export function connectSettlement(
  services: Uses<'announce' | 'account' | 'ledger' | 'settlement' | 'closing'> & {
    readonly desk: Pick<Services['desk'], 'endGames'>
    readonly board: Pick<Services['board'], 'endGames'>
  },
  notify: Notify,
): void {
  const { announce, account, board, desk, ledger, settlement, closing } = services
  ledger.on('opened', () => {
    void settlement.plan()
    void settlement.recallFinal()
    closing.start()
  })
  ledger.on('changed', () => void settlement.plan())
  account.on('switched', () => {
    settlement.stop()
    void settlement.plan()
    void settlement.recallFinal()
    closing.stop()
    closing.start()
  })
  account.on('resumed', () => void settlement.plan())
  settlement.on('changed', status => announce('settlement', 'changed', status))
  settlement.on('final', gameIds => {
    desk.endGames(gameIds)
    board.endGames(gameIds)
  })
  settlement.on('settled', lines => notify(describeSettled(lines)))
}

const newLedger =
  'This data folder has no ledger and no backup of one, so a new ledger was started. If you recorded tickets before, quit, and put ledger.db and its check file back.'

/** Lists backups once the ledger was read, and makes them while it is open. */
function connectBackups(services: Services): void {
  const { announce, account, ledger, backups, imports, isFirstStart } = services
  // After the first start a ledger without a file and without backups may have been lost.
  ledger.on('begun', () => {
    if (!isFirstStart) account.addNotice(newLedger)
  })
  ledger.on('opened', () => backups.start())
  ledger.on('closed', () => backups.start())
  backups.on('replaced', (keptAs, by) => {
    // Settings say where the ledger from before a team is, and a copy of the team's has all its tickets.
    if (by === 'user')
      account.addNotice(
        `The ledger was replaced. The old files are in kept/${keptAs}; import any missing tickets from there.`,
      )
  })
  backups.on('changed', state => announce('backups', 'changed', state))
  imports.on('progress', progress => announce('transfer', 'progress', progress))
}
