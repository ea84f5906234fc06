/**
 * A DeskApi in memory. Every call is a vitest mock that answers what a quiet, empty desk would; a test scripts the ones
 * it is about (`api.desk.recheck.mockResolvedValueOnce(...)`) and sends events with `emit`.
 */
import { vi } from 'vitest'
import type { DeskApi } from '../../src/shared/contract.ts'
import type { Failure, Outcome } from '../../src/shared/failure.ts'
import type { AlertState } from '../../src/shared/model/parlay/alert.ts'
import type { BoardStatus } from '../../src/shared/model/game/board.ts'
import { quietBudget, type BudgetState } from '../../src/shared/model/settings/budget.ts'
import { quietMeter, type DeskChange, type DeskSnapshot } from '../../src/shared/model/parlay/desk.ts'
import { plainLayout, type GridLayout } from '../../src/shared/model/settings/grid-layout.ts'
import { demoProfileId, type AccountState } from '../../src/shared/model/settings/profile.ts'
import type { Settings } from '../../src/shared/model/settings/settings.ts'
import { budgetCalls } from './budget-calls.ts'
import { plainSettings } from './desk-rows.ts'
import { linkCalls, quoteCalls } from './link-calls.ts'
import { alertCalls, studyCalls } from './watch-calls.ts'
import type { TrendingStatus } from '../../src/shared/model/parlay/trending.ts'
import { quietTrending, trendingCalls } from './trending-calls.ts'
import { emptyLedger, ledgerCalls } from './ledger-calls.ts'
import { backupCalls, noBackups, transferCalls } from './transfer-calls.ts'
import type { BackupState } from '../../src/shared/model/ticket/backup.ts'
import { settlementCalls } from './settlement-calls.ts'
import type { SettlementStatus } from '../../src/shared/model/ticket/settlement.ts'
import type { LedgerChange, LedgerSnapshot } from '../../src/shared/model/ticket/ledger-status.ts'
import type { TransferProgress } from '../../src/shared/model/ticket/transfer.ts'

export interface FakeState {
  readonly account: AccountState
  readonly settings: Settings
  readonly board: BoardStatus
  readonly desk: DeskSnapshot
  readonly budget: BudgetState
  readonly alerts: AlertState
  readonly grid: GridLayout
  readonly trending: TrendingStatus
  readonly ledger: LedgerSnapshot
  readonly backups: BackupState
}

const quiet: FakeState = {
  account: {
    profiles: [],
    activeId: demoProfileId,
    activeName: 'Demo',
    isDemo: true,
    keyStatus: { kind: 'demo' },
    notices: [],
  },
  settings: plainSettings,
  board: {
    selections: 0,
    offers: 0,
    books: 0,
    games: 0,
    loading: { kind: 'idle' },
    lastLoad: null,
    sources: [],
    leagues: [],
    asOf: null,
  },
  desk: { seq: 0, rows: [], meter: quietMeter },
  budget: quietBudget,
  grid: plainLayout,
  alerts: { alerts: [], fired: [] },
  trending: quietTrending,
  ledger: emptyLedger,
  backups: noBackups,
}

export const ok = <T>(value: T): Outcome<T> => ({ ok: true, value })
export const failed = (failure: Failure): Outcome<never> => ({ ok: false, failure })

function channel<T>() {
  const listeners = new Set<(payload: T) => void>()
  return {
    on: (listener: (payload: T) => void) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    emit: (payload: T) => {
      for (const listener of listeners) listener(payload)
    },
  }
}

