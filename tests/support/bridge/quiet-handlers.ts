/** A valid request of each call of the contract, and handlers that only note them. */
import { entries, type Handlers } from '../../../src/shared/contract.ts'
import { plainLedgerLayout, plainPanes } from '../../../src/shared/model/settings/view.ts'
import { defaultKeepLimits, defaultValueSettings } from '../../../src/shared/model/settings/settings.ts'
import { allTickets, newestFirst } from '../../../src/shared/model/ticket/ledger-filter.ts'
import { answerByDefault, quietState } from './default-answers.ts'

/** Handlers that report each call to `onCall` and answer what a quiet program would. */
export function quietHandlers(onCall: (call: string, request: unknown) => void): Handlers
export function quietHandlers(onCall: (call: string, request: unknown) => void): unknown {
  const handler = (area: string, verb: string) => (request: unknown) => {
    onCall(`${area}.${verb}`, request)
    return answerByDefault(area, verb, request, quietState)
  }
  return Object.fromEntries(
    Object.entries(entries).map(([area, verbs]) => {
      const calls = Object.keys(verbs).filter(verb => verbs[verb]?.kind === 'call')
      return [area, Object.fromEntries(calls.map(verb => [verb, handler(area, verb)]))]
    }),
  )
}

const price = { text: '+512', format: 'american' }
const terms = {
  bookId: 'bravo',
  bookName: null,
  placedAt: 1_795_200_000_000,
  stake: '40',
  currency: 'USD',
  price,
  kind: 'normal',
  isLive: false,
  tags: ['live'],
  note: '',
}

