/** Every setting by its id: section, name on screen, and search words. */
import type { Book } from '../../../shared/model/game/book.ts'
import { commandIds, commandTable } from '../../commands/command-table.ts'
import { toWords } from '../../format/search-text.ts'
import { beginsAlmost } from '../../format/typing-errors.ts'

export const settingSections = {
  service: 'Service and key',
  books: 'Books and links',
  calls: 'Calls and refresh',
  prices: 'Prices and value',
  ledger: 'Ledger and rules',
  team: 'Team',
  scripts: 'Scripts and rules',
  alerts: 'Alerts and phone',
  look: 'Look and layout',
  keys: 'Keys',
  updates: 'Updates',
  about: 'About',
} as const
export type SettingSection = keyof typeof settingSections

interface SettingSpec {
  readonly section: SettingSection
  readonly name: string
  /** Further search words; those of its card's title are among them. */
  readonly words?: string
}

const list = {
  'api-key': {
    section: 'service',
    name: 'API key',
    words: 'keychain test replace remove delete password token login log in sign out logout',
  },
  'profile-name': { section: 'service', name: 'Profile name', words: 'addresses rename' },
  pricing: { section: 'service', name: 'Pricing', words: 'addresses URL server host {book}' },
  queue: { section: 'service', name: 'Trending queue', words: 'addresses URL server host' },
  grader: { section: 'service', name: 'Grader', words: 'addresses URL server host results settle' },
  feed: { section: 'service', name: 'Odds feed', words: 'addresses URL server host' },
  profiles: { section: 'service', name: 'Profiles', words: 'demo account switch new edit remove delete' },

  books: {
    section: 'books',
    name: 'Books',
    words: 'your sportsbooks hide show order columns service ID host',
  },
  'void-rules': {
    section: 'books',
    name: 'Void rules',
    words: 'your books refund policy push tie reprice house rules',
  },
  sites: {
    section: 'books',
    name: 'Sites you trust for bet slips',
    words: 'deep links hosts open browser approve approval allow revoke',
  },

  'call-limit': {
    section: 'calls',
    name: 'Pricing calls',
    words: 'plan rate limit automatic custom calls a minute at once per book',
  },
  'calls-per-minute': { section: 'calls', name: 'Calls a minute', words: 'plan rate limit custom' },
  'calls-at-once': { section: 'calls', name: 'Calls at once', words: 'plan limit parallel' },
  'calls-per-book': { section: 'calls', name: 'Calls at once per book', words: 'plan limit parallel host' },
  'auto-refresh': {
    section: 'calls',
    name: 'Refresh interval',
    words: 'auto-refresh reprice every seconds off',
  },
  'auto-share': { section: 'calls', name: 'Share for auto-refresh', words: 'plan budget calls percent %' },
  'auto-hidden': {
    section: 'calls',
    name: 'Keep refreshing in the background',
    words: 'auto-refresh pause when hidden minimized window',
  },

  'price-format': {
    section: 'prices',
    name: 'Price format',
    words: 'format and age odds american decimal fractional implied probability hong kong indonesian malay',
  },
  'stale-after': {
    section: 'prices',
    name: 'Stale after',
    words: 'format and price age seconds old fresh gray live in-play compared',
  },
  margin: { section: 'prices', name: 'Vig to remove', words: 'margin juice consensus EV value %' },
  'fewest-books': {
    section: 'prices',
    name: 'Books needed for a consensus',
    words: 'fewest minimum EV value',
  },
  bankroll: { section: 'prices', name: 'Bankroll', words: 'stake unit size Kelly money value' },
  currency: { section: 'prices', name: 'Currency', words: 'USD EUR GBP dollar euro pound $ € £ money value' },
  'kelly-fraction': { section: 'prices', name: 'Kelly fraction', words: 'stake share bet size value' },
  'kelly-cap': { section: 'prices', name: 'Max bet', words: 'bankroll Kelly cap stake % value' },
  'game-cap': { section: 'prices', name: 'Max on one game', words: 'bankroll cap stake limit % exposure' },
  'open-cap': {
    section: 'prices',
    name: 'Max in open tickets',
    words: 'bankroll cap stake limit % exposure total bets',
  },
  'singles-format': { section: 'prices', name: 'Odds format of your feed', words: 'single prices legs' },
  'singles-age': {
    section: 'prices',
    name: 'Max age of single odds',
    words: 'legs parlayed straight correlation minutes',
  },
  'fair-source': {
    section: 'prices',
    name: 'Fair price for EV',
    words: 'partition consensus my own source value',
  },
  'fair-method': {
    section: 'prices',
    name: 'How to remove the margin',
    words: 'fair price devig vig no-vig shin power additive multiplicative probit goto odds ratio value',
  },
  'fair-weights': {
    section: 'prices',
    name: 'Weights of a blend',
    words: 'fair price devig methods margin power shin mean',
  },
  'partition-age': {
    section: 'prices',
    name: 'Max age of a book’s fair price',
    words: 'partition minutes devig value',
  },
  'keep-days': {
    section: 'prices',
    name: 'Keep prices for',
    words: 'history quotes days clear cache storage data',
  },
  'keep-size': {
    section: 'prices',
    name: 'Keep at most',
    words: 'price history quotes MB disk size clear cache storage data',
  },

  'stake-presets': {
    section: 'ledger',
    name: 'Stake presets',
    words: 'amounts units record tickets bet buttons',
  },

  team: {
    section: 'team',
    name: 'Team',
    words:
      'set up join leave server PostgreSQL Postgres database address invitation sync synchronize share group',
  },
  'team-desks': {
    section: 'team',
    name: 'Desks',
    words:
      'team members invite invitation let in role owner trader recorder partner auditor remove people users',
  },
  'team-shared': {
    section: 'team',
    name: 'Shared',
    words: 'team share ledger only prices calls parlays terms',
  },
  'team-calls': { section: 'team', name: 'Calls a minute of the team', words: 'plan rate limit shared key' },

  scripts: {
    section: 'scripts',
    name: 'Let scripts connect',
    words:
      'automation API local interface HTTP bot program assistant AI MCP Claude ChatGPT command line terminal Python on off',
  },
  'script-socket': {
    section: 'scripts',
    name: 'Socket',
    words: 'scripts path pipe connect address port curl',
  },
  'script-tokens': {
    section: 'scripts',
    name: 'Tokens',
    words: 'scripts token password permission scope rights revoke calls share',
  },
  rules: {
    section: 'scripts',
    name: 'Rules',
    words: 'automation when if then EV requote recheck notify prepare slip dry run replay trigger',
  },
  'script-activity': {
    section: 'scripts',
    name: 'Activity of scripts',
    words: 'log history who did what audit',
  },

  phones: {
    section: 'alerts',
    name: 'Phone',
    words: 'ntfy Discord Telegram webhook push notifications messages text SMS email HMAC',
  },
  'alert-sound': { section: 'alerts', name: 'Price alert', words: 'sounds tone chime bell mute play' },
  'settled-sound': {
    section: 'alerts',
    name: 'Ticket settled',
    words: 'sounds tone chime bell mute play result',
  },
  'drop-sound': {
    section: 'alerts',
    name: 'Price drop on recheck',
    words: 'sounds tone chime bell mute play',
  },
  'sound-volume': { section: 'alerts', name: 'Volume', words: 'sounds loud quiet mute' },

  theme: {
    section: 'look',
    name: 'Theme',
    words: 'dark light night system appearance colors mode contrast accessibility',
  },
  density: { section: 'look', name: 'Row height', words: 'appearance density compact cozy comfortable rows' },
  times: {
    section: 'look',
    name: 'Dates and times',
    words: 'appearance 12 24 hour 12h 24h clock time zone timezone UTC format locale region',
  },
  zoom: {
    section: 'look',
    name: 'Zoom',
    words: 'appearance text size larger smaller font scale accessibility',
  },

  keys: {
    section: 'keys',
    name: 'Keys',
    words: 'keyboard shortcuts hotkeys commands rebind reset all defaults',
  },
  version: {
    section: 'about',
    name: 'Version',
    words: 'release update upgrade program Parlay Desk Electron Chromium',
  },
  licenses: {
    section: 'about',
    name: 'Third-party licenses',
    words: 'open source licence copyright notices credits packages legal Parlay Desk',
  },
  updates: {
    section: 'updates',
    name: 'Check once a day',
    words: 'update upgrade new version release download install automatic',
  },
} as const satisfies Readonly<Record<string, SettingSpec>>

