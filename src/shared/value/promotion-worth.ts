/**
 * Worth of promotions before it is known on which bet they are used: a bonus bet by the rate at which bonus bets become
 * money, a boost or insurance by a fair bet at +300, about the odds on which they gain most.
 */
import { toNumber } from '../odds/rational.ts'
import { usualBonusWorth, valueOf, type Promotion } from './promotions.ts'

/** Decided bonus bets from which on their rate is used. */
export const minBonusBets = 30

/** Decided bonus bets of the user: how many, and what 1 of them was worth on average; null without any. */
export interface BonusHistory {
  readonly bets: number
  readonly mean: number | null
}

/** Worth of 1 in bonus bets. */
export interface BonusWorth {
  /** In 0..1. */
  readonly worth: number
  readonly bets: number
  /** True for the user's own rate, false for the usual one. */
  readonly isOwn: boolean
}

export function bonusWorthBy({ bets, mean }: BonusHistory): BonusWorth {
  const isOwn = bets >= minBonusBets && mean !== null
  return { worth: isOwn ? Math.min(1, Math.max(0, mean)) : usualBonusWorth, bets, isOwn }
}

/** Decimal odds of the bet on which a boost or insurance is valued. */
const usualDecimal = 4

/**
 * Worth of all uses that are left, in minor units. Undefined for a promotion without a largest stake, for an odds boost,
 * which is worth what the book's own odds leave of it, and for a deposit match, whose worth its bets decide.
 */
export function usualWorthMinor(promotion: Promotion, { worth }: BonusWorth): number | undefined {
  const { kind, maxStakeMinor, usesLeft } = promotion
  if (kind === 'oddsBoost' || kind === 'depositMatch' || maxStakeMinor === undefined) return undefined
  if (kind === 'bonusBet') return usesLeft * Math.round(worth * maxStakeMinor)
  const given = kind === 'insurance' ? { bonusWorth: worth, ...promotion } : promotion
  const { minOdds } = promotion
  const decimal = minOdds === undefined ? usualDecimal : Math.max(usualDecimal, toNumber(minOdds))
  return usesLeft * Math.round(valueOf(given, 1 / decimal, decimal) * maxStakeMinor)
}
