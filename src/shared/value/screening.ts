/**
 * Values a parlay before it is priced: its fair probability from singles and correlations by a Gaussian copula, and the
 * price that a book likely gives, from the product of its singles and the discount it was seen to take.
 */
import { allWin } from './copula.ts'
import { repairCorrelations } from './correlation.ts'
import { normalDensity, normalQuantile } from './numeric/normal.ts'
import type { LikelyTake, PairClass, PairModel } from './pair-model.ts'

/** Lowest, likely and highest. */
export interface ChanceRange {
  readonly low: number
  readonly mid: number
  readonly high: number
}

export interface ScreenedLeg {
  /** Win probability by the other books' singles, without their margin. */
  readonly fair: ChanceRange
  /** The same by the book's own. */
  readonly own: number
  /** The book's single, decimal. */
  readonly decimal: number
}

/** Legs of one game at one book. */
export interface ScreenedParlay {
  readonly bookId: string
  readonly legs: readonly ScreenedLeg[]
  /** In the order 0-1, 0-2, 1-2 of the legs. */
  readonly pairs: readonly PairClass[]
}

export interface Screening {
  /** By the other books' singles and the likely correlations. */
  readonly fair: ChanceRange
  /** Product of the book's singles, decimal. */
  readonly product: number
  /** Mean that a stake of 1 on that product returns if the legs were unrelated, less the stake. */
  readonly edge: number
  /** Likely price, decimal. */
  readonly expected: number
  /** Share of a surprise in the price that is likely correlation and no value: 1 when nothing is known of the pairs. */
  readonly correlated: number
  /** Standard deviation of ln of the probability that then is left. */
  readonly doubt: number
  /** Lowest pairs that the discount and the correlation were seen in; 0 when a default is used. */
  readonly seen: Pick<LikelyTake, 'ofClass' | 'ofBook'> & { readonly ofPair: number }
}

/** Enough to rank parlays of three legs. */
const points = 61
/** Standard deviation assumed of a book's error in the correlation of a pair. */
const errorOfBooks = 0.1

export function screen({ bookId, legs, pairs }: ScreenedParlay, model: PairModel): Screening {
  const product = legs.reduce((all, { decimal }) => all * decimal, 1)
  const correlations = pairs.map(pair => model.correlationOf(pair))
  const rhos = correlations.map(({ rho }) => rho)
  const own = legs.map(leg => leg.own)
  const lift = joint(own, rhos) / own.reduce((all, p) => all * p, 1)
  const takes = pairs.map(pair => model.takeOf(bookId, pair))
  const take = meanOf(takes.map(each => each.take)) * (legs.length - 1)
  const pulls = toPairPulls(legs)
  const before = sumOf(
    correlations.map(({ error, spread }, at) => (error ** 2 + spread ** 2) * (pulls[at] ?? 0) ** 2),
  )
  const ofBook = sumOf(pulls.map(pull => (errorOfBooks * pull) ** 2))
  return {
    fair: {
      low: joint(
        legs.map(({ fair }) => fair.low),
        rhos,
      ),
      mid: joint(
        legs.map(({ fair }) => fair.mid),
        rhos,
      ),
      high: joint(
        legs.map(({ fair }) => fair.high),
        rhos,
      ),
    },
    product,
    edge: legs.reduce((all, leg) => all * leg.fair.mid, product) - 1,
    expected: Math.max(minDecimal, (product * Math.exp(take)) / lift),
    correlated: before / (before + ofBook),
    doubt: Math.sqrt((before * ofBook) / (before + ofBook)),
    seen: {
      // A price that no correlation explains was seen, too.
      ofPair: Math.min(...correlations.map(({ count }, at) => Math.max(count, takes[at]?.ofClass ?? 0))),
      ofClass: Math.min(...takes.map(({ ofClass }) => ofClass)),
      ofBook: Math.min(...takes.map(({ ofBook: seen }) => seen)),
    },
  }
}

/**
 * Win probability once the price is known. A price above the expected one is either value, or the book knows that the legs
 * win together less often than their class: by Bayes' rule, the more the correlations of the class vary, the more it is
 * the latter.
 */
export function fairAt({ fair, expected, correlated, doubt }: Screening, decimal: number): ChanceRange {
  const factor = (expected / decimal) ** correlated
  const at = (chance: number, deviations: number) =>
    Math.min(maxChance, chance * factor * Math.exp(deviations * doubt))
  return { low: at(fair.low, -1), mid: at(fair.mid, 0), high: at(fair.high, 1) }
}

const maxChance = 0.999

/**
 * Order of parlays before any is priced, higher first: ln of what a stake of 1 likely returns, less the doubt about the
 * correlations. With the same correlation in the fair probability and in the book's price, it cancels out.
 */
export function rank({ bookId, legs, pairs }: ScreenedParlay, model: PairModel): number {
  const edges = legs.reduce((sum, { fair, decimal }) => sum + Math.log(fair.mid * decimal), 0)
  const pulls = toPairPulls(legs)
  const costs = pairs.map(
    (pair, place) => model.takeOf(bookId, pair).take - model.correlationOf(pair).error * (pulls[place] ?? 0),
  )
  return edges + meanOf(costs) * (legs.length - 1)
}

/** ln of a pair's probability changes by the product of both legs' pulls for a small correlation. */
export const pullOf = (chance: number): number => normalDensity(normalQuantile(chance)) / chance

/** Pulls of all pairs of up to three legs, in the order of `ScreenedParlay`. */
function toPairPulls(legs: readonly ScreenedLeg[]): number[] {
  const pulls = legs.map(({ fair }) => pullOf(fair.mid))
  return legsOfPair
    .filter(([, other]) => other < legs.length)
    .map(([one, other]) => (pulls[one] ?? 0) * (pulls[other] ?? 0))
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)
const meanOf = (values: readonly number[]): number => sumOf(values) / values.length

const minDecimal = 1.001

/** `rhos` in the order 0-1, 0-2, 1-2. */
function joint(chances: readonly number[], rhos: readonly number[]): number {
  const matrix = chances.map((_, row) =>
    chances.map((__, column) => (row === column ? 1 : (rhos[placeOfPair(row, column)] ?? 0))),
  )
  return allWin(chances, repairCorrelations(matrix).correlations, { points }).probability
}

/** Places of the legs of each pair. */
const legsOfPair = [
  [0, 1],
  [0, 2],
  [1, 2],
] as const
const placeOfPair = (one: number, other: number): number => one + other - 1
