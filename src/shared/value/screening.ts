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
  readonly fair: ChanceRange
  /** Product of the book's singles, decimal. */
  readonly product: number
  /** Likely price, decimal. */
  readonly expected: number
  /** Lowest pairs that the discount and the correlation were seen in; 0 when a default is used. */
  readonly seen: Pick<LikelyTake, 'ofClass' | 'ofBook'> & { readonly ofPair: number }
}

/** Enough to rank parlays of three legs. */
const points = 61

export function screen({ bookId, legs, pairs }: ScreenedParlay, model: PairModel): Screening {
  const product = legs.reduce((all, { decimal }) => all * decimal, 1)
  const correlations = pairs.map(pair => model.correlationOf(pair))
  const jointAt = (chances: readonly number[], errors: number) =>
    joint(
      chances,
      correlations.map(({ rho, error }) => clamp(rho + errors * error)),
    )
  const own = legs.map(leg => leg.own)
  const lift = jointAt(own, 0) / own.reduce((all, p) => all * p, 1)
  const takes = pairs.map(pair => model.takeOf(bookId, pair))
  const take = meanOf(takes.map(each => each.take)) * (legs.length - 1)
  return {
    fair: {
      low: jointAt(
        legs.map(({ fair }) => fair.low),
        -1,
      ),
      mid: jointAt(
        legs.map(({ fair }) => fair.mid),
        0,
      ),
      high: jointAt(
        legs.map(({ fair }) => fair.high),
        1,
      ),
    },
    product,
    expected: Math.max(minDecimal, (product * Math.exp(take)) / lift),
    seen: {
      ofPair: Math.min(...correlations.map(({ count }) => count)),
      ofClass: Math.min(...takes.map(({ ofClass }) => ofClass)),
      ofBook: Math.min(...takes.map(({ ofBook }) => ofBook)),
    },
  }
}

/**
 * Order of parlays before any is priced, higher first: ln of what a stake of 1 likely returns, less the doubt about the
 * correlations. With the same correlation in the fair probability and in the book's price, it cancels out.
 */
export function rank({ bookId, legs, pairs }: ScreenedParlay, model: PairModel): number {
  const edges = legs.reduce((sum, { fair, decimal }) => sum + Math.log(fair.mid * decimal), 0)
  const pulls = legs.map(({ fair }) => pullOf(fair.mid))
  const doubts = pairs.map((pair, place) => {
    const [one, other] = legsOfPair[place] ?? [0, 1]
    return model.correlationOf(pair).error * (pulls[one] ?? 0) * (pulls[other] ?? 0)
  })
  const costs = pairs.map((pair, place) => model.takeOf(bookId, pair).take - (doubts[place] ?? 0))
  return edges + meanOf(costs) * (legs.length - 1)
}

/** ln of a pair's probability changes by the product of both legs' pulls for a small correlation. */
export const pullOf = (chance: number): number => normalDensity(normalQuantile(chance)) / chance

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

const minDecimal = 1.001
const maxRho = 0.95
const clamp = (rho: number): number => Math.max(-maxRho, Math.min(maxRho, rho))

/** `rhos` in the order 0-1, 0-2, 1-2. */
function joint(chances: readonly number[], rhos: readonly number[]): number {
  const matrix = chances.map((_, row) =>
    chances.map((__, column) => (row === column ? 1 : (rhos[placeOfPair(row, column)] ?? 0))),
  )
  return allWin(chances, repairCorrelations(matrix).correlations, { points }).probability
}

/** Pairs of up to three legs, in the order of `ScreenedParlay`. */
const legsOfPair = [
  [0, 1],
  [0, 2],
  [1, 2],
] as const
const placeOfPair = (one: number, other: number): number => one + other - 1
