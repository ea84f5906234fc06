/** Requests of the ledger's calls, and parts of the requests of all calls. */
import { randomUUID } from 'node:crypto'
import type { Handlers } from '../../../src/shared/contract.ts'
import { profitBoost, promotionIds } from '../ledger/random-accounts.ts'
import type { EntryDraft } from '../../../src/shared/model/accounts/account-draft.ts'
import type { LegDraft, TicketDraft } from '../../../src/shared/model/ticket/ticket-draft.ts'
import type { HedgeGoal } from '../../../src/shared/model/ticket/hedge-plan.ts'
import { figures, allTickets, newestFirst, sortKeys } from '../../../src/shared/model/ticket/ledger-filter.ts'
import { reportKinds } from '../../../src/shared/model/ticket/ledger-report.ts'
import type { TableMapping } from '../../../src/shared/model/ticket/transfer.ts'
import type { Facts } from './program-facts.ts'

type Request<H> = H extends (request: infer Q, ...others: never[]) => unknown ? Q : never
/** A call without its requests here does not compile. */
export type Requests = {
  readonly [A in keyof Handlers]: {
    readonly [V in keyof Handlers[A]]: (facts: Facts) => readonly Request<Handlers[A][V]>[]
  }
}

export const nothing = () => [null]
/** No record has this number. */
export const none = 987_654_321
export const typed = { text: '+471', format: 'american' } as const

const tickets = ({ tickets: known }: Facts) => [...known.slice(0, 3).map(({ id }) => id), none]
const terms = (bookId = 'bravo') => ({
  ...{
    bookId,
    bookName: bookId === 'bravo' ? null : 'Any Book',
    placedAt: 1_795_200_000_000,
    stake: '40',
    currency: 'USD',
    price: typed,
  },
  ...{ kind: 'normal' as const, isLive: false, tags: ['live'], note: '' },
})
const typedLeg = {
  ...{ kind: 'typed' as const, name: 'Ada North Over 27.5', market: 'Player Points' },
  ...{
    game: 'River Town at Harbor City',
    league: 'UBL',
    startAt: null,
    oddsId: null,
    grade: null,
    price: typed,
  },
}
const draft = (legs: TicketDraft['legs'], bookId?: string): TicketDraft => ({
  ...terms(bookId),
  uid: randomUUID(),
  legs,
})
const byHand = (...legs: LegDraft[]) => draft({ kind: 'hand', legs })
const mapping: TableMapping = {
  fields: ['placedAt', 'book', 'legs', 'odds', 'stake'],
  priceFormat: 'american',
  currency: 'USD',
  dateOrder: 'day-first',
  legSeparator: 'pipe',
}
const accounts = ({ accounts: known }: Facts) => [...known.slice(0, 2), randomUUID()]
const dated = { day: '2026-11-20', note: 'by card' } as const
const entries: readonly EntryDraft[] = [
  { kind: 'deposit', amount: '40', holder: 'Main', ...dated },
  { kind: 'withdrawal', amount: '1,000.50', holder: 'Main', ...dated },
  { kind: 'bonus', amount: '-5', ...dated },
  { kind: 'adjustment', amount: '-5', of: null, ...dated },
  { kind: 'paid', of: none, ...dated },
  { kind: 'limited', maxStake: '5', note: '' },
  { kind: 'closed', note: '' },
  { kind: 'reading', balance: '12.34', note: '' },
  { kind: 'undone', of: none, note: '' },
  { kind: 'promotion', promotionId: promotionIds[0], terms: profitBoost },
  { kind: 'promotion-ended', promotionId: promotionIds[1] },
]
const goals: readonly HedgeGoal[] = [
  { kind: 'equalProfit' },
  ...['', '-5', 'much'].map(minimum => ({ kind: 'guaranteedMinimum' as const, minimum })),
  { kind: 'freeRoll' },
]
const by = (reason: string) => (ticketId: number) => ({ ticketId, reason })
const filters = [
  allTickets,
  { ...allTickets, fromDay: '2026-10-22', text: 'north', currency: 'USD', bookId: 'bravo' },
  ...figures.map(value => ({ ...allTickets, also: [{ kind: 'figure' as const, value }] })),
]
const sorts = sortKeys.map(by => ({ by, isDescending: by !== 'book' }))
const filtered = () => filters.map(filter => ({ filter }))

