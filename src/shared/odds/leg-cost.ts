/** What one leg adds to the price of a parlay, from the price with it and the price without it. */

export interface LegCost {
  /** How many times more the parlay pays with the leg: the decimal with it over the decimal without it. */
  readonly ratio: number
  /** How much implied probability it takes away, 0.05 for 5 points; the book's margin is in both prices. */
  readonly points: number
  /** The leg adds next to nothing, or takes away: the other legs all but decide it. */
  readonly isRedundant: boolean
}

/** A leg that adds less than this to what is paid is redundant. */
const leastAdded = 0.02

/** `whole` and `rest` are decimal odds above 1. */
export function legCost(whole: number, rest: number): LegCost {
  const ratio = whole / rest
  return { ratio, points: (whole - rest) / (whole * rest), isRedundant: ratio < 1 + leastAdded }
}
