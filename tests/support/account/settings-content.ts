import { expect } from 'vitest'
import { noUpdates } from '../../../src/shared/model/settings/updates.ts'
import type { StoredSettings, SourceOrigin } from '../../../src/main/account/stored-settings.ts'
import type { SlipDraft } from '../../../src/shared/model/drafts.ts'
import { defaultSounds } from '../../../src/shared/model/settings/sounds.ts'
import {
  defaultKeepLimits,
  defaultValueSettings,
  plainLayout,
} from '../../../src/shared/model/settings/settings.ts'
import { plainLedgerLayout, plainPanes } from '../../../src/shared/model/settings/view.ts'
import { book } from '../shared/desk-rows.ts'
import { draft } from './account-fixture.ts'

/** Settings of a new user. */
export const defaults = {
  version: 1,
  profiles: [],
  activeProfileId: 'demo',
  savedKeys: [],
  theme: 'system',
  priceFormat: 'american',
  staleAfterMs: 30_000,
  value: defaultValueSettings,
  keepPrices: defaultKeepLimits,
  books: {},
  approvedHosts: {},
  sources: {},
  pins: {},
  callLimits: {},
  autoSeconds: 15,
  autoShare: 0.6,
  isAutoWhileHidden: false,
  recents: {},
  grids: {},
  layouts: [],
  recentCommands: {},
  scans: {},
  slips: {},
  ticketForms: [],
  demoBegunAt: null,
  zoom: 1,
  panes: plainPanes,
  keys: [],
  sounds: defaultSounds,
  ledgerLayout: plainLedgerLayout,
  tour: 'new',
  isScriptsOn: false,
  windows: {},
  lastFolder: null,
  updates: noUpdates,
}

const report = () => ({
  source: 'a.json',
  at: 1,
  taken: 2,
  replaced: 0,
  leftOut: [{ reason: 'r', count: 1, example: '' }],
})
const plan = { leagues: ['hoops'], isLiveOnly: false, isMainOnly: true, everySeconds: 60 }
const source = (id: string, origin: SourceOrigin) => ({
  id,
  name: id,
  origin,
  isOn: true,
  lastLoad: report(),
})
export const slip: SlipDraft = {
  legs: [
    {
      line: {
        key: 'e#m#n',
        name: 'North Over 27.5',
        market: 'Points',
        books: 2,
        price: '-115',
        priceBookId: 'bravo',
        isPinned: false,
      },
      game: { id: 'e', title: 'Away at Home', short: 'A at H', league: 'UBL', startAt: 1, isLive: false },
    },
  ],
  note: { name: 'Opener', tags: 'live', note: 'Only under 4.0' },
}
const typedLeg = {
  name: 'North',
  market: '',
  game: '',
  league: '',
  starts: '',
  startAt: null,
  price: '',
  format: null,
  oddsId: '',
  grade: '',
  isGradable: false,
  keepsGrade: false,
  from: null,
}
/** Settings in which every key has a value. */
export const filled: StoredSettings & { books: { demo: object[] } } = {
  ...defaults,
  version: 1,
  profiles: [
    { ...draft({ name: 'Mine', feed: 'https://feed.example/' }), id: 'p-1' },
    { ...draft({ name: 'Other' }), id: 'p-2' },
  ],
  activeProfileId: 'p-1',
  savedKeys: ['p-1'],
  theme: 'light',
  priceFormat: 'decimal',
  books: { demo: [book('bravo', 'Bravo'), book('delta', 'Delta')], 'p-1': [book('bravo', 'Bravo', false)] },
  callLimits: {
    demo: { kind: 'learned' },
    'p-1': { kind: 'by-hand', perMinute: 9, inFlight: 2, perHost: 1 },
  },
  autoSeconds: null,
  autoShare: 0.4,
  isAutoWhileHidden: true,
  approvedHosts: { demo: { bravo: ['a.example', 'b.example'], delta: ['c.example'] }, 'p-1': {} },
  sources: {
    demo: [source('feed', { kind: 'feed', plan }), source('f-1', { kind: 'file', path: '/odds/a.json' })],
    'p-1': [
      { ...source('w-1', { kind: 'watch', path: '/odds', isFolder: true }), parts: { 'w-1.a': report() } },
    ],
  },
  pins: { demo: ['e#m#n', 'e#m#o'], 'p-1': ['e#m#p'] },
  recents: { demo: ['e#m#n'], 'p-1': ['e#m#p'] },
  recentCommands: { demo: ['Views: view.ledger'] },
  scans: { demo: { league: 'ubl', games: 'live', maxLegs: 3, calls: 20 } },
  slips: { demo: slip },
  ticketForms: [{ window: 'main', id: '1 at bravo', form: { stake: '12.34', typed: [typedLeg] } }],
  layouts: [
    {
      name: 'Evening',
      arrangement: {
        profileId: 'demo',
        panes: { ...plainPanes, isTicketsOpen: true },
        ledger: plainLedgerLayout,
        grid: { ...plainLayout, frozen: ['bravo'], rowSort: 'mine', myOrder: [2, 1] },
        books: [{ id: 'bravo', name: 'Bravo', isOn: true }],
        filter: { tag: 'props', text: 'ev>5' },
      },
    },
  ],
  grids: {
    demo: {
      density: 'compact',
      frozen: ['bravo'],
      widths: [{ bookId: 'bravo', px: 80 }],
      rowSort: 'mine',
      myOrder: [2, 1],
    },
  },
  demoBegunAt: 1_768_046_400_000,
  zoom: 1.25,
  panes: { ...plainPanes, isCellOpen: false, legsWidth: 300 },
  keys: [{ command: 'price.open', chords: ['Ctrl+Shift+O'] }],
  sounds: { volume: 'loud', alert: 'off', settled: 'bell', priceDrop: 'ping' },
  ledgerLayout: { hidden: ['clv'], sort: { by: 'profit', isDescending: false }, areChartsOpen: false },
  tour: 'finished',
  windows: {
    main: {
      bounds: { x: 1, y: 2, width: 900, height: 600 },
      displayId: 7,
      isMaximized: true,
      isOpen: true,
    },
  },
  lastFolder: '/odds',
  updates: { isOn: true, number: 7, sha512: 'ab12', version: '0.2.0', checkedAt: 1_795_200_000_000 },
}