type LedgerArea = 'stakes' | 'ledger' | 'accounts' | 'settlement' | 'transfer' | 'backups'
export const ledgerRequests: Pick<Requests, LedgerArea> = {
  // Before the ledger's own, which settle and delete tickets.
  stakes: {
    plan: ({ rows }) => [...rows.slice(0, 1).map(({ id }) => ({ parlayId: id })), { parlayId: none }],
    hedge: facts => tickets(facts).flatMap(ticketId => goals.map(goal => ({ ticketId, goal }))),
    priceHedge: facts =>
      tickets(facts).flatMap(ticketId =>
        (['opposite', 'middles'] as const).map(what => ({ ticketId, what })),
      ),
    cancelHedge: nothing,
  },
  ledger: {
    snapshot: nothing,
    record: ({ cells: priced, lines }) => [
      ...priced.map(({ parlayId, bookId, quote }) =>
        draft({ kind: 'parlay', parlayId, quoteId: quote?.id ?? null }, bookId),
      ),
      byHand(typedLeg),
      { ...byHand(typedLeg, typedLeg), kind: 'bonus', stake: '0' },
      { ...byHand(typedLeg), stake: 'much', price: { text: '+1', format: 'decimal' } },
      byHand(...lines.slice(0, 2).map(({ key }) => ({ kind: 'selection' as const, selectionKey: key }))),
      byHand({ kind: 'selection', selectionKey: 'e#m#n' }),
      draft({ kind: 'parlay', parlayId: none, quoteId: none }),
    ],
    correct: facts =>
      tickets(facts).map(ticketId => ({
        ticketId,
        terms: { ...terms(), stake: '41' },
        legs: [{ ...typedLeg, from: 0, keepsGrade: true }],
        reason: 'typed wrong',
      })),
    decide: facts =>
      tickets(facts).flatMap(ticketId =>
        [
          { kind: 'result' as const, result: 'won' as const },
          { kind: 'payout' as const, payout: '120.50' },
          { kind: 'cash-out' as const, payout: 'much' },
          { kind: 'withdrawn' as const },
        ].map(decision => ({ ticketId, decision, reason: 'as paid' })),
      ),
    decideLeg: facts =>
      tickets(facts).flatMap(ticketId =>
        (['won', 'refunded', null] as const).flatMap(result =>
          [0, 19].map(place => ({ ticketId, place, result, reason: 'seen on TV' })),
        ),
      ),
    undo: ({ changes }) =>
      [...changes, { ticketId: none, seq: 3 }].map(change => ({ ...change, reason: 'pressed by mistake' })),
    changeMany: facts =>
      [
        { kind: 'decide' as const, result: 'lost' as const },
        { kind: 'tag' as const, tag: 'late' },
        { kind: 'void' as const },
      ].flatMap(change =>
        [tickets(facts).slice(0, change.kind === 'void' ? 1 : 2), tickets(facts)].map(ticketIds => ({
          ticketIds,
          change,
          reason: 'all alike',
        })),
      ),
    undoMany: ({ changes }) =>
      [...changes, { ticketId: none, seq: 3 }].map(change => ({
        changes: [change],
        reason: 'pressed by mistake',
      })),
    ticket: facts => tickets(facts).map(ticketId => ({ ticketId })),
    page: ({ tickets: [first] }) => [
      ...filters.flatMap(filter => sorts.map(sort => ({ filter, sort, after: null, limit: 200 }))),
      {
        filter: allTickets,
        sort: newestFirst,
        after: { placedAt: first?.placedAt ?? 1, id: first?.id ?? 1 },
        limit: 1,
      },
    ],
    choices: nothing,
    findSpelling: () => ['nroth', 'haeys pl>1', 'x', ''].map(text => ({ text })),
    totals: filtered,
    settledSince: () => [{ at: 1_795_200_000_000 }],
    profitBy: () => reportKinds.flatMap(by => filters.slice(0, 2).map(filter => ({ filter, by }))),
    bankroll: filtered,
    clv: filtered,
    proof: filtered,
    largestStakes: () => filters.slice(0, 3).map(filter => ({ filter, fromDay: '2026-11-01' })),
    exposure: filtered,
    policies: nothing,
    savePolicy: () => [{ bookId: 'bravo', policy: 'void_all', source: 'house rules', asOf: '2026-11-01' }],
    void: facts => tickets(facts).slice(-2).map(by('entered twice')),
  },
  accounts: {
    overview: nothing,
    open: () =>
      ['Main', 'Pool', ' '].map(holder => ({
        ...{ accountId: randomUUID(), holder, bookId: 'bravo', bookName: null },
        ...{ currency: 'USD', deposit: '500', day: '2026-11-20' },
      })),
    tax: () => [
      { year: null, jurisdiction: 'us' as const },
      { year: 2025, jurisdiction: 'none' as const },
    ],
    saveTax: () => [{ year: null, jurisdiction: 'us' as const }],
    items: facts => accounts(facts).map(accountId => ({ accountId })),
    record: facts => accounts(facts).flatMap(accountId => entries.map(entry => ({ accountId, entry }))),
    renameHolder: () => [
      { from: 'Main', to: 'Main pool' },
      { from: 'Nina', to: 'Main' },
    ],
  },
  settlement: {
    snapshot: nothing,
    settle: nothing,
    checkLeg: facts => tickets(facts).map(ticketId => ({ ticketId, place: 0 })),
  },
  transfer: {
    save: () => [
      { format: 'csv', scope: { kind: 'selected', ids: [1] } },
      { format: 'json', scope: { kind: 'all' } },
    ],
    saveParquet: () => [{ table: 'quotes' }, { table: 'tickets' }],
    choose: nothing,
    preview: () => [{ mapping: null }, { mapping }],
    commit: () => [{ alike: { all: 'skip', except: [] } }],
    /** One of them is the import of the table, after the tickets that were recorded before. */
    undoImport: () =>
      Array.from({ length: 30 }, (_, before) => ({
        tickets: { first: before + 1, last: before + 2_500 },
        reason: 'wrong file',
      })),
    discard: nothing,
  },
  backups: {
    snapshot: nothing,
    list: nothing,
    restore: ({ backups }) =>
      [...backups.slice(0, 2).map(({ name }) => name), 'ledger-2026-11-20T12-00-00.000Z.db'].map(name => ({
        name,
      })),
    adopt: nothing,
    startNew: nothing,
    retry: nothing,
    show: nothing,
  },
}
