/**
 * A DeskApi in memory. Every call is a vitest mock that answers what a quiet, empty desk would; a test scripts the ones
 * it is about (`api.desk.recheck.mockResolvedValueOnce(...)`) and sends events with `emit`.
 */
import { vi } from 'vitest'
import type { DeskApi } from '../../src/shared/contract.ts'
import type { Failure, Outcome } from '../../src/shared/failure.ts'
import type { BoardStatus } from '../../src/shared/model/board.ts'
import type { DeskChange, DeskSnapshot } from '../../src/shared/model/desk.ts'
import { demoProfileId, type AccountState } from '../../src/shared/model/profile.ts'
import { defaultStaleAfterMs, type Settings } from '../../src/shared/model/settings.ts'

export interface FakeState {
  readonly account: AccountState
  readonly settings: Settings
  readonly board: BoardStatus
  readonly desk: DeskSnapshot
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
  settings: { priceFormat: 'american', staleAfterMs: defaultStaleAfterMs, books: [] },
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
  desk: { seq: 0, rows: [], meter: { lastMinute: 0, inFlight: 0, waiting: 0 } },
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
  }
  const api = {
    account: { ...accountCalls(state.account), changed: changed.account.on },
    settings: { ...settingsCalls(state.settings), changed: changed.settings.on },
    board: { ...boardCalls(state.board), changed: changed.board.on },
    desk: { ...deskCalls(state.desk), changed: changed.desk.on },
    links: linkCalls(),
  } satisfies DeskApi
  Object.assign(globalThis, { desk: api })
  return {
    api,
    emit: {
      account: changed.account.emit,
      settings: changed.settings.emit,
      board: changed.board.emit,
      desk: changed.desk.emit,
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
    removeParlay: vi.fn<DeskApi['desk']['removeParlay']>(() => Promise.resolve(ok(null))),
    restoreParlay: vi.fn<DeskApi['desk']['restoreParlay']>(() => Promise.resolve(ok(null))),
    price: vi.fn<DeskApi['desk']['price']>(() => Promise.resolve(ok({ calls: 1 }))),
    recheck: vi.fn<DeskApi['desk']['recheck']>(() => Promise.resolve(ok({ kind: 'same', now }))),
  }
}

function linkCalls() {
  const host = () => Promise.resolve(ok({ host: 'bets.example' }))
  return {
    open: vi.fn<DeskApi['links']['open']>(host),
    copy: vi.fn<DeskApi['links']['copy']>(host),
  }
}
