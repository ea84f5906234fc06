/** The scanner: what it looks for, the calls that it may spend, and the parlays that it proposes. */
import { z } from 'zod'
import { CallFailure } from '../../failure.ts'
import { BookId } from '../game/book.ts'
import { LegView } from '../parlay/parlay.ts'
import { Minor } from '../ticket/money.ts'
import { isStale, QuotedPrice } from './quote.ts'
import { isInPlay, type FreshContext } from './row-value.ts'

export const scanGames = ['upcoming', 'live', 'all'] as const

export const maxScanCalls = 500

export const ScanSettings = z.strictObject({
  /** Null for all leagues. */
  league: z.string().max(200).nullable(),
  games: z.enum(scanGames),
  maxLegs: z.union([z.literal(2), z.literal(3)]),
  /** Calls to the service that one run may spend. */
  calls: z.number().int().min(1).max(maxScanCalls),
})
export type ScanSettings = Readonly<z.infer<typeof ScanSettings>>

export const defaultScanSettings: ScanSettings = { league: null, games: 'upcoming', maxLegs: 2, calls: 60 }

/** Lowest, likely and highest win probability. */
const Chances = z.strictObject({ low: z.number(), mid: z.number(), high: z.number() })

/** A parlay that the scanner had priced at one book. */
const PricedParlay = z.strictObject({
  bookId: BookId,
  legs: z.array(LegView),
  price: QuotedPrice,
  at: z.number(),
  fair: Chances,
  /** Product of the book's singles, decimal. */
  product: z.number(),
  /** Value of that product above the other books' fair singles, as a share. */
  edge: z.number(),
  /** Price that was expected from what the book took before, decimal. */
  expected: z.number(),
  /** Pairs seen before this price: of its class at any book, of its class at this book, and of this book. */
  seen: z.strictObject({
    ofPair: z.number().int(),
    ofClass: z.number().int(),
    ofBook: z.number().int(),
  }),
  /** Time of the oldest single price that it was judged by, epoch ms; null when not known. */
  oddsAt: z.number().nullable(),
})
export type PricedParlay = Readonly<z.infer<typeof PricedParlay>>

export const Proposal = PricedParlay.extend({
  /**
   * `suspect`: far from the prices of other books, by the desk's rule. `only-price`: no other is known; `too-high`: none
   * is, and it is far above the likely fair price.
   */
  doubt: z.enum(['suspect', 'only-price', 'too-high']).nullable(),
  /** Prices of other books of about the same time, highest first. */
  others: z.array(z.strictObject({ bookId: BookId, price: QuotedPrice })),
  /** The desk's best price for this parlay, when that is another book's; its EV is null without a fair price. */
  bestOnDesk: z.strictObject({ bookId: BookId, price: QuotedPrice, ev: z.number().nullable() }).nullable(),
  /** The largest stake that the book takes, in minor units, when that is less than the user's; 0 for a closed account. */
  takesMinor: Minor.nullable(),
})
export type Proposal = Readonly<z.infer<typeof Proposal>>

/** True when its price is stale, or is from before its game started. */
export const isOldProposal = (
  proposal: Pick<PricedParlay, 'legs' | 'at'>,
  { now, staleAfterMs }: FreshContext,
): boolean =>
  isStale(proposal, now, staleAfterMs) ||
  (isInPlay(proposal.legs, now) && !isInPlay(proposal.legs, proposal.at))

/** Expected value at the lowest fair probability. */
export const lowEv = ({ fair, price }: Pick<Proposal, 'fair' | 'price'>): number =>
  fair.low * price.decimal - 1
export const highEv = ({ fair, price }: Pick<Proposal, 'fair' | 'price'>): number =>
  fair.high * price.decimal - 1

/**
 * Progress of the last run. `spent`: all calls that were set. `searched`: no candidate was left. `no-odds`: the board has
 * no odds; `nothing-to-compare`: no bet in scope has two sides at three books.
 */
export const ScanRun = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('idle') }),
  z.strictObject({ kind: z.literal('comparing') }),
  z.strictObject({ kind: z.literal('pricing') }),
  z.strictObject({
    kind: z.literal('ended'),
    why: z.enum(['spent', 'searched', 'stopped', 'no-odds', 'nothing-to-compare']),
  }),
  /** The service could not be asked, for this reason. */
  z.strictObject({ kind: z.literal('failed'), failure: CallFailure }),
])
export type ScanRun = Readonly<z.infer<typeof ScanRun>>

export const ScannerState = z.strictObject({
  settings: ScanSettings,
  run: ScanRun,
  /** Calls of the last run that were sent. */
  sent: z.number().int(),
  /** Games and parlays that the last run compared without a call. */
  games: z.number().int(),
  compared: z.number().int(),
  /** Answers without a price. */
  unpriced: z.number().int(),
  /** Pairs that the correlations and discounts were learned from. */
  learned: z.number().int(),
  /**
   * By the lowest expected value, highest first; those at limited books after them, then the suspect ones. Old prices are
   * last, in the same order.
   */
  proposals: z.array(Proposal),
})
export type ScannerState = Readonly<z.infer<typeof ScannerState>>

export const quietScanner: ScannerState = {
  settings: defaultScanSettings,
  run: { kind: 'idle' },
  sent: 0,
  games: 0,
  compared: 0,
  unpriced: 0,
  learned: 0,
  proposals: [],
}
