/** Handlers of the whole contract that note which ran and answer what a quiet desk would. */
import type { Handlers } from '../../../src/shared/contract.ts'
import type { GridLayout } from '../../../src/shared/model/settings/grid-layout.ts'
import { quietBudget } from '../../../src/shared/model/settings/budget.ts'
import { quietMeter } from '../../../src/shared/model/parlay/desk.ts'
import type { AccountState } from '../../../src/shared/model/settings/profile.ts'
import { defaultKeepLimits } from '../../../src/shared/model/settings/quote-keeping.ts'
import { defaultValueSettings } from '../../../src/shared/model/settings/settings.ts'
import { plainSettings } from '../../fakes/desk-rows.ts'
import { quietTrendingHandlers, trendingRequests } from './quiet-trending.ts'
import { goodLedgerRequests, quietLedger, quietSettling } from './quiet-ledger.ts'
import { goodTransferRequests, quietTransfer } from './quiet-transfer.ts'

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
  const report = { source: 'Feed', at: 0, taken: 0, replaced: 0, leftOut: [] }
  const keeping = { limits: defaultKeepLimits, bytes: 0, quotes: 0, sinceAt: null }
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
  const layout = { density: 'compact', frozen: [], widths: [] } satisfies GridLayout
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
      snapshot: answers('settings.snapshot', plainSettings),
      setPriceFormat: answers('settings.setPriceFormat', plainSettings),
      setStaleAfter: answers('settings.setStaleAfter', plainSettings),
      setValue: answers('settings.setValue', plainSettings),
      saveBook: answers('settings.saveBook', plainSettings),
      orderBooks: answers('settings.orderBooks', plainSettings),
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
        meter: quietMeter,
      }),
      addParlay: answers('desk.addParlay', { parlayId: 1, wasThere: false }),
      describeParlay: answers('desk.describeParlay', null),
      setFairPrice: answers('desk.setFairPrice', null),
      removeParlay: answers('desk.removeParlay', null),
      restoreParlay: answers('desk.restoreParlay', null),
      price: answers('desk.price', { calls: 0 }),
      look: answers('desk.look', null),
      recheck: answers('desk.recheck', { kind: 'same', quoteId: 1, now: price }),
    },
    budget: {
      snapshot: answers('budget.snapshot', quietBudget),
      setLimits: answers('budget.setLimits', quietBudget),
      estimate: answers('budget.estimate', { takesMs: 0 }),
      setAuto: answers('budget.setAuto', quietBudget),
      setAutoWhileHidden: answers('budget.setAutoWhileHidden', quietBudget),
      windowHidden: answers('budget.windowHidden', null),
    },
    grid: {
      snapshot: answers('grid.snapshot', layout),
      arrange: answers('grid.arrange', layout),
      exportCsv: answers('grid.exportCsv', { file: 'prices.csv' }),
    },
    links: {
      open: answers('links.open', host),
      copy: answers('links.copy', host),
      phone: answers('links.phone', { link: 'bookapp://slip' }),
      remind: answers('links.remind', null),
      note: answers('links.note', { records: [] }),
      records: answers('links.records', { records: [] }),
    },
    quotes: {
      history: answers('quotes.history', { quotes: [], isMore: false }),
      keeping: answers('quotes.keeping', keeping),
      setKeepLimits: answers('quotes.setKeepLimits', keeping),
    },
    study: {
      legCosts: answers('study.legCosts', { rests: [] }),
      priceRest: answers('study.priceRest', { at: 0, outcome: { kind: 'no-price' } }),
      lineSteps: answers('study.lineSteps', { below: [], above: [] }),
      priceStep: answers('study.priceStep', { at: 0, outcome: { kind: 'no-price' } }),
      cancel: answers('study.cancel', null),
    },
    alerts: {
      snapshot: answers('alerts.snapshot', noAlerts),
      save: answers('alerts.save', noAlerts),
      remove: answers('alerts.remove', noAlerts),
      restore: answers('alerts.restore', noAlerts),
      markRead: answers('alerts.markRead', noAlerts),
    },
    trending: quietTrendingHandlers(answers),
    ledger: quietLedger(answers),
    ...quietTransfer(answers),
    settlement: quietSettling(answers),
  }
}

const noAlerts = { alerts: [], fired: [] }
const alert = {
  parlayId: 1,
  rule: { kind: 'price-reaches', bookIds: ['bravo'], price: { text: '+550', format: 'american' } },
  isOn: true,
  quietMs: 900_000,
  hasNotice: true,
  hasSound: false,
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
  'settings.setValue': defaultValueSettings,
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
  'desk.setFairPrice': { parlayId: 1, price: { text: '+471', format: 'american' } },
  'desk.removeParlay': { parlayId: 1 },
  'desk.restoreParlay': { parlayId: 1 },
  'desk.price': { parlayId: null, bookId: 'bravo' },
  'desk.look': { parlayIds: [1, 2] },
  'desk.recheck': { parlayId: 1, bookId: 'bravo', seenId: null },
  'budget.snapshot': null,
  'budget.setLimits': { kind: 'by-hand', perMinute: 60, inFlight: 8, perHost: 2 },
  'budget.estimate': { calls: 96, isAct: false },
  'budget.setAuto': { parlayId: 1, everySeconds: 30 },
  'budget.setAutoWhileHidden': { isOn: true },
  'budget.windowHidden': { isHidden: true },
  'grid.snapshot': null,
  'grid.arrange': { density: 'compact', frozen: ['bravo'], widths: [{ bookId: 'bravo', px: 90 }] },
  'grid.exportCsv': { rows: [['Parlay', 'Bravo']], isFirst: true, isLast: true },
  'links.open': { parlayId: 1, bookId: 'bravo', quoteId: 1, approve: 'no' },
  'links.copy': { parlayId: 1, bookId: 'bravo', to: 'here' },
  'links.phone': { parlayId: 1, bookId: 'bravo' },
  'links.remind': { parlayId: 1, bookId: 'bravo', quoteId: 1 },
  'links.note': {
    parlayId: 1,
    bookId: 'bravo',
    quoteId: 1,
    seen: { kind: 'limited', stake: { minor: 2_500, currency: 'USD' } },
  },
  'links.records': { fromAt: 1_795_200_000_000, beforeAt: null },
  'quotes.history': { parlayId: 1, bookId: 'bravo', limit: 200 },
  'quotes.keeping': null,
  'quotes.setKeepLimits': defaultKeepLimits,
  'study.legCosts': { parlayId: 1, bookId: 'bravo' },
  'study.priceRest': { parlayId: 1, bookId: 'bravo', leftOut: 'e#m#n' },
  'study.lineSteps': { parlayId: 1, leg: 'e#m#n' },
  'study.priceStep': { parlayId: 1, bookId: 'bravo', leg: 'e#m#n', step: 'e#m#o' },
  'study.cancel': null,
  'alerts.snapshot': null,
  'alerts.save': { id: null, draft: alert },
  'alerts.remove': { id: 1 },
  'alerts.restore': { id: 1 },
  'alerts.markRead': null,
  ...trendingRequests,
  ...goodLedgerRequests,
  ...goodTransferRequests,
}