export type SettingId = keyof typeof list
export const settingList: Readonly<Record<SettingId, SettingSpec>> = list
export const settingIds = Object.keys(list).filter((id): id is SettingId => id in list)

type ListedBook = Pick<Book, 'id' | 'name'>

/**
 * Settings with each typed word in their texts, ignoring case and accents; without any, those that have another form of
 * it (“trusted” for “trust”), then those that have it but for a typing error. Keys are found by their commands too, and
 * books by their names and ids.
 */
export function findSettings(query: string, books: readonly ListedBook[] = []): ReadonlySet<SettingId> {
  const isFound = (id: SettingId, words: string): boolean =>
    isFoundByName(id, words) ||
    (id === 'keys' && listCommands(words).length > 0) ||
    (id === 'books' && books.some(book => hasWords(bookText(book), words)))
  const isAlmost = (id: SettingId, typed: readonly string[]): boolean =>
    hasAlmost(ownText(settingList[id]), typed) ||
    (id === 'books' && books.some(book => hasAlmost(bookText(book), typed)))
  return new Set(findByWords(settingIds, query, isFound, isAlmost))
}

/**
 * Items that have each word typed; without any, those that have another form of the words, then those that have them but
 * for a typing error.
 */
export function findByWords<Item>(
  items: readonly Item[],
  query: string,
  isFound: (item: Item, words: string) => boolean,
  isAlmost: (item: Item, typed: readonly string[]) => boolean,
): Item[] {
  for (const words of [query, toStems(query)]) {
    const found = items.filter(item => isFound(item, words))
    if (found.length > 0) return found
  }
  const typed = toWords(query)
  return items.filter(item => isAlmost(item, typed))
}

