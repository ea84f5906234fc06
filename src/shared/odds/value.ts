/**
 * Value of a price: estimates on doubles, for the screen and never for money. `p` is a fair win probability in 0..1,
 * `d` decimal odds above 1. Every share is a plain fraction, 0.05 for 5%.
 */

/** Expected profit as a share of the stake: p * d - 1. From -1 up; 0 when the price is exactly fair. */
export function expectedValue(p: number, d: number): number {
  return p * d - 1
}

/** Edge in probability, p - 1/d: win probability less implied probability. Not the expected profit. */
export function probabilityEdge(p: number, d: number): number {
  return p - 1 / d
}

/** Fair price of a bet of probability `p` above 0, as decimal odds: 1/p. */
export function fairDecimal(p: number): number {
  return 1 / p
}

/**
 * Share of the bankroll that grows it fastest: (p * d - 1) / (d - 1), and 0 without an edge. Kelly, A New
 * Interpretation of Information Rate, Bell System Technical Journal 35 (1956).
 */
export function kellyFraction(p: number, d: number): number {
  return Math.max(0, (p * d - 1) / (d - 1))
}

/** A share of the bankroll in minor units, rounded down so that a stake never exceeds the advice. */
export function stakeMinor(share: number, bankrollMinor: number): number {
  return Math.floor(bankrollMinor * share)
}

/**
 * A book's charge for combining legs: the product of its single prices over its parlay price. 1 when it prices
 * them as independent, above 1 when it expects them to win together.
 */
export function correlation(singles: readonly number[], parlay: number): number {
  return singles.reduce((product, d) => product * d, 1) / parlay
}

/** Extra payout of one price over another: 0.1 if it pays 10% more, negative if less. */
export function payoutGain(decimal: number, other: number): number {
  return decimal / other - 1
}

/** A move of decimal odds, as a change of implied probability: positive when the price got shorter. */
export function probabilityChange(from: number, to: number): number {
  return 1 / to - 1 / from
}

/**
 * Decimal odds at the median of these prices in log-odds, ln(b) of the profit b; null without prices. The middle of two
 * prices is thus the geometric mean of their profits.
 */
export function medianDecimal(decimals: readonly number[]): number | null {
  return decimals.length === 0 ? null : medianPrice(new Float64Array(decimals).sort(), -1)
}

/** Median of sorted prices without the one at `left`. */
function medianPrice(sorted: Float64Array, left: number): number {
  const count = left < 0 ? sorted.length : sorted.length - 1
  const at = (place: number) => sorted[left < 0 || place < left ? place : place + 1] ?? 0
  const middle = count >> 1
  return count % 2 === 1 ? at(middle) : 1 + Math.sqrt((at(middle - 1) - 1) * (at(middle) - 1))
}

/**
 * Win probability by the other books: (1 - margin) / usual, with their median price (see `usualDecimal`). The margin is
 * their assumed hold, spread in proportion; 0 leaves it in. This is consensus, not a fair price: one side of a market
 * cannot be devigged alone.
 */
export function consensus(usual: number, margin: number): number {
  return (1 - margin) / usual
}

const suspectRatio = 1.25
export const suspectDeviations = 4
/** Other prices from which one can be found to be suspect. */
export const minOthers = 3

const isOff = (decimal: number, usual: number): boolean =>
  decimal > usual * suspectRatio || usual > decimal * suspectRatio

/**
 * True when the distance is over 4 median deviations of the others from their median price; `levels` are all log-odds,
 * including its own. That is so when more than half of the others lie within a quarter of the distance; only when it is
 * exactly half must they be sorted.
 */
function isFar(decimal: number, levels: readonly number[], usual: number): boolean {
  const [level, centre] = [logOdds(decimal), logOdds(usual)]
  const reach = Math.abs(level - centre) / suspectDeviations
  const near = levels.filter(other => Math.abs(other - centre) < reach).length
  const others = levels.length - 1
  // Stryker disable next-line EqualityOperator: an equal count is left out by the same line, as tests show
  if (near * 2 !== others) return near * 2 > others
  const deviations = levels.toSpliced(levels.indexOf(level), 1).map(other => Math.abs(other - centre))
  return reach > medianOfEven(deviations)
}

/** One price compared with the others. */
export interface Comparison {
  /** The others' `usualDecimal`; null for the only price. */
  readonly usual: number | null
  /**
   * True when it is so far from the other books' prices that it may be an error, which books cancel: over 25% above
   * the price at their median, or that price over 25% above it, and over 4 of their median deviations from it in log-odds. False with fewer than 3
   * other books. If they all agree, their deviation is 0 and the 25% alone decides.
   */
  readonly isSuspect: boolean
}

/**
 * Compares each price with all the others. Rows of prices change often, so all medians come from one sort, and only for
 * a price that is off by 25% are deviations computed.
 */
export function compareEach(decimals: readonly number[]): Comparison[] {
  if (decimals.length === 1) return [{ usual: null, isSuspect: false }]
  const sorted = new Float64Array(decimals).sort()
  const canJudge = decimals.length > minOthers
  let levels: readonly number[] | undefined
  return decimals.map(decimal => {
    const usual = medianPrice(sorted, sorted.indexOf(decimal))
    if (!canJudge || !isOff(decimal, usual)) return { usual, isSuspect: false }
    levels ??= decimals.map(logOdds)
    return { usual, isSuspect: isFar(decimal, levels, usual) }
  })
}

/** ln(p / (1 - p)) at p = 1/d: evens is 0, and equal steps mean equal evidence at short and long prices. */
// Stryker disable next-line UnaryOperator: distances alone are compared
export const logOdds = (d: number): number => -Math.log(d - 1)

/** Median of an even number of values. */
function medianOfEven(values: readonly number[]): number {
  const sorted = new Float64Array(values).sort()
  const middle = sorted.length >> 1
  return ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
}

/** A leg that adds less than this share to the payout is redundant. */
const minAdded = 0.02

/**
 * Share of one leg in the price of a parlay, from the decimal odds with it and without it. `ratio`: with over without.
 * `points`: implied probability that the leg takes away, 0.05 for 5 points; both prices include the book's margin.
 * `isRedundant`: the leg adds almost nothing or lowers the price, because the other legs nearly decide it.
 */
export function legCost(whole: number, rest: number) {
  const ratio = whole / rest
  return { ratio, points: (whole - rest) / (whole * rest), isRedundant: ratio < 1 + minAdded }
}