/** Puts a fake at `window.desk` and hands it out. */
export function installFakeDesk(given: Partial<FakeState> = {}) {
  const state = { ...quiet, ...given }
  const changed = {
    account: channel<AccountState>(),
    settings: channel<Settings>(),
    board: channel<BoardStatus>(),
    desk: channel<DeskChange>(),
    grid: channel<GridLayout>(),
    budget: channel<BudgetState>(),
    alerts: channel<AlertState>(),
    answered: channel<{ parlayId: number; bookId: string | null }>(),
    trending: channel<TrendingStatus>(),
    ledger: channel<LedgerChange>(),
    progress: channel<TransferProgress>(),
    backups: channel<BackupState>(),
    settlement: channel<SettlementStatus>(),
  }
  const api = {
    account: { ...accountCalls(state.account), changed: changed.account.on },
    settings: { ...settingsCalls(state.settings), changed: changed.settings.on },
    board: { ...boardCalls(state.board), changed: changed.board.on },
    desk: { ...deskCalls(state.desk), changed: changed.desk.on },
    budget: { ...budgetCalls(state.budget), changed: changed.budget.on },
    links: linkCalls(),
    quotes: quoteCalls(),
    study: studyCalls(),
    alerts: {
      ...alertCalls(state.alerts),
      changed: changed.alerts.on,
      answered: changed.answered.on,
    },
    grid: { ...gridCalls(state.grid), changed: changed.grid.on },
    trending: { ...trendingCalls(state.trending), changed: changed.trending.on },
    ledger: { ...ledgerCalls(state.ledger), changed: changed.ledger.on },
    transfer: { ...transferCalls(), progress: changed.progress.on },
    backups: { ...backupCalls(state.backups), changed: changed.backups.on },
    settlement: { ...settlementCalls(), changed: changed.settlement.on },
  } satisfies DeskApi
  Object.assign(globalThis, { desk: api })
  return {
    api,
    emit: {
      account: changed.account.emit,
      settings: changed.settings.emit,
      board: changed.board.emit,
      desk: changed.desk.emit,
      budget: changed.budget.emit,
      grid: changed.grid.emit,
      alerts: changed.alerts.emit,
      answered: changed.answered.emit,
      trending: changed.trending.emit,
      ledger: changed.ledger.emit,
      progress: changed.progress.emit,
      backups: changed.backups.emit,
      settlement: changed.settlement.emit,
    },
  }
}
export type FakeDesk = ReturnType<typeof installFakeDesk>

function accountCalls(account: AccountState) {
  const same = () => Promise.resolve(ok(account))
  return {
    snapshot: vi.fn<DeskApi['account']['snapshot']>(same),
    saveProfile: vi.fn<DeskApi['account']['saveProfile']>(same),
    removeProfile: vi.fn<DeskApi['account']['removeProfile']>(same),
    useProfile: vi.fn<DeskApi['account']['useProfile']>(same),
    setKey: vi.fn<DeskApi['account']['setKey']>(same),
    removeKey: vi.fn<DeskApi['account']['removeKey']>(same),
  }
}

/** Settings are kept, so that what a test sets is what the next answer says. */
function settingsCalls(initial: Settings) {
  let settings = initial
  const keep = (change: Partial<Settings>) => {
    settings = { ...settings, ...change }
    return Promise.resolve(ok(settings))
  }
  return {
    snapshot: vi.fn<DeskApi['settings']['snapshot']>(() => keep({})),
    setPriceFormat: vi.fn<DeskApi['settings']['setPriceFormat']>(({ format }) =>
      keep({ priceFormat: format }),
    ),
    setStaleAfter: vi.fn<DeskApi['settings']['setStaleAfter']>(({ ms }) => keep({ staleAfterMs: ms })),
    setValue: vi.fn<DeskApi['settings']['setValue']>(value => keep({ value })),
    saveBook: vi.fn<DeskApi['settings']['saveBook']>(book =>
      keep({ books: settings.books.map(each => (each.id === book.id ? book : each)) }),
    ),
    orderBooks: vi.fn<DeskApi['settings']['orderBooks']>(({ ids }) =>
      keep({ books: settings.books.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)) }),
    ),
  }
}

