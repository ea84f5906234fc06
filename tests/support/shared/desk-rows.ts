/** Rows, cells and quotes for tests, with plain defaults. */
import type { CallFailure } from '../../../src/shared/failure.ts'
import type { Book } from '../../../src/shared/model/game/book.ts'
import type { Cell } from '../../../src/shared/model/price/cell.ts'
import type { Row } from '../../../src/shared/model/parlay/desk.ts'
import { noNote, type DeskLeg } from '../../../src/shared/model/parlay/parlay.ts'
import {
  defaultStaleAfterMs,
  type Settings,
  defaultValueSettings,
} from '../../../src/shared/model/settings/settings.ts'
import type { Links, Quote, QuotedPrice, QuoteOutcome } from '../../../src/shared/model/price/quote.ts'

/** Noon of a day in the past; the clock of tests that have one. */
export const noon = Date.UTC(2026, 0, 10, 12)

/** Settings of a user who changed nothing. */
export const plainSettings: Settings = {
  theme: 'system',
  priceFormat: 'american',
  staleAfterMs: defaultStaleAfterMs,
  value: defaultValueSettings,
  books: [],
}

/** The desk at noon, read by one who set nothing. */
export const plainDisplay = { now: noon, ...plainSettings, format: plainSettings.priceFormat }

export const book = (id: string, name: string, isOn = true): Book => ({ id, name, hostId: id, isOn })

export const americanPrice = (american: number): QuotedPrice => ({
  text: american > 0 ? `+${american}` : String(american),
  format: 'american',
  decimal: american > 0 ? 1 + american / 100 : 1 - 100 / american,
})

export const cell = (bookId: string, given: Partial<Cell> = {}): Cell => ({
  bookId,
  missingLegs: 0,
  activity: { kind: 'none' },
  quote: null,
  before: null,
  singles: null,
  maxStakeMinor: null,
  ...given,
})

export const quote = (outcome: QuoteOutcome, at = noon): Quote => ({ id: 1, at, outcome })

const slipLinks: Links = { desktop: 'https://bets.example/slip', mobile: null }

/** With a bet slip link unless a test says otherwise. */
export const priced = (american: number, at = noon, links: Links | null = slipLinks): Quote =>
  quote({ kind: 'priced', price: americanPrice(american), links, limits: null }, at)

export const failure = (what: CallFailure, at = noon): Quote => quote({ kind: 'failed', failure: what }, at)

export const leg = (name: string, market: string, game: Partial<DeskLeg['game']> = {}): DeskLeg => ({
  key: `e1#${market}#${name}`,
  name,
  market,
  game: {
    id: 'e1',
    title: 'River Town at Harbor City',
    short: 'RVT at HBR',
    league: 'Union Basketball League',
    startAt: null,
    isLive: false,
    ...game,
  },
  isOffered: true,
  isGameListed: true,
  asOf: noon,
  isGameOver: false,
  flags: [],
  singles: [],
})

const plainLegs = [leg('Ada North Over 27.5', 'Player Points'), leg('Harbor City', 'Moneyline')]

export const row = (id: number, cells: Cell[], legs: DeskLeg[] = plainLegs): Row => ({
  id,
  addedAt: noon,
  legs,
  note: noNote,
  fairPrice: null,
  fairs: [],
  group: null,
  stakeMinor: null,
  noPriceSeconds: 60,
  cells,
})
