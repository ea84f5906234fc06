/**
 * A bet that the user has placed, with the facts known at that time: book, legs, price, stake. Records of facts never
 * change; a correction is a new record. For the result see settlement.ts.
 */
import { z } from 'zod'
import { parsePrice } from '../../odds/price-parse.ts'
import type { ExactPrice } from '../../odds/price.ts'
import { AccountId, PromotionId } from '../accounts/account-id.ts'
import { BookId } from '../game/book.ts'
import { Currency, maxMinor } from './money.ts'
import { maxLegs } from '../parlay/parlay.ts'
import { ProfileId } from '../settings/profile.ts'
import { PriceFormatName } from '../price/quote.ts'
import { SelectionKey } from '../game/selection.ts'
import { FairSource } from '../settings/settings.ts'

/** `bonus`: the stake is the book's, a win pays the profit only. `boosted`: the price is a promotion's. */
export const ticketKinds = ['normal', 'bonus', 'boosted'] as const
export const TicketKind = z.enum(ticketKinds)
export type TicketKind = z.infer<typeof TicketKind>

/** A price as written, and its format. */
export const PriceText = z.strictObject({ text: z.string().min(1).max(32), format: PriceFormatName })
export type PriceText = Readonly<z.infer<typeof PriceText>>

/** The price taken; `odds` is its exact decimal odds, `num/den` in lowest terms, stake included. */
export const TakenPrice = PriceText.extend({ odds: z.string().regex(/^\d{1,60}\/\d{1,60}$/) })
export type TakenPrice = Readonly<z.infer<typeof TakenPrice>>

export const TicketBook = z.strictObject({ id: BookId, name: z.string().min(1).max(80) })

/** The game a leg is of. A typed leg may have only its title. */
const TicketGame = z.strictObject({
  id: z.string().max(500),
  title: z.string().max(200),
  short: z.string().max(80),
  league: z.string().max(80),
  startAt: z.number().nullable(),
})

const dayMs = 86_400_000
/** Identity of a game: its id, or else its title and the day it starts on. */
export function toGameKey({ id, title, startAt }: TicketLeg['game']): string {
  if (id !== '') return id
  return startAt === null ? title : `${title}\n${Math.floor(startAt / dayMs)}`
}

/** `grade` is the service's token for settling this leg; without it the user settles the leg. */
export const TicketLeg = z.strictObject({
  selectionKey: SelectionKey.nullable(),
  oddsId: z.string().max(1_000).nullable(),
  grade: z.string().max(20_000).nullable(),
  name: z.string().min(1).max(300),
  market: z.string().max(200),
  game: TicketGame,
  /** The leg's single price, if known. */
  price: PriceText.nullable(),
})
export type TicketLeg = Readonly<z.infer<typeof TicketLeg>>

/** A calendar day in the user's time zone, as `2026-11-20`. */
export const Day = z.iso.date()

/** The reason to doubt a suspect price, in a sentence. */
export const PriceWarning = z.string().min(1).max(300)

/** A win probability as an estimate: neither impossible nor certain. */
export const WinChance = z.number().gt(0).lt(1)

/** Fair win probability that the program showed when the bet was taken, and its source. */
export const TakenFair = z.strictObject({ p: WinChance, source: FairSource })
export type TakenFair = Readonly<z.infer<typeof TakenFair>>

/**
 * Win probability at the close, without the book's margin: by a partition of the same legs there, or by the holds of its
 * single prices, which take off too little from a parlay.
 */
export const ClosingFair = z.strictObject({ p: WinChance, by: z.enum(['partition', 'singles']) })
export type ClosingFair = Readonly<z.infer<typeof ClosingFair>>

export const Tags = z.array(z.string().trim().min(1).max(30)).max(10)
export const Note = z.string().trim().max(1_000)

/** The terms, which can be corrected later. `day` follows from `placedAt`. */
export const TicketTerms = z.strictObject({
  book: TicketBook,
  placedAt: z.number().int().positive(),
  day: Day,
  stakeMinor: z.number().int().positive().max(maxMinor),
  currency: Currency,
  price: TakenPrice,
  kind: TicketKind,
  /** True when a game of its legs was live at the time. */
  isLive: z.boolean(),
  tags: Tags,
  note: Note,
  /** The account it was placed from, at the same book and in the same currency; absent or null for none. */
  accountId: AccountId.nullable().exactOptional(),
  /** The promotion of that account that it used; absent or null for none. */
  promotionId: PromotionId.nullable().exactOptional(),
})
export type TicketTerms = Readonly<z.infer<typeof TicketTerms>>

export const TicketFacts = TicketTerms.extend({
  /** Created by the caller, so that a bet recorded twice is one ticket. */
  uid: z.uuid(),
  profileId: ProfileId,
  isDemo: z.boolean(),
  /** Origin on the desk. Both may have been removed there; the ticket has its own copy of the data. */
  parlayId: z.number().int().nullable(),
  quoteId: z.number().int().nullable(),
  /** Absent unless the price was suspect when the ticket was recorded. */
  priceWarning: PriceWarning.optional(),
  /** Name of the script that recorded it; absent for the user. */
  via: z.string().min(1).max(60).exactOptional(),
  /** Absent when there was none; dropped when other selections replace the legs. */
  fair: TakenFair.exactOptional(),
  legs: z.array(TicketLeg).min(1).max(maxLegs),
})
export type TicketFacts = Readonly<z.infer<typeof TicketFacts>>

/** Parses a price text to its exact odds, or returns a sentence that says why it is invalid. */
export function parseTakenPrice(
  price: PriceText,
): { readonly ok: true; readonly price: TakenPrice } | { readonly ok: false; readonly sentence: string } {
  const parsed = parsePrice(price.text, price.format)
  if (!parsed.ok) return parsed
  const { num, den } = parsed.price.odds
  return { ok: true, price: { text: price.text, format: price.format, odds: `${num}/${den}` } }
}

/** The exact price of a taken one, from its odds, not from its text. */
export function toExactPrice({ text, format, odds }: TakenPrice): ExactPrice {
  const [num = '', den = ''] = odds.split('/')
  const exact = { num: BigInt(num), den: BigInt(den) }
  return { text, format, odds: exact, decimal: Number(exact.num) / Number(exact.den) }
}

/**
 * Identity of a bet: book, time, stake, price and legs. Different tickets may share it; an import asks the user about
 * those.
 */
export function toIdentity(
  facts: Pick<TicketFacts, 'book' | 'placedAt' | 'stakeMinor' | 'currency' | 'price' | 'legs'>,
): string {
  const legs = facts.legs.map(leg => leg.selectionKey ?? `${leg.game.title}#${leg.market}#${leg.name}`).sort()
  return JSON.stringify([
    facts.book.id,
    facts.placedAt,
    facts.stakeMinor,
    facts.currency,
    facts.price.odds,
    legs,
  ])
}