function boardCalls(status: BoardStatus) {
  const report = { source: 'fake', at: 0, taken: 0, replaced: 0, leftOut: [] }
  const nothingFound = { total: 0, groups: [], pinned: [], recent: [] }
  return {
    ...sourceCalls(status),
    snapshot: vi.fn<DeskApi['board']['snapshot']>(() => Promise.resolve(ok(status))),
    add: vi.fn<DeskApi['board']['add']>(({ isLast }) => Promise.resolve(ok(isLast ? report : null))),
    load: vi.fn<DeskApi['board']['load']>(() => Promise.resolve(ok(report))),
    search: vi.fn<DeskApi['board']['search']>(() => Promise.resolve(ok(nothingFound))),
    pin: vi.fn<DeskApi['board']['pin']>(() => Promise.resolve(ok(null))),
    checkSlip: vi.fn<DeskApi['board']['checkSlip']>(() =>
      Promise.resolve(ok({ completeBooks: [], legs: [], warnings: [] })),
    ),
    readTyped: vi.fn<DeskApi['board']['readTyped']>(() => Promise.resolve(ok({ legs: [], problems: [] }))),
  }
}

function sourceCalls(status: BoardStatus) {
  const same = () => Promise.resolve(ok(status))
  const none = () => Promise.resolve(ok({ chosen: 0 }))
  return {
    openFiles: vi.fn<DeskApi['board']['openFiles']>(none),
    watch: vi.fn<DeskApi['board']['watch']>(none),
    planFeed: vi.fn<DeskApi['board']['planFeed']>(same),
    costOfFeed: vi.fn<DeskApi['board']['costOfFeed']>(() => Promise.resolve(ok({ calls: 1, perMinute: 0 }))),
    cancelLoad: vi.fn<DeskApi['board']['cancelLoad']>(() => Promise.resolve(ok(null))),
    turnSource: vi.fn<DeskApi['board']['turnSource']>(same),
    removeSource: vi.fn<DeskApi['board']['removeSource']>(same),
  }
}

function deskCalls(snapshot: DeskSnapshot) {
  const now = { text: '+100', format: 'american', decimal: 2 } as const
  return {
    snapshot: vi.fn<DeskApi['desk']['snapshot']>(() => Promise.resolve(ok(snapshot))),
    addParlay: vi.fn<DeskApi['desk']['addParlay']>(() =>
      Promise.resolve(ok({ parlayId: 1, wasThere: false })),
    ),
    describeParlay: vi.fn<DeskApi['desk']['describeParlay']>(() => Promise.resolve(ok(null))),
    setFairPrice: vi.fn<DeskApi['desk']['setFairPrice']>(() => Promise.resolve(ok(null))),
    removeParlay: vi.fn<DeskApi['desk']['removeParlay']>(() => Promise.resolve(ok(null))),
    restoreParlay: vi.fn<DeskApi['desk']['restoreParlay']>(() => Promise.resolve(ok(null))),
    price: vi.fn<DeskApi['desk']['price']>(() => Promise.resolve(ok({ calls: 1 }))),
    look: vi.fn<DeskApi['desk']['look']>(() => Promise.resolve(ok(null))),
    recheck: vi.fn<DeskApi['desk']['recheck']>(() => Promise.resolve(ok({ kind: 'same', quoteId: 2, now }))),
  }
}

/** The layout is kept, so that what a test arranges is what the next answer says. */
function gridCalls(initial: GridLayout) {
  let layout = initial
  const keep = (next: GridLayout) => {
    layout = next
    return Promise.resolve(ok(layout))
  }
  return {
    snapshot: vi.fn<DeskApi['grid']['snapshot']>(() => keep(layout)),
    arrange: vi.fn<DeskApi['grid']['arrange']>(keep),
    exportCsv: vi.fn<DeskApi['grid']['exportCsv']>(({ isLast }) =>
      Promise.resolve(ok(isLast ? { file: 'prices.csv' } : null)),
    ),
  }
}