type Path = readonly (string | number)[]

/** Paths of all values inside a value, those of lists and records too. */
export function listPaths(value: unknown, at: Path = []): Path[] {
  const inside: Path[] =
    typeof value !== 'object' || value === null
      ? []
      : Object.entries(value).flatMap(([key, each]) =>
          listPaths(each, [...at, Array.isArray(value) ? Number(key) : key]),
        )
  return at.length === 0 ? inside : [at, ...inside]
}

/** Number of steps to the entry that a damaged value may cost, where that is not the value alone. */
const entryDepths: Readonly<Record<string, number>> = {
  books: 3,
  callLimits: 2,
  sources: 3,
  windows: 3,
  grids: 4,
  scans: 2,
  slips: 2,
  ticketForms: 2,
  layouts: 2,
  keys: 2,
  sounds: 3,
}
export function entryOf(path: Path): Path {
  if (path[0] === 'profiles' && path.at(-1) === 'id') return path.slice(0, 2)
  return path.slice(0, entryDepths[String(path[0])])
}

export function replaceAt(root: unknown, path: Path, value: unknown): void {
  const parent: unknown = path.slice(0, -1).reduce((at: unknown, key) => Reflect.get(Object(at), key), root)
  Reflect.set(Object(parent), path.at(-1) ?? '', value)
}

function removeAt<T>(root: T, path: Path): T {
  const copy = structuredClone(root)
  const parent: unknown = path.slice(0, -1).reduce((at: unknown, key) => Reflect.get(Object(at), key), copy)
  if (Array.isArray(parent)) parent.splice(Number(path.at(-1)), 1)
  else if (typeof parent === 'object' && parent !== null) Reflect.deleteProperty(parent, path.at(-1) ?? '')
  return copy
}

/** Checks that settings are the filled ones but for an entry, which may have another value or be missing. */
export function expectSameBut(settings: StoredSettings, entry: Path): void {
  // A list that lost its only entry may be gone with it.
  const withoutEmpty = (value: unknown): unknown =>
    JSON.parse(
      JSON.stringify(value, (_, each: unknown) =>
        Array.isArray(each) && each.length === 0 ? undefined : each,
      ),
    )
  const [expected, withEntry, withoutIt] = [removeAt(filled, entry), settings, removeAt(settings, entry)]
  expect([withEntry, withoutIt].map(withoutEmpty)).toContainEqual(withoutEmpty(expected))
}