const bookText = ({ id, name }: ListedBook): string => `${name} ${id}`

/** Words without the endings of other forms, where enough of them remains: `sites trusted` gives `site trust`. */
const toStems = (text: string): string => text.replace(/(\p{L}{4,}?)(?:ing|ed|es|s)(?!\p{L})/gu, '$1')

export const isFoundByName = (id: SettingId, query: string): boolean => hasWords(textOf(id), query)

const textOf = (id: SettingId): string =>
  `${ownText(settingList[id])} ${settingSections[settingList[id].section]}`

const ownText = ({ name, words = '' }: SettingSpec): string => `${name} ${words}`

/** True if each word typed begins a word of the text, or would but for a typing error. */
export function hasAlmost(text: string, typed: readonly string[]): boolean {
  const words = toWords(text)
  return (
    typed.length > 0 &&
    typed.every(part => words.some(word => word.startsWith(part) || beginsAlmost(part, word)))
  )
}

const listCommands = (query: string) => commandIds.filter(id => hasWords(commandTable[id].title, query))

/** True if each word typed begins a word of the text, or without letters if its signs are in it, as `$`. */
export function hasWords(text: string, query: string): boolean {
  const typed = toWords(query)
  if (typed.length === 0) return text.includes(query.trim())
  const words = toWords(text)
  return typed.every(part => words.some(word => word.startsWith(part)))
}
