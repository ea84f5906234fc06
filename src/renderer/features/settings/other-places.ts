/** Places of what users look for in the settings and find elsewhere: search words, a sentence, and commands. */
import type { CommandId } from '../../commands/command-table.ts'
import { toWords } from '../../format/search-text.ts'
import { findByWords, hasAlmost, hasWords } from './setting-list.ts'

export interface OtherPlace {
  readonly words: string
  readonly text: string
  readonly commands: readonly CommandId[]
}

const otherPlaces: readonly OtherPlace[] = [
  {
    words: 'backups back up restore recover copy safe',
    text: 'The ledger is backed up automatically. Export saves a copy where you like; import reads an export or a backup.',
    commands: ['ledger.export', 'ledger.import'],
  },
  {
    words: 'exports imports tickets CSV JSON spreadsheet Excel download upload save transfer move bets',
    text: 'Tickets are exported and imported in the ledger, under More (…).',
    commands: ['ledger.export', 'ledger.import'],
  },
  {
    words: 'ledger tickets results profit ROI CLV record reports charts',
    text: 'Tickets, with their results and figures, are in the ledger.',
    commands: ['view.ledger'],
  },
  {
    words: 'accounts balances bankroll deposits withdrawals money limits limited sportsbooks',
    text: 'Balances, deposits and the limits of your sportsbook accounts are in Accounts.',
    commands: ['view.accounts'],
  },
  {
    words: 'promotions promos bonus bets boosts free bets no sweat insurance deposit match',
    text: 'Promotions belong to an account at a book.',
    commands: ['view.accounts', 'accounts.use-promotions'],
  },
  { words: 'taxes report IRS year', text: 'The tax report is in Accounts.', commands: ['accounts.tax'] },
  {
    words: 'alerts price notifications notify quiet hours repeat',
    text: 'Alerts are set on the desk, under More (…): what to watch, and how often to notify you.',
    commands: ['view.desk'],
  },
  {
    words: 'columns layouts panes pin order sort filter tags export prices',
    text: 'Columns, their order and saved layouts are on the desk, under More (…).',
    commands: ['view.desk'],
  },
  {
    words: 'scanner calls scan proposals',
    text: 'The scanner has its own settings beside its Scan button.',
    commands: ['view.scanner'],
  },
  {
    words: 'help guide manual documentation support tour tutorial learn questions',
    text: 'The guide explains the desk and its numbers; the tour shows the desk in two minutes.',
    commands: ['app.help', 'tour.start'],
  },
  {
    words: 'proxy VPN network connection company firewall internet',
    text: 'Parlay Desk uses the proxy in the environment variable HTTPS_PROXY. Set it, then start Parlay Desk again.',
    commands: [],
  },
  {
    words: 'language translation English Spanish',
    text: 'Parlay Desk is in English. Dates, times and numbers follow your system.',
    commands: [],
  },
  {
    words: 'animations motion flashing reduced accessibility',
    text: 'Parlay Desk follows your system: reduced motion stops flashing prices, and high-contrast colors are supported.',
    commands: [],
  },
  {
    words: 'reset defaults factory undo start over',
    text: 'Keys have Reset all. Reverse any other change with Undo, one at a time.',
    commands: [],
  },
  {
    words: 'startup autostart login items tray boot launch',
    text: 'To start Parlay Desk with your computer, add it to your system’s startup apps.',
    commands: [],
  },
  {
    words: 'privacy telemetry tracking data cloud sync share folder files location logs errors',
    text: 'Your data stays on this computer, in the folder “Parlay Desk” of your user data. Only your odds service and your phone alerts are called.',
    commands: [],
  },
]

/** Places whose words begin with each word typed, ignoring case and accents. */
export function findOtherPlaces(query: string): readonly OtherPlace[] {
  if (toWords(query).every(({ length }) => length < minLength)) return []
  return findByWords(
    otherPlaces,
    query,
    (place, words) => hasWords(place.words, words),
    (place, typed) => hasAlmost(place.words, typed),
  )
}

/** Letters of the longest word typed: fewer begin too many words. */
const minLength = 3
