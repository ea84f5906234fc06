import type { PlannedStake } from '../../../src/shared/model/ticket/stake-plan.ts'
import { americanPrice } from './desk-rows.ts'

/** A book of a stake plan, with its American odds; by default it takes any stake and gets none. */
export const plannedStake = (
  bookId: string,
  american: number,
  given: Partial<PlannedStake> = {},
): PlannedStake => ({
  bookId,
  price: americanPrice(american),
  boost: null,
  quoteId: 1,
  maxMinor: null,
  stakeMinor: 0,
  ...given,
})
