/**
 * A parlay on the desk. Its fingerprint (the sorted selection keys) is its identity: the same legs in another order are
 * the same parlay. Each leg stores its offers, so that a parlay does not depend on the board.
 */
import { z } from 'zod'
import { BookId } from '../game/book.ts'
import type { QuotedPrice } from '../price/quote.ts'
import type { LinkColor } from '../settings/windows.ts'
import { GameInfo, SelectionKey } from '../game/selection.ts'

/** One selection at one book: the service's tokens, verbatim. A token the feed did not give is null. */
export const Offer = z.strictObject({
  bookId: BookId,
  oddsId: z.string(),
  sgp: z.string().nullable(),
  grade: z.string().nullable(),
  price: z.string().nullable(),
})
export type Offer = Readonly<z.infer<typeof Offer>>

/** A leg for the screen; its tokens stay in the main process. */
export const LegView = z.strictObject({
  key: SelectionKey,
  name: z.string(),
  market: z.string(),
  game: GameInfo,
})
export type LegView = Readonly<z.infer<typeof LegView>>

/** The user's name, tags and note of a parlay. */
export const ParlayNote = z.strictObject({
  name: z.string().trim().max(80),
  tags: z.array(z.string().trim().min(1).max(30)).max(10),
  note: z.string().trim().max(1_000),
})
export type ParlayNote = Readonly<z.infer<typeof ParlayNote>>
export const noNote: ParlayNote = { name: '', tags: [], note: '' }

/** A leg on the desk, compared with the present board. */
export const DeskLeg = LegView.extend({
  /** False when the board has odds of its game but no longer this selection. */
  isOffered: z.boolean(),
  /** False when the board has loaded completely and has no odds of its game. */
  isGameListed: z.boolean(),
  /** Time of its newest odds on the board (epoch ms); null where it is not known. */
  asOf: z.number().nullable(),
  /** True when the grader has called its game final. */
  isGameOver: z.boolean(),
  /** Sentences about a match between books that may be wrong. */
  flags: z.array(z.string()),
  /** Single prices in the format of the feed, with their times (epoch ms), at the books where both are known. */
  singles: z.array(z.strictObject({ bookId: BookId, text: z.string(), at: z.number() })),
})
export type DeskLeg = Readonly<z.infer<typeof DeskLeg>>

export interface Leg extends LegView {
  readonly offers: readonly Offer[]
}

export interface Parlay {
  readonly id: number
  readonly addedAt: number
  readonly legs: readonly Leg[]
  readonly note: ParlayNote
  /** The user's own fair price. */
  readonly fairPrice: QuotedPrice | null
  readonly group: LinkColor | null
  /** The stake that the user means to bet, in minor units; null for the usual one. */
  readonly stakeMinor: number | null
}

/** A parlay put on the desk, or found there. */
export interface AddedParlay {
  readonly parlayId: number
  readonly wasThere: boolean
}

export const maxLegs = 20

/** Identity of a set of legs, by their selection keys or odds ids, whatever their order. */
export function toFingerprint(keys: readonly string[]): string {
  return JSON.stringify([...keys].sort())
}

/** The sgp tokens of legs, in their order; null for each leg that a book does not offer. */
export type Tokens = readonly (string | null)[]

/** Cache of tokens by legs and book, because rows are pushed far more often than their legs change. */
const tokenCache = new WeakMap<readonly Leg[], Map<string, Tokens>>()

/** Tokens of all legs at one book. */
export function tokensAt({ legs }: Pick<Parlay, 'legs'>, bookId: string): Tokens {
  const byBook = tokenCache.get(legs) ?? new Map<string, Tokens>()
  const known = byBook.get(bookId)
  if (known !== undefined) return known
  const tokens = legs.map(leg => leg.offers.find(offer => offer.bookId === bookId)?.sgp ?? null)
  tokenCache.set(legs, byBook.set(bookId, tokens))
  return tokens
}
