/** Uses of the boosts in a stake plan that other parlays of the desk could take too: each parlay is planned on its own. */
import type { Row } from '../../../shared/model/parlay/desk.ts'
import {
  findBoost,
  type OpenPromotion,
  type OpenPromotions,
} from '../../../shared/model/price/promoted-price.ts'
import type { CellValue } from '../../../shared/model/price/row-value.ts'
import type { Settings } from '../../../shared/model/settings/settings.ts'
import { toNumber } from '../../../shared/odds/rational.ts'
import { findBookName, type Staked } from './stake-offers.ts'

export interface BoostUses {
  /** Name of its book. */
  readonly book: string
  readonly usesLeft: number
  /** Number of other parlays on the desk that are worth a bet with the boost. */
  readonly otherParlays: number
}

interface PricedRow {
  readonly row: Row
  readonly cells: readonly CellValue[]
}

interface BoostContext {
  readonly promotions: OpenPromotions
  readonly books: Settings['books']
  readonly currency: string
  /** Epoch ms. */
  readonly now: number
}

/** Boosts that are staked by and have too few uses left for all parlays that are worth a bet with them. */
export function findScarceBoosts(
  staked: readonly Staked[],
  others: readonly PricedRow[],
  context: BoostContext,
): BoostUses[] {
  return staked.flatMap(({ bookId, boost, stakeMinor }) => {
    const open = context.promotions.get(bookId) ?? []
    const of = open.find(({ promotion }) => promotion.id === boost?.promotionId)
    if (of === undefined || stakeMinor === 0) return []
    const { usesLeft } = of.promotion
    const otherParlays = others.filter(other => isWorthBoost(other, of, context, bookId)).length
    return otherParlays < usesLeft
      ? []
      : [{ book: findBookName(context.books, bookId), usesLeft, otherParlays }]
  })
}

/** True where the plan of a row would take the boost, and the boosted price pays more than the win probability asks. */
function isWorthBoost(
  { row, cells }: PricedRow,
  { promotion: { id } }: OpenPromotion,
  { promotions, currency, now }: BoostContext,
  bookId: string,
): boolean {
  const cell = cells.find(each => each.bookId === bookId && each.limitMinor !== 0)
  const legKeys = row.legs.map(({ key }) => key)
  const boost = cell && findBoost(cell, promotions.get(bookId) ?? [], { legKeys, now, currency })
  if (boost?.of.promotion.id !== id) return false
  return toNumber(boost.odds) * (cell?.worth?.p ?? 0) > 1
}
