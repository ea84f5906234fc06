/**
 * What a price is worth: estimates on doubles, for the screen and never for money. `p` is a fair win probability in
 * 0..1, `d` decimal odds above 1. Every share is a plain fraction, 0.05 for 5%.
 */

/** Expected profit as a share of the stake: p * d - 1. From -1 up; 0 when the price is exactly fair. */
export function evPercent(p: number, d: number): number {
  return p * d - 1
}

/** How much likelier the bet is than its price needs, in probability: p - 1/d. Not the expected profit. */
export function edgePoints(p: number, d: number): number {
  return p - 1 / d
}

/** The decimal odds at which a bet of probability `p` above 0 is neither good nor bad: 1/p. */
export function fairDecimal(p: number): number {
  return 1 / p
}

/**
 * The share of the bankroll whose staking makes it grow fastest: (p * d - 1) / (d - 1), and 0 for a bet not worth
 * taking. Kelly, A New Interpretation of Information Rate, Bell System Technical Journal 35 (1956).
 */
export function kellyFraction(p: number, d: number): number {
  return Math.max(0, (p * d - 1) / (d - 1))
}

/** How the user tempers Kelly: a multiplier such as 0.25, and the largest share of the bankroll on one bet. */
export interface KellyLimits {
  readonly multiplier: number
  readonly cap: number
}

/** The stake in minor units for a Kelly share of the bankroll, rounded down so that it never exceeds the advice. */
export function kellyStakeMinor(
  kelly: number,
  bankrollMinor: number,
  { multiplier, cap }: KellyLimits,
): number {
  return Math.floor(bankrollMinor * Math.min(kelly * multiplier, cap))
}

/**
 * The share of all stakes the book keeps when they balance: 1 - 1 / sum(1/d), over every outcome of one market at one
 * book. Negative when the book gives money away.
 */
export function hold(decimals: readonly number[]): number {
  return 1 - 1 / decimals.reduce((sum, d) => sum + 1 / d, 0)
}

/**
 * What one book charges for combining legs: the product of its single prices over its parlay price. 1 when it prices
 * them as independent, above 1 when it expects them to win together.
 */
export function correlation(singles: readonly number[], parlay: number): number {
  return singles.reduce((product, d) => product * d, 1) / parlay
}

/** Closing line value: how much more the price taken pays than the last one before the start. */
export function clvPercent(taken: number, close: number): number {
  return taken / close - 1
}

/** A move of decimal odds, as a change of implied probability: positive when the price got shorter. */
export function probabilityPoints(from: number, to: number): number {
  return 1 / to - 1 / from
}

/**
 * Win probability by the other books: the median of their prices in log-odds, less a margin, p * (1 - margin). The
 * margin is the share of stakes those books are taken to keep (see `hold`), spread in proportion; 0 keeps theirs in.
 * Null without prices. It is consensus, not a fair price: one side of a market cannot be devigged by itself.
 */
export function consensus(others: readonly number[], margin: number): number | null {
  if (others.length === 0) return null
  return (1 - margin) / decimalAt(median(others.map(logOdds)))
}

/** The median distance of values from their median: a spread that one wild value cannot widen. 0 for none. */
export function medianDeviation(values: readonly number[]): number {
  const centre = median(values)
  return median(values.map(value => Math.abs(value - centre)))
}

const suspectRatio = 1.25
const suspectDeviations = 4
const fewestOthers = 3

/**
 * Whether a price is so far from the other books' that it may be an error, which books cancel: over 25% above or below
 * the price at their median, and over 4 of their median deviations from it in log-odds. Fewer than 3 other books
 * cannot say. When they all agree their deviation is 0 and the 25% alone decides.
 */
export function isSuspect(decimal: number, others: readonly number[]): boolean {
  if (others.length < fewestOthers) return false
  const levels = others.map(logOdds)
  const centre = median(levels)
  const usual = decimalAt(centre)
  const far = Math.abs(logOdds(decimal) - centre) > suspectDeviations * medianDeviation(levels)
  return far && Math.max(decimal / usual, usual / decimal) > suspectRatio
}

/** ln(p / (1 - p)) at p = 1/d: evens is 0, and equal steps mean equal evidence at short and long prices. */
function logOdds(d: number): number {
  return -Math.log(d - 1)
}

function decimalAt(level: number): number {
  return 1 + Math.exp(-level)
}

function median(values: readonly number[]): number {
  const sorted = Float64Array.from(values).sort()
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? 0
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2
}
