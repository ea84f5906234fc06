/** Filter of tickets for lists, sums and charts. Null fields do not filter. */
import { z } from 'zod'
import { PromotionId } from '../accounts/account-id.ts'
import { BookId } from '../game/book.ts'
import { maxLegs } from '../parlay/parlay.ts'
import { Currency } from './money.ts'
import { TicketResult } from './settlement.ts'
import { Day, TicketBook } from './ticket.ts'
import { TicketId } from './ticket-line.ts'

/**
 * Numbers on screen that open to their tickets. Of open tickets: those staked with the user's own money, and those that
 * can still win. Of settled tickets: all, those staked with the user's own money, those in the mean CLV, those excluded
 * from it, and those without a closing price.
 */
export const figures = [
  'open-stake',
  'open-payout',
  'settled',
  'staked',
  'clv',
  'clv-kept-out',
  'no-close',
] as const
export const Figure = z.enum(figures)
export type Figure = z.infer<typeof Figure>

/** A further condition, from a number whose tickets the user opened. */
export const FilterPart = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('figure'), value: Figure }),
  /** A second league, market or tag of the same ticket. */
  z.strictObject({ kind: z.enum(['league', 'market', 'tag']), value: z.string().max(200) }),
  /** A bar of the chart of CLV (`toClvStep` of ledger-report.ts). */
  z.strictObject({ kind: z.literal('clv-step'), value: z.number().int() }),
  /** Settled at or after a time (epoch ms), whenever it was placed. */
  z.strictObject({ kind: z.literal('settled-since'), at: z.number().int() }),
  /** A row of the exposure report: a game, player or leg of pending legs. */
  z.strictObject({
    kind: z.enum(['game', 'player', 'leg']),
    label: z.string().max(1_000),
    detail: z.string().max(1_000),
    gameKey: z.string().max(1_000),
  }),
  /** Tickets with a change of a team that waits for a user. */
  z.strictObject({ kind: z.literal('waiting') }),
  /** Tickets that used a promotion. */
  z.strictObject({ kind: z.literal('promotion'), label: z.string().max(1_000), promotionId: PromotionId }),
  /** The legs of a parlay: all of them and no other. */
  z.strictObject({
    kind: z.literal('parlay'),
    label: z.string().max(1_000),
    legs: z
      .array(z.strictObject({ gameKey: z.string().max(1_000), market: z.string(), name: z.string() }))
      .min(1)
      .max(maxLegs)
      .readonly(),
  }),
])
export type FilterPart = Readonly<z.infer<typeof FilterPart>>

/**
 * Beginnings of words of legs, players, teams, markets, books, results, tags, notes and promotions (`toSearchWords`), and
 * limits such as `pl>100` (`parseLedgerQuery`); all must match.
 */
export const FilterText = z.string().max(100)

export const LedgerFilter = z.strictObject({
  /** Days of placing, both included. */
  fromDay: Day.nullable(),
  toDay: Day.nullable(),
  bookId: BookId.nullable(),
  league: z.string().max(80).nullable(),
  market: z.string().max(200).nullable(),
  tag: z.string().max(30).nullable(),
  result: TicketResult.nullable(),
  /** Lists show every currency when null; sums then take the one with the most of the tickets found. */
  currency: Currency.nullable(),
  text: FilterText,
  also: z.array(FilterPart).max(20).readonly(),
})
export type LedgerFilter = Readonly<z.infer<typeof LedgerFilter>>

export const allTickets: LedgerFilter = {
  fromDay: null,
  toDay: null,
  bookId: null,
  league: null,
  market: null,
  tag: null,
  result: null,
  currency: null,
  text: '',
  also: [],
}

/** Columns a list can be sorted by. */
export const sortKeys = [
  'placed',
  'title',
  'book',
  'price',
  'stake',
  'close',
  'clv',
  'legs',
  'result',
  'profit',
] as const
export const SortKey = z.enum(sortKeys)
export type SortKey = z.infer<typeof SortKey>

/** Ascending is the exact reverse of descending, except that tickets without the value come last in both. */
export const TicketSort = z.strictObject({ by: SortKey, isDescending: z.boolean() })
export type TicketSort = Readonly<z.infer<typeof TicketSort>>

export const newestFirst: TicketSort = { by: 'placed', isDescending: true }

/** The last ticket of a page; the next page continues after it. */
export const TicketCursor = z.strictObject({ placedAt: z.number().int(), id: TicketId })
export type TicketCursor = Readonly<z.infer<typeof TicketCursor>>

/** The choices that recorded tickets offer. */
export const FilterChoices = z.strictObject({
  books: z.array(TicketBook),
  leagues: z.array(z.string()),
  markets: z.array(z.string()),
  tags: z.array(z.string()),
  currencies: z.array(Currency),
})
export type FilterChoices = Readonly<z.infer<typeof FilterChoices>>

const accents = /\p{M}/gu
const sideBeforeLine = /\b(o|u)(?:ver|nder)\s+(?=\d)/gu
/** A line with its side (`o27.5`) or its sign (`-3.5`), or a word. */
const word =
  /(?<![\p{L}\p{N}])[ou]\d+(?:[.,]\d+)?|(?<![\p{L}\p{N}.,])[+-]\d+(?:[.,]\d+)?|\p{L}[\p{L}\p{N}]+/gu
const inEveryName = new Set(['over', 'under', 'at', 'the'])

/**
 * Search words of a text: lower case, without accents, two letters or more, and lines with their side or sign. No other
 * numbers, which are in too many names.
 */
export const toSearchWords = (text: string): string[] =>
  (toPlain(text).match(word) ?? [])
    .filter(found => !inEveryName.has(found))
    .map(found => found.replace(',', '.'))

/** The parts of a text that search ignores. */
export const findUnsearchable = (text: string): string[] =>
  toPlain(text)
    .split(/\s+/u)
    .filter(part => part !== '' && toSearchWords(part).length === 0)

/** `Over 27.5` as legs are shown in short: `o27.5`. */
const toPlain = (text: string): string =>
  text.normalize('NFKD').replace(accents, '').toLowerCase().replaceAll('−', '-').replace(sideBeforeLine, '$1')
