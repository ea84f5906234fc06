/** Handlers of the whole contract that note which ran and answer what a quiet desk would. */
import type { Handlers } from '../../../src/shared/contract.ts'
import type { AccountState } from '../../../src/shared/model/profile.ts'

export function quietHandlers(ran: (call: string, request: unknown) => void): Handlers {
  const answers =
    <A>(call: string, answer: A) =>
    (request: unknown): A => {
      ran(call, request)
      return answer
    }
  const account: AccountState = {
    profiles: [],
    activeId: 'demo',
    activeName: 'Demo',
    isDemo: true,
    keyStatus: { kind: 'demo' },
    notices: [],
  }
  const settings = { priceFormat: 'american', staleAfterMs: 30_000, books: [] } as const
  const report = { source: 'Feed', at: 0, taken: 0, replaced: 0, leftOut: [] }
  const host = { host: 'bets.example' }
  const price = { text: '+100', format: 'american', decimal: 2 } as const
  const board = {
    selections: 0,
    offers: 0,
    books: 0,
    games: 0,
    loading: { kind: 'idle' },
    lastLoad: null,
    asOf: null,
  } as const
  const status = { ...board, sources: [], leagues: [] }
  return {
    account: {
      snapshot: answers('account.snapshot', account),
      saveProfile: answers('account.saveProfile', account),
      removeProfile: answers('account.removeProfile', account),
      useProfile: answers('account.useProfile', account),
      setKey: answers('account.setKey', account),
      removeKey: answers('account.removeKey', account),
    },
    settings: {
      snapshot: answers('settings.snapshot', { ...settings, books: [] }),
      setPriceFormat: answers('settings.setPriceFormat', { ...settings, books: [] }),
      setStaleAfter: answers('settings.setStaleAfter', { ...settings, books: [] }),
      saveBook: answers('settings.saveBook', { ...settings, books: [] }),
      orderBooks: answers('settings.orderBooks', { ...settings, books: [] }),
    },
    board: {
      snapshot: answers('board.snapshot', status),
      add: answers('board.add', null),
      openFiles: answers('board.openFiles', { chosen: 0 }),
      watch: answers('board.watch', { chosen: 0 }),
      planFeed: answers('board.planFeed', status),
      costOfFeed: answers('board.costOfFeed', { calls: 0, perMinute: 0 }),
      load: answers('board.load', report),
      cancelLoad: answers('board.cancelLoad', null),
      turnSource: answers('board.turnSource', status),
      removeSource: answers('board.removeSource', status),
      search: answers('board.search', { total: 0, groups: [], pinned: [], recent: [] }),
      pin: answers('board.pin', null),
      checkSlip: answers('board.checkSlip', { completeBooks: [], legs: [], warnings: [] }),
      readTyped: answers('board.readTyped', { legs: [], problems: [] }),
    },
    desk: {
      snapshot: answers('desk.snapshot', {
        seq: 0,
        rows: [],
        meter: { lastMinute: 0, inFlight: 0, waiting: 0 },
      }),
      addParlay: answers('desk.addParlay', { parlayId: 1, wasThere: false }),
      describeParlay: answers('desk.describeParlay', null),
      removeParlay: answers('desk.removeParlay', null),
      restoreParlay: answers('desk.restoreParlay', null),
      price: answers('desk.price', { calls: 0 }),
      recheck: answers('desk.recheck', { kind: 'same', now: price }),
    },
    links: { open: answers('links.open', host), copy: answers('links.copy', host) },
  }
}

const plan = { leagues: ['ubl'], isLiveOnly: true, isMainOnly: false, everySeconds: 60 }
const note = { name: 'Opener', tags: ['live'], note: 'Only under 4.0' }

/** A request of each call that is right. */
export const goodRequests: Readonly<Record<string, unknown>> = {
  'account.snapshot': null,
  'account.saveProfile': {
    id: null,
    draft: {
      name: 'Mine',
      pricing: 'https://{book}.x/',
      queue: 'https://q/',
      grader: 'https://g',
      feed: null,
    },
  },
  'account.removeProfile': { id: 'p-1' },
  'account.useProfile': { id: 'demo' },
  'account.setKey': { key: 'a-key' },
  'account.removeKey': null,
  'settings.snapshot': null,
  'settings.setPriceFormat': { format: 'decimal' },
  'settings.setStaleAfter': { ms: 30_000 },
  'settings.saveBook': { id: 'bravo', name: 'Bravo', hostId: 'bravo', isOn: true },
  'settings.orderBooks': { ids: ['bravo'] },
  'board.snapshot': null,
  'board.add': {
    upload: '6f0c1c9e-3a57-4d6e-9a55-0d8c1c7f4b11',
    name: null,
    form: 'text',
    part: '[]',
    isLast: true,
  },
  'board.openFiles': null,
  'board.watch': { isFolder: true },
  'board.planFeed': { id: 'feed', plan },
  'board.costOfFeed': { plan },
  'board.load': { id: 'feed' },
  'board.cancelLoad': { id: 'feed' },
  'board.turnSource': { id: 'feed', isOn: false },
  'board.removeSource': { id: 'feed' },
  'board.search': {
    query: 'river',
    limit: 50,
    filter: { league: null, bookId: 'bravo', isLiveOnly: false, isMainOnly: true },
  },
  'board.pin': { key: 'e#m#n', isPinned: true },
  'board.checkSlip': { selections: ['e#m#n'] },
  'board.readTyped': { text: 'Bravo#e#m#n', bookId: null },
  'desk.snapshot': null,
  'desk.addParlay': { selections: ['e#m#n'], note },
  'desk.describeParlay': { parlayId: 1, note },
  'desk.removeParlay': { parlayId: 1 },
  'desk.restoreParlay': { parlayId: 1 },
  'desk.price': { parlayId: null, bookId: 'bravo' },
  'desk.recheck': { parlayId: 1, bookId: 'bravo' },
  'links.open': { parlayId: 1, bookId: 'bravo', approve: 'no' },
  'links.copy': { parlayId: 1, bookId: 'bravo' },
}
