import { kellyShare } from '../../odds/value.ts'
import type { ValueSettings } from '../settings/value-settings.ts'

/** Shares of the bankroll to stake. */
export interface StakeAdvice {
  readonly advised: number
  /** Were the win probability a tenth lower. */
  readonly low: number
  /** Were it a tenth higher. */
  readonly high: number
}

const doubt = 0.1

/** Tempered Kelly at a win probability and decimal odds, with what an error of a tenth in the former would change. */
export function stakeAdvice(
  p: number,
  d: number,
  { kellyFraction: multiplier, kellyCap: cap }: ValueSettings,
): StakeAdvice {
  const at = (chance: number) => kellyShare(Math.min(chance, 1), d, { multiplier, cap })
  return { advised: at(p), low: at(p * (1 - doubt)), high: at(p * (1 + doubt)) }
}
