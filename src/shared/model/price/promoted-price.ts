/**
 * A price with a promotion of the user's accounts at its book: what it pays and what it is worth. Plain prices are ranked
 * and called best without it. The fair win probability is the one that the plain price is valued by.
 */
import { parsePrice } from '../../odds/price-parse.ts'
import { toNumber, type Rational } from '../../odds/rational.ts'
import {
  boostedDecimal,
  findObstacle,
  valueOf,
  type Promotion,
  type PromotionObstacle,
} from '../../value/promotions.ts'
import type { PromotionLine } from '../accounts/promotion.ts'
import type { CellValue } from './row-value.ts'

/** A promotion that an account has now. */
export interface OpenPromotion {
  readonly accountId: string
  readonly holder: string
  readonly currency: string
  readonly terms: PromotionLine['terms']
  readonly promotion: Promotion
}

/** Open promotions by book. */
export type OpenPromotions = ReadonlyMap<string, readonly OpenPromotion[]>

export interface PromotedPrice {
  readonly of: OpenPromotion
  /** Exact decimal odds at the stake, with its caps; the plain ones for kinds that boost none. */
  readonly odds: Rational
  readonly isBoosted: boolean
  /** Expected profit as a share of the stake; null without a fair price. */
  readonly ev: number | null
  /** Stake in minor units for which odds and value are; undefined for one without caps. */
  readonly stakeMinor: number | undefined
  /** The cap that makes it pay less than without one. */
  readonly cap: 'maxStake' | 'maxExtra' | null
}

export type PromotedOrNot =
  PromotedPrice | { readonly of: OpenPromotion; readonly obstacle: PromotionObstacle }

interface PromotionContext {
  readonly legKeys: readonly string[]
  /** Epoch ms. */
  readonly now: number
  /** The row's stake, in minor units of `currency`; null for none. */
  readonly stakeMinor: number | null
  readonly currency: string
}

/** Each promotion at a fresh price with what it makes of it, or the reason why it does not apply. */
export function listPromoted(
  cell: Pick<CellValue, 'bookId' | 'price' | 'worth'>,
  promotions: readonly OpenPromotion[],
  context: PromotionContext,
): PromotedOrNot[] {
  const parsed = parsePrice(cell.price.text, cell.price.format)
  if (!parsed.ok) return []
  const { odds } = parsed.price
  const { legKeys, now } = context
  const use = { bookId: cell.bookId, odds, legCount: legKeys.length, legKeys, at: now }
  return promotions.map(of => {
    const obstacle = findObstacle(of.promotion, use)
    if (obstacle !== undefined) return { of, obstacle }
    const stakeMinor = findStake(of, context)
    const boosted = boostedDecimal(of.promotion, odds, stakeMinor)
    const p = cell.worth?.p
    return {
      of,
      odds: boosted,
      isBoosted: of.promotion.kind === 'profitBoost' || of.promotion.kind === 'oddsBoost',
      ev: p === undefined ? null : valueOf(of.promotion, p, toNumber(odds), stakeMinor),
      stakeMinor,
      cap: findCap(of.promotion, odds, stakeMinor),
    }
  })
}

/** The promotion with the highest value, else the highest price, among those that apply. */
export function findBestPromoted(
  cell: Pick<CellValue, 'bookId' | 'price' | 'worth'>,
  promotions: readonly OpenPromotion[],
  context: PromotionContext,
): PromotedPrice | undefined {
  const [best] = listPromoted(cell, promotions, context)
    .flatMap(each => ('obstacle' in each ? [] : [each]))
    .toSorted((a, b) => (b.ev ?? 0) - (a.ev ?? 0) || toNumber(b.odds) - toNumber(a.odds))
  return best
}

/** Higher odds by a boost for a part of a stake, without its caps, which are in that part. */
export interface BoostedPrice {
  readonly of: OpenPromotion
  readonly odds: Rational
  /** Largest stake, in minor units, that gets these odds; null for any. */
  readonly coveredMinor: number | null
}

/** The boost that pays most at a price, in this currency; undefined when none applies. */
export function findBoost(
  cell: Pick<CellValue, 'bookId' | 'price'>,
  promotions: readonly OpenPromotion[],
  { legKeys, now, currency }: Pick<PromotionContext, 'legKeys' | 'now' | 'currency'>,
): BoostedPrice | undefined {
  const parsed = parsePrice(cell.price.text, cell.price.format)
  if (!parsed.ok) return undefined
  const { odds } = parsed.price
  const use = { bookId: cell.bookId, odds, legCount: legKeys.length, legKeys, at: now }
  const [best] = promotions
    .filter(of => of.currency === currency && findObstacle(of.promotion, use) === undefined)
    .flatMap(of => toBoosted(of, odds) ?? [])
    .toSorted((a, b) => toNumber(b.odds) - toNumber(a.odds))
  return best
}

/** Undefined for a promotion that boosts none, or covers not even a minor unit. */
function toBoosted(of: OpenPromotion, plain: Rational): BoostedPrice | undefined {
  const { promotion } = of
  if (promotion.kind !== 'profitBoost' && promotion.kind !== 'oddsBoost') return undefined
  const odds = boostedDecimal(promotion, plain)
  const { maxStakeMinor = Infinity, maxExtraMinor = Infinity } = promotion
  const covered = Math.min(maxStakeMinor, Math.floor(maxExtraMinor / (toNumber(odds) - toNumber(plain))))
  return covered < 1 ? undefined : { of, odds, coveredMinor: covered === Infinity ? null : covered }
}

/** A bonus bet is staked in full; caps of another currency are not compared with the row's stake. */
function findStake({ promotion, currency }: OpenPromotion, context: PromotionContext): number | undefined {
  if (promotion.kind === 'bonusBet') return promotion.maxStakeMinor
  return context.stakeMinor === null || context.currency !== currency
    ? promotion.maxStakeMinor
    : context.stakeMinor
}

function findCap(promotion: Promotion, odds: Rational, stakeMinor: number | undefined): PromotedPrice['cap'] {
  if (stakeMinor === undefined) return null
  const isAbove = stakeMinor > (promotion.maxStakeMinor ?? Infinity)
  if (promotion.kind !== 'profitBoost' && promotion.kind !== 'oddsBoost') return isAbove ? 'maxStake' : null
  const { maxExtraMinor, ...uncapped } = promotion
  const paid = toNumber(boostedDecimal(promotion, odds, stakeMinor))
  if (maxExtraMinor !== undefined && paid < toNumber(boostedDecimal(uncapped, odds, stakeMinor)))
    return 'maxExtra'
  return isAbove ? 'maxStake' : null
}
