/**
 * Evidence of an edge from settled bets: how they did against the closing line, and whether the profit is what their
 * probabilities promise. Luck hides all of it in few bets, so nothing is claimed below 30.
 */
import { expectedValue } from '../odds/value.ts'

export const minBets = 30

export interface TooFewBets {
  readonly kind: 'too-few'
  readonly count: number
  readonly needed: number
}

export type Evidence<T> = ({ readonly kind: 'measured'; readonly count: number } & T) | TooFewBets

/** The figures of these bets, or that there are too few. */
export function measureBets<Bet, T>(bets: readonly Bet[], measure: (bets: readonly Bet[]) => T): Evidence<T> {
  const count = bets.length
  if (count < minBets) return { kind: 'too-few', count, needed: minBets }
  return { kind: 'measured', count, ...measure(bets) }
}

export interface ClosedBet {
  /** Decimal odds taken. */
  readonly decimal: number
  /** Win probability at the close, without a margin. */
  readonly closingProbability: number
}

export interface ClosingValue {
  /** Mean of p d - 1, 0.02 for 2%. */
  readonly mean: number
  /** Standard deviation of single bets over the root of their count. */
  readonly standardError: number
}

/**
 * Mean closing line value against the close without its margin. Throws a RangeError for odds that are not above 1 or a
 * probability that is not in 0..1.
 */
export function meanClosingValue(bets: readonly ClosedBet[]): Evidence<ClosingValue> {
  const values = bets.map(({ decimal, closingProbability }) => {
    if (!(decimal > 1 && decimal < Infinity)) throw new RangeError('Odds must be above 1')
    checkProbability(closingProbability)
    return expectedValue(closingProbability, decimal)
  })
  return measureBets(values, () => {
    const mean = sum(values) / values.length
    const variance = sum(values.map(value => (value - mean) ** 2)) / (values.length - 1)
    return { mean, standardError: Math.sqrt(variance / values.length) }
  })
}

/** A bet's two results, in minor units. */
export interface BetResults {
  /** Fair win probability when it was placed. */
  readonly probability: number
  readonly wonMinor: number
  /** Minus the stake; 0 for a bonus bet. */
  readonly lostMinor: number
}

export interface SettledBet extends BetResults {
  readonly profitMinor: number
  /** Bets of one game may win and lose together. */
  readonly gameId: string
}

export interface ProfitBand {
  readonly expectedMinor: number
  /** The profit is between these in 95 of 100 cases when the probabilities are right. */
  readonly lowMinor: number
  readonly highMinor: number
  readonly profitMinor: number
  readonly isWithin: boolean
}

/** Normal quantile of 97.5%. */
const reach = 1.959963984540054

/**
 * Band of the profit that the bets' probabilities promise, and the real one. Bets of different games are independent;
 * those of one game are taken to win and lose together, so the band is rather too wide. Minor units, with fractions for
 * what is estimated. Throws a RangeError for a probability that is not in 0..1 or money that is no number.
 */
export function profitBand(bets: readonly SettledBet[]): Evidence<ProfitBand> {
  checkResults(bets)
  return measureBets(bets, () => {
    const expectedMinor = sum(bets.map(meanProfit))
    const games = Map.groupBy(bets, ({ gameId }) => gameId)
    const deviations = [...games.values()].map(game => sum(game.map(deviationOf)))
    const deviation = Math.sqrt(sum(deviations.map(each => each * each)))
    const [lowMinor, highMinor] = [expectedMinor - reach * deviation, expectedMinor + reach * deviation]
    const profitMinor = sum(bets.map(bet => bet.profitMinor))
    const isWithin = profitMinor >= lowMinor && profitMinor <= highMinor
    return { expectedMinor, lowMinor, highMinor, profitMinor, isWithin }
  })
}

export const meanProfit = ({ probability, wonMinor, lostMinor }: BetResults): number =>
  probability * wonMinor + (1 - probability) * lostMinor

const deviationOf = ({ probability, wonMinor, lostMinor }: BetResults): number =>
  Math.sqrt(probability * (1 - probability)) * Math.abs(wonMinor - lostMinor)

/** Throws a RangeError unless all are numbers that can be. */
export function checkResults(bets: readonly BetResults[]): void {
  for (const { probability, wonMinor, lostMinor } of bets) {
    checkProbability(probability)
    if (!Number.isFinite(wonMinor) || !Number.isFinite(lostMinor))
      throw new RangeError('A profit is a number of minor units')
  }
}

function checkProbability(probability: number): void {
  if (!(probability >= 0 && probability <= 1)) throw new RangeError('A probability is between 0 and 1')
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
