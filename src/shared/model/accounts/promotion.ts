/**
 * A sportsbook's promotion for one account: its terms as the user entered them, and what is left of it. Amounts are minor
 * units of the account's currency. For its worth see value/promotions.ts.
 */
import { z } from 'zod'
import type { Promotion } from '../../value/promotions.ts'
import { SelectionKey } from '../game/selection.ts'
import { maxLegs } from '../parlay/parlay.ts'
import { maxMinor } from '../ticket/money.ts'
import { Day, parseTakenPrice, TakenPrice, toExactPrice } from '../ticket/ticket.ts'
import { PromotionId } from './account-id.ts'

/** 0 or more, and not limited like a single amount. */
const Sum = z.number().int().min(0)
const Amount = z.number().int().positive().max(maxMinor)
/** A price whose odds are those of its text. */
const Price = TakenPrice.refine(({ odds, ...text }) => {
  const parsed = parseTakenPrice(text)
  return parsed.ok && parsed.price.odds === odds
}, 'Its price doesn’t match the odds beside it.')
const Percent = z.number().positive().max(10_000).multipleOf(0.01)
const Time = z.number().int().positive()

/** Fields that every kind has; null does not limit. */
const common = {
  /** Empty for one that its terms describe well enough. */
  name: z.string().trim().max(80),
  minOdds: Price.nullable(),
  minLegs: z.number().int().min(2).max(maxLegs).nullable(),
  startsAt: Time.nullable(),
  /** It ends before this time. */
  endsAt: Time.nullable(),
  uses: z.number().int().min(1).max(1_000),
}

export const PromotionTerms = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('profitBoost'),
    ...common,
    percent: Percent,
    maxStakeMinor: Amount.nullable(),
    maxExtraMinor: Amount.nullable(),
  }),
  z.strictObject({
    kind: z.literal('oddsBoost'),
    ...common,
    odds: Price,
    /** Selections of the one parlay that it is for, and its title. */
    legKeys: z.array(SelectionKey).min(1).max(maxLegs),
    title: z.string().trim().min(1).max(300),
    maxStakeMinor: Amount.nullable(),
    maxExtraMinor: Amount.nullable(),
  }),
  z.strictObject({ kind: z.literal('bonusBet'), ...common, maxStakeMinor: Amount }),
  z.strictObject({
    kind: z.literal('insurance'),
    ...common,
    maxStakeMinor: Amount,
    /** Worth of 1 in bonus bets; null for that of the user's own ones, or the usual one. */
    bonusWorth: z.number().min(0).max(1).nullable(),
  }),
  z.strictObject({
    kind: z.literal('depositMatch'),
    ...common,
    percent: Percent,
    /** The largest deposit that is matched. */
    maxStakeMinor: Amount.nullable(),
    playThrough: z.number().min(0).max(1_000),
    playThroughOf: z.enum(['bonus', 'depositAndBonus']),
  }),
])
export type PromotionTerms = Readonly<z.infer<typeof PromotionTerms>>
export type PromotionKind = PromotionTerms['kind']

export const promotionKindNames: Readonly<Record<PromotionKind, string>> = {
  profitBoost: 'Profit boost',
  oddsBoost: 'Odds boost',
  bonusBet: 'Bonus bet',
  insurance: 'No-sweat bet',
  depositMatch: 'Deposit match',
}

/** Bonus of a deposit match, and how much of its play-through is bet; see value/play-through.ts. */
const PlayThrough = z.strictObject({
  /** Day of the first matched deposit. */
  day: Day,
  depositMinor: Sum,
  bonusMinor: Sum,
  neededMinor: Sum,
  doneMinor: Sum,
  openMinor: Sum,
  leftMinor: Sum,
  worthMinor: Sum,
})

/** A promotion of an account as the window shows it. */
export const PromotionLine = z.strictObject({
  promotionId: PromotionId,
  terms: PromotionTerms,
  /** Uses less the tickets that name it. */
  usesLeft: z.number().int().min(0),
  /** The record by which the user ended it; null while they have not. */
  ended: z.strictObject({ seq: z.number().int(), at: z.number() }).nullable(),
  /** Tickets that used it, oldest first. */
  tickets: z.array(z.strictObject({ ticketId: z.number().int().positive(), title: z.string() })),
  /** Null before the deposit of a match, and for other kinds. */
  playThrough: PlayThrough.nullable(),
  /** Worth of what is left of it, 0 once it is over; null while no bet shows it. See value/promotion-worth.ts. */
  worthMinor: Sum.nullable(),
})
export type PromotionLine = Readonly<z.infer<typeof PromotionLine>>

type PromotionUse = Pick<PromotionLine, 'promotionId' | 'terms' | 'usesLeft' | 'ended'>

/**
 * The promotion as its worth is computed; one that the user ended has no use left. `bonusWorth`: of 1 in bonus bets, where
 * its terms name none.
 */
export function toPromotion(line: PromotionUse, bookId: string, bonusWorth?: number): Promotion {
  const { terms } = line
  const limits = toLimits(line, bookId)
  switch (terms.kind) {
    case 'profitBoost':
      return { ...limits, kind: terms.kind, percent: terms.percent, ...toCap(terms) }
    case 'oddsBoost': {
      const { kind, odds, legKeys } = terms
      return { ...limits, kind, odds: toExactPrice(odds).odds, legKeys, ...toCap(terms) }
    }
    case 'bonusBet':
      return { ...limits, kind: terms.kind, maxStakeMinor: terms.maxStakeMinor }
    case 'insurance': {
      const { kind, maxStakeMinor } = terms
      const worth = terms.bonusWorth ?? bonusWorth
      return { ...limits, kind, maxStakeMinor, ...(worth !== undefined && { bonusWorth: worth }) }
    }
    case 'depositMatch': {
      const { kind, percent, playThrough, playThroughOf } = terms
      return { ...limits, kind, percent, playThrough, playThroughOf }
    }
  }
}

function toLimits({ promotionId: id, terms, usesLeft, ended }: PromotionUse, bookId: string) {
  const { minOdds, minLegs, maxStakeMinor, startsAt, endsAt } = terms
  return {
    id,
    bookIds: [bookId],
    usesLeft: ended === null ? usesLeft : 0,
    ...(minOdds !== null && { minOdds: toExactPrice(minOdds).odds }),
    ...(minLegs !== null && { minLegs }),
    ...(maxStakeMinor !== null && { maxStakeMinor }),
    ...(startsAt !== null && { startsAt }),
    ...(endsAt !== null && { endsAt }),
  }
}

const toCap = ({ maxExtraMinor }: { readonly maxExtraMinor: number | null }) =>
  maxExtraMinor === null ? {} : { maxExtraMinor }