const correctedLeg = {
  kind: 'typed',
  from: 0,
  name: 'Ada North Over 27.5',
  market: 'Player Points',
  game: 'River Town at Harbor City',
  league: 'UBL',
  startAt: null,
  oddsId: null,
  grade: null,
  keepsGrade: true,
  price,
}

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
  'account.answerFileChange': { apply: false },
  'account.setKey': { key: 'a-key' },
  'account.removeKey': null,
  'settings.snapshot': null,
  'settings.setTheme': { theme: 'dark' },
  'settings.setPriceFormat': { format: 'decimal' },
  'settings.setStaleAfter': { ms: 30_000 },
  'settings.setValue': defaultValueSettings,
  'settings.saveBook': { id: 'bravo', name: 'Bravo', hostId: 'bravo', isOn: true },
  'settings.orderBooks': { ids: ['bravo'] },
  'board.snapshot': null,
  'board.add': {
    upload: '6f0c1c9e-3a57-4d6e-9a55-0d8c1c7f4b11',
    name: null,
    bytes: new TextEncoder().encode('[]'),
    isLast: true,
  },
  'board.openFiles': null,
  'board.watch': { isFolder: true },
  'board.planFeed': { id: 'feed', plan },
  'board.estimateFeed': { plan },
  'board.load': { id: 'feed' },
  'board.cancelLoad': { id: 'feed' },
  'board.setSourceEnabled': { id: 'feed', isOn: false },
  'board.removeSource': { id: 'feed' },
  'board.search': {
    query: 'river',
    limit: 50,
    filter: { league: null, bookId: 'bravo', isLiveOnly: false, isMainOnly: true, isPinnedOnly: false },
  },
  'board.pin': { key: 'e#m#n', isPinned: true },
  'board.checkSlip': { selections: ['e#m#n'] },
  'board.readTyped': { text: 'Bravo#e#m#n', bookId: null },
  'board.findNamedLegs': { text: 'north o27.5 pts + ml', gameId: null },
  'desk.snapshot': null,
  'desk.addParlay': { selections: ['e#m#n'], note },
  'desk.describeParlay': { parlayId: 1, note },
  'desk.setFairPrice': { parlayId: 1, price: { text: '+471', format: 'american' } },
  'desk.removeParlay': { parlayId: 1 },
  'desk.restoreParlay': { parlayId: 1 },
  'desk.price': { parlayId: null, bookId: 'bravo' },
  'desk.setVisibleRows': { parlayIds: [1, 2] },
  'desk.recheck': { parlayId: 1, bookId: 'bravo', seenId: null },
  'keys.snapshot': null,
  'keys.save': { keys: [] },
  'view.snapshot': null,
  'view.savePanes': plainPanes,
  'view.saveLedger': plainLedgerLayout,
  'view.copyText': { text: 'a\tb' },
  'view.zoom': { to: 'in' },
  'budget.snapshot': null,
  'budget.setLimits': { kind: 'by-hand', perMinute: 60, inFlight: 8, perHost: 2 },
  'budget.estimate': { calls: 96, isUserAction: false },
  'budget.setAuto': { parlayId: 1, everySeconds: 30 },
  'budget.setAutoWhileHidden': { isOn: true },
  'budget.setAutoShare': { share: 0.4 },
  'budget.endLongPauses': null,
  'grid.snapshot': null,
  'grid.saveLayout': { density: 'compact', frozen: ['bravo'], widths: [{ bookId: 'bravo', px: 90 }] },
  'grid.exportCsv': { rows: [['Parlay', 'Bravo']], isFirst: true, isLast: true },
  'links.open': { parlayId: 1, bookId: 'bravo', quoteId: 1, approve: 'no' },
  'links.copy': { parlayId: 1, bookId: 'bravo', to: 'here' },
  'links.phone': { parlayId: 1, bookId: 'bravo' },
  'links.copyBet': { parlayId: 1, bookId: 'bravo', quoteId: 1 },
  'links.recordOutcome': {
    parlayId: 1,
    bookId: 'bravo',
    quoteId: 1,
    seen: { kind: 'limited', stake: { minor: 2_500, currency: 'USD' } },
  },
  'links.records': { fromAt: 1_795_200_000_000, beforeAt: null },
  'links.approvals': null,
  'links.revoke': { bookId: 'bravo', host: 'bets.example' },
  'quotes.history': { parlayId: 1, bookId: 'bravo', limit: 200 },
  'quotes.keeping': null,
  'quotes.setKeepLimits': defaultKeepLimits,
  'whatif.legCosts': { parlayId: 1, bookId: 'bravo' },
  'whatif.priceRest': { parlayId: 1, bookId: 'bravo', leftOut: 'e#m#n' },
  'whatif.lineSteps': { parlayId: 1, leg: 'e#m#n' },
  'whatif.priceStep': { parlayId: 1, bookId: 'bravo', leg: 'e#m#n', step: 'e#m#o' },
  'whatif.cancel': null,
  'alerts.snapshot': null,
  'alerts.save': { id: null, draft: alert },
  'alerts.remove': { id: 1 },
  'alerts.restore': { id: 1 },
  'alerts.markRead': null,
  'trending.snapshot': null,
  'trending.findIds': { parlayId: 1 },
  'trending.send': { parlays: [{ parlayId: 1, bookId: 'bravo', ids: ['Bravo#e#m#n'], title: 'North' }] },
  'trending.page': { filter: 'waiting', from: 0, limit: 100 },
  'trending.history': { id: 1 },
  'trending.retry': { id: 1 },
  'trending.retryFull': null,
  'trending.cancel': { id: 1 },
  'trending.cancelWaiting': null,
  'trending.remove': { id: 1 },
  'trending.removeFinished': null,
  'trending.reorder': { id: 1, to: 'ahead' },
  'trending.setRetriesFull': { isOn: false },
  'trending.copyIds': { ids: ['Bravo#e#m#n'] },
  'ledger.snapshot': null,
  'ledger.record': {
    ...terms,
    uid: '6f0c1c9e-3a57-4d6e-9a55-0d8c1c7f4b11',
    legs: { kind: 'parlay', parlayId: 1, quoteId: 7 },
  },
  'ledger.correct': { ticketId: 1, terms, legs: [correctedLeg], reason: 'typed wrong' },
  'ledger.void': { ticketId: 1, reason: 'entered twice' },
  'ledger.decide': { ticketId: 1, decision: { kind: 'payout', payout: '120.50' }, reason: 'as paid' },
  'ledger.decideLeg': { ticketId: 1, place: 0, result: 'won', reason: 'seen on TV' },
  'ledger.undo': { ticketId: 1, seq: 3, reason: 'pressed by mistake' },
  'ledger.ticket': { ticketId: 1 },
  'ledger.page': { filter: allTickets, sort: newestFirst, after: null, limit: 50 },
  'ledger.choices': null,
  'ledger.totals': { filter: { ...allTickets, fromDay: '2026-10-22', text: 'north' } },
  'ledger.settledSince': { at: 1_795_200_000_000 },
  'ledger.profitBy': { filter: allTickets, by: 'month' },
  'ledger.bankroll': { filter: allTickets },
  'ledger.clv': { filter: allTickets },
  'ledger.exposure': { currency: null },
  'ledger.policies': null,
  'ledger.savePolicy': { bookId: 'bravo', policy: 'void_all', source: 'house rules', asOf: '2026-11-01' },
  'settlement.snapshot': null,
  'settlement.settle': null,
  'settlement.checkLeg': { ticketId: 1, place: 0 },
  'transfer.save': { format: 'csv' },
  'transfer.choose': null,
  'transfer.preview': {
    mapping: {
      fields: ['placedAt', 'book', 'legs', null, 'odds', 'stake'],
      priceFormat: 'decimal',
      currency: 'USD',
      dateOrder: 'day-first',
      legSeparator: 'pipe',
    },
  },
  'transfer.commit': { alike: { all: 'skip', except: [7] } },
  'transfer.discard': null,
  'backups.snapshot': null,
  'backups.list': null,
  'backups.restore': { name: 'ledger-2026-11-20T12-00-00.000Z.db' },
  'backups.adopt': null,
  'backups.startNew': null,
  'backups.retry': null,
  'backups.show': null,
}
