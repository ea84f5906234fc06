/** Requests of every call of the contract: for things that a running program has, and for some that it lacks. */
import { randomUUID } from 'node:crypto'
import { plainLedgerLayout, plainPanes } from '../../../src/shared/model/settings/view.ts'
import { defaultKeepLimits, plainLayout } from '../../../src/shared/model/settings/settings.ts'
import type { Arrangement } from '../../../src/shared/model/settings/saved-layout.ts'
import { allTickets } from '../../../src/shared/model/ticket/ledger-filter.ts'
import { allTime } from '../../../src/shared/model/price/link-outcome.ts'
import { ledgerRequests, none, nothing, typed, type Requests } from './ledger-requests.ts'
import { programRequests } from './program-requests.ts'
import { ruleRequests } from './rule-requests.ts'
import { scriptRequests } from './script-requests.ts'
import { teamRequests } from './team-requests.ts'
import type { Facts } from './program-facts.ts'

const gone = { parlayId: none, bookId: 'bravo' }
const plan = { leagues: ['ubl'], isLiveOnly: false, isMainOnly: true, everySeconds: null }
const note = { name: 'Opener', tags: ['live'], note: 'Only under 4.0' }
const bytesOf = (text: string) => new TextEncoder().encode(text)
/** Parlays on the desk, and the first there ever was: a removed one can be restored. */
const parlayIds = ({ rows }: Facts) => [...new Set([...rows.slice(0, 1).map(({ id }) => id), 1, none])]
const cells = ({ cells: priced }: Facts) => [
  ...priced.map(({ parlayId, bookId }) => ({ parlayId, bookId })),
  gone,
]
const quotes = ({ cells: priced }: Facts) => [
  ...priced.map(({ parlayId, bookId, quote }) => ({ parlayId, bookId, quoteId: quote?.id ?? none })),
  { ...gone, quoteId: none },
]
const alerts = ({ alertIds }: Facts) => [...new Set([...alertIds.slice(0, 2), 1, none])].map(id => ({ id }))
const phones = ({ phones: known }: Facts) =>
  [...known.slice(0, 2), { id: 't-0123456789ab' }].map(({ id }) => ({ id }))
const submissions = ({ submissions: known }: Facts) =>
  [...known.map(({ id }) => id).slice(0, 10), none].map(id => ({ id }))
const sources = ({ sources: known }: Facts) => [...known.map(({ id }) => id), 'no-source']
const pairs = ({ lines }: Facts) => [
  ...lines.slice(0, 40).map(({ key }) => [key]),
  ...lines.slice(0, 3).flatMap(({ key }, at) => [[key, lines[at + 3]?.key ?? 'e#m#n']]),
  ['e#m#n', 'e#m#o'],
]
const legsOf = ({ rows }: Facts) =>
  rows.slice(1, 2).flatMap(row => row.legs.map(({ key }) => ({ parlayId: row.id, leg: key })))

const arrangement = ({ settings }: Facts): Arrangement => ({
  profileId: 'demo',
  panes: { ...plainPanes, isTicketsOpen: true },
  ledger: plainLedgerLayout,
  grid: { ...plainLayout, density: 'compact' },
  books: (settings?.books ?? []).map(({ id, name }) => ({ id, name, isOn: true })),
  filter: { tag: null, text: 'ev>5' },
})

const requests: Requests = {
  account: {
    snapshot: nothing,
    saveProfile: () => [
      {
        id: null,
        draft: {
          name: `Mine ${randomUUID()}`,
          pricing: 'http://{book}.localhost:9/',
          queue: 'http://queue.localhost:9/',
          grader: 'http://grader.localhost:9',
          feed: null,
        },
      },
      { id: null, draft: { name: 'Demo', pricing: 'ftp://x', queue: 'q', grader: 'g', feed: 'f' } },
    ],
    removeProfile: ({ profiles }) => [...profiles.slice(-1).map(({ id }) => ({ id })), { id: 'p-none' }],
    useProfile: ({ profiles }) => [{ id: 'p-none' }, ...profiles.map(({ id }) => ({ id })), { id: 'demo' }],
    answerFileChange: () => [{ apply: false }, { apply: true }],
    setKey: () => [{ key: 'a-key' }, { key: 'no key at all' }],
    readKey: nothing,
    removeKey: nothing,
    testKey: nothing,
  },
  settings: {
    snapshot: nothing,
    setTheme: () => [{ theme: 'light' }, { theme: 'system' }],
    setPriceFormat: () => [{ format: 'decimal' }],
    setStaleAfter: () => [{ ms: 30_000 }],
    setValue: ({ settings }) => (settings === undefined ? [] : [settings.value]),
    saveBook: ({ settings }) => [
      ...(settings?.books ?? []).slice(0, 2),
      { id: 'zulu', name: 'Zulu', hostId: 'zulu', isOn: true },
    ],
    orderBooks: ({ settings }) => [{ ids: (settings?.books ?? []).map(({ id }) => id).toReversed() }],
  },
  board: {
    snapshot: nothing,
    add: () =>
      [
        '[{"id":"Bravo#e#m#n","sgp":"s"}]',
        '[{"id":"Bravo#e#m#n","sgp":"s","id":1}]',
        '<html>',
        '',
        '{"a":[}',
        'id,sgp\nBravo#e#m#o,t\n',
      ].flatMap((text, place) => {
        const upload = randomUUID()
        const name = place % 2 === 0 ? null : 'odds.json'
        return [
          { upload, name, bytes: bytesOf(text), isLast: false },
          { upload, name, bytes: new Uint8Array(), isLast: true },
        ]
      }),
    openFiles: nothing,
    watch: () => [{ isFolder: false }, { isFolder: true }],
    planFeed: facts => sources(facts).map(id => ({ id, plan })),
    estimateFeed: () => [{ plan }, { plan: { ...plan, everySeconds: 10 } }],
    load: facts => sources(facts).map(id => ({ id })),
    cancelLoad: facts => sources(facts).map(id => ({ id })),
    setSourceEnabled: facts => sources(facts).flatMap(id => [false, true].map(isOn => ({ id, isOn }))),
    removeSource: facts => sources(facts).map(id => ({ id })),
    search: () =>
      ['', 'river', '#', 'zzz'].map(query => ({
        ...{ query, limit: 500 },
        filter: {
          league: null,
          bookId: query === '#' ? 'bravo' : null,
          isLiveOnly: false,
          isMainOnly: query !== '',
          isPinnedOnly: false,
        },
      })),
    pin: ({ lines }) =>
      [...lines.slice(0, 1).map(({ key }) => key), 'e#m#n'].map(key => ({ key, isPinned: true })),
    checkSlip: facts =>
      [[], ...pairs(facts).slice(0, 8), ...pairs(facts).slice(-2)].map(selections => ({ selections })),
    readTyped: ({ lines }) => [
      {
        text: lines
          .slice(0, 3)
          .map(({ key }) => `Bravo#${key}`)
          .join('\n'),
        bookId: null,
      },
      { text: 'rubbish\nBravo#e#m#n', bookId: 'bravo' },
    ],
    findNamedLegs: ({ lines }) => [
      { text: 'ml', gameId: null, slipGameId: null },
      {
        text: lines
          .slice(0, 2)
          .map(({ name }) => name)
          .join(' + '),
        gameId: null,
        slipGameId: lines[0]?.key.split('#')[0] ?? null,
      },
      { text: 'ml, rubbish', gameId: lines[0]?.key.split('#')[0] ?? 'e', slipGameId: null },
    ],
  },
  desk: {
    snapshot: nothing,
    addParlay: facts =>
      pairs(facts)
        .slice(-3)
        .map(selections => ({ selections, note })),
    describeParlay: facts => parlayIds(facts).map(parlayId => ({ parlayId, note })),
    setFairPrice: facts =>
      parlayIds(facts).flatMap(parlayId =>
        [typed, { ...typed, text: 'x' }, null].map(price => ({ parlayId, price })),
      ),
    setStake: facts =>
      parlayIds(facts).flatMap(parlayId => ['50', 'x', '0', null].map(stake => ({ parlayId, stake }))),
    setGroup: facts => [
      ...parlayIds(facts).map(parlayId => ({ parlayIds: [parlayId], group: 'blue' as const })),
      { parlayIds: [], group: null },
    ],
    removeParlay: facts => parlayIds(facts).map(parlayId => ({ parlayId })),
    restoreParlay: facts => parlayIds(facts).map(parlayId => ({ parlayId })),
    price: facts => [
      { parlayId: null, bookId: null },
      ...cells(facts),
      ...parlayIds(facts).map(parlayId => ({ parlayId, bookId: null })),
    ],
    setVisibleRows: facts => [{ parlayIds: parlayIds(facts), selectedId: null }],
    recheck: facts => quotes(facts).map(({ quoteId, ...cell }) => ({ ...cell, seenId: quoteId })),
  },
  keys: {
    snapshot: nothing,
    save: () => [
      {
        keys: [
          { command: 'price.open', chords: ['Ctrl+Shift+O'] },
          { command: 'row.reprice', chords: [] },
        ],
      },
      { keys: [] },
    ],
  },
  view: {
    snapshot: nothing,
    copyText: () => [{ text: 'Placed\tParlay' }],
    copyTable: () => [
      { rows: [['Parlay', 'Bravo']], isFirst: true, isLast: false },
      { rows: [['North', '−110']], isFirst: false, isLast: true },
    ],
    copyImage: () => [{ png: new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 1]) }],
    saveLedger: () => [{ ...plainLedgerLayout, hidden: ['close'], areChartsOpen: false }, plainLedgerLayout],
    savePanes: () => [{ ...plainPanes, isCellOpen: false, legsWidth: 300 }, plainPanes],
    zoom: () => [{ to: 'in' }, { to: 'out' }, { to: 'reset' }],
    saveTour: () => [{ tour: 'offered' }, { tour: 'finished' }],
  },
  windows: {
    snapshot: nothing,
    open: () => [{ window: 'ledger' }, { window: 'blue' }],
    showMain: () => [
      { show: 'view', view: 'ledger' },
      { show: 'price', parlayId: 1, bookId: null },
      { show: 'setting', id: 'stale-after' },
      { show: 'tickets', filter: { ...allTickets, text: 'flint' } },
    ],
    ...{ takeTarget: nothing, painted: nothing, select: cells },
  },
  budget: {
    snapshot: nothing,
    setLimits: () => [{ kind: 'learned' }, { kind: 'by-hand', perMinute: 2_000, inFlight: 8, perHost: 2 }],
    estimate: () => [true, false].map(isUserAction => ({ calls: 96, isUserAction })),
    setAuto: facts => [
      ...parlayIds(facts).map(parlayId => ({ parlayId, everySeconds: 300 as const })),
      { parlayId: null, everySeconds: null },
    ],
    setAutoWhileHidden: () => [{ isOn: true }, { isOn: false }],
    setAutoShare: () => [{ share: 0.6 }, { share: 1 }],
    refreshDue: () => [{ parlayId: 1, bookId: 'alpha' }],
    endLongPauses: nothing,
  },
  layouts: {
    snapshot: nothing,
    save: facts => [{ layouts: [{ name: 'Evening', arrangement: arrangement(facts) }] }, { layouts: [] }],
    apply: facts => [arrangement(facts), { ...arrangement(facts), profileId: 'not-in-use' }],
  },
  grid: {
    snapshot: nothing,
    saveLayout: facts => [
      { widths: [{ bookId: 'bravo', px: 90 }], frozen: ['bravo'] },
      { rowSort: 'mine', myOrder: parlayIds(facts) },
    ],
    exportCsv: () => [
      { rows: [['Parlay', 'Bravo']], isFirst: true, isLast: false },
      { rows: [['=1+1', '+400']], isFirst: false, isLast: true },
    ],
  },
  links: {
    open: facts =>
      quotes(facts).flatMap(cell => (['no', 'once'] as const).map(approve => ({ ...cell, approve }))),
    copy: facts => cells(facts).flatMap(cell => (['here', 'phone'] as const).map(to => ({ ...cell, to }))),
    phone: cells,
    copyBet: quotes,
    recordOutcome: facts =>
      quotes(facts).flatMap(cell => [
        { ...cell, seen: { kind: 'as-shown' as const } },
        { ...cell, seen: { kind: 'moved' as const, to: typed } },
        { ...cell, seen: { kind: 'refused' as const } },
        { ...cell, seen: { kind: 'limited' as const, stake: { minor: 2_500, currency: 'USD' } } },
      ]),
    records: () => [allTime, { fromAt: 1_795_200_000_000, beforeAt: null }],
    approvals: nothing,
    revoke: () => [{ bookId: 'bravo', host: 'bets.example' }],
  },
  quotes: {
    history: facts => cells(facts).map(cell => ({ ...cell, limit: 500 })),
    keeping: nothing,
    setKeepLimits: () => [defaultKeepLimits],
  },
  whatif: {
    legCosts: cells,
    priceRest: facts =>
      [...legsOf(facts), { parlayId: none, leg: 'e#m#n' }].map(({ parlayId, leg: leftOut }) => ({
        parlayId,
        bookId: 'bravo',
        leftOut,
      })),
    lineSteps: facts => [...legsOf(facts), { parlayId: none, leg: 'e#m#n' }],
    priceStep: facts =>
      legsOf(facts).flatMap(leg =>
        [...facts.lines.slice(0, 2).map(({ key }) => key), 'e#m#o'].map(step => ({
          ...leg,
          bookId: 'bravo',
          step,
        })),
      ),
    cancel: nothing,
  },
  fair: {
    plan: cells,
    price: cells,
    cancel: nothing,
    use: facts => cells(facts).flatMap(cell => [true, false].map(isUsed => ({ ...cell, isUsed }))),
  },
  scanner: {
    snapshot: nothing,
    setSettings: () => [
      { league: null, games: 'upcoming', maxLegs: 2, calls: 60 },
      { league: 'ubl', games: 'live', maxLegs: 3, calls: 1 },
    ],
    start: nothing,
    stop: nothing,
  },
  phone: {
    snapshot: nothing,
    add: () =>
      [
        {
          kind: 'ntfy' as const,
          name: 'Mine',
          address: 'http://ntfy.localhost:9/topic',
          token: 'tk_12345678',
        },
        { kind: 'webhook' as const, name: '', address: 'ftp://x', signingKey: 'short' },
      ].map(draft => ({ draft })),
    approve: facts => phones(facts),
    test: facts => phones(facts),
    setOn: facts => phones(facts).flatMap(({ id }) => [false, true].map(isOn => ({ id, isOn }))),
    remove: facts => phones(facts),
  },
  alerts: {
    snapshot: nothing,
    save: facts =>
      [null, facts.rows[0]?.id ?? none].flatMap(parlayId =>
        [
          { kind: 'price-reaches' as const, bookIds: ['bravo'], price: typed },
          { kind: 'price-reaches' as const, bookIds: [], price: { ...typed, text: 'x' } },
          { kind: 'price-reaches' as const, bookIds: [], price: { ...typed, text: '+101' } },
          { kind: 'ev-over' as const, ev: 0.05 },
          {
            kind: 'books-move' as const,
            direction: 'either' as const,
            books: 1,
            points: 0.001,
            withinMs: 600_000,
          },
          { kind: 'game-starts' as const, beforeMs: 3_600_000 },
        ].map(rule => ({
          id: null,
          draft: { parlayId, rule, isOn: true, quietMs: 0, hasNotice: true, hasSound: false },
        })),
      ),
    remove: alerts,
    restore: alerts,
    markRead: nothing,
  },
  trending: {
    snapshot: nothing,
    findIds: facts => parlayIds(facts).map(parlayId => ({ parlayId })),
    send: ({ parlays }) => [
      ...(parlays.length > 0 ? [{ parlays }] : []),
      { parlays: [{ parlayId: none, bookId: 'bravo', ids: ['Bravo#e#m#n'], title: 'North' }] },
    ],
    page: () =>
      (['all', 'waiting', 'queued', 'refused', 'cancelled'] as const).map(filter => ({
        filter,
        from: 0,
        limit: 100,
      })),
    history: submissions,
    retry: submissions,
    retryFull: nothing,
    cancel: submissions,
    reorder: facts =>
      submissions(facts).flatMap(({ id }) => (['ahead', 'behind'] as const).map(to => ({ id, to }))),
    cancelWaiting: nothing,
    setRetriesFull: () => [{ isOn: false }, { isOn: true }],
    copyIds: () => [{ ids: ['Bravo#e#m#n'] }],
    remove: submissions,
    removeFinished: nothing,
  },
  ...ledgerRequests,
  ...programRequests,
  rules: ruleRequests,
  team: teamRequests,
  ...scriptRequests,
}

/** Calls that remove things that other calls need. */
const lastCalls = [
  ...['board.setSourceEnabled', 'board.removeSource', 'account.removeKey', 'account.setKey'],
  ...['account.removeProfile', 'account.useProfile'],
]

/** Requests of all calls, in a valid order. */
export function listRequests(): [call: string, requests: (facts: Facts) => readonly unknown[]][] {
  const all = Object.entries(requests).flatMap(([area, verbs]) =>
    Object.entries<(facts: Facts) => readonly unknown[]>(verbs).map(([verb, make]): [string, typeof make] => [
      `${area}.${verb}`,
      make,
    ]),
  )
  const place = ([call]: [string, unknown]) => lastCalls.indexOf(call)
  return all.toSorted((a, b) => place(a) - place(b))
}
