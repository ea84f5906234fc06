/**
 * Removes a book's margin from the prices of one market. With decimal odds o of all n outcomes, of which exactly one
 * happens, the raw probabilities q = 1/o sum to the booksum Q = 1 + hold. Each method is another assumption of where a
 * book puts its margin; all keep the order of the outcomes and agree when there is no margin.
 */
import { normalBelow, normalDensity, normalQuantile } from './numeric/normal.ts'
import { findRoot } from './numeric/root.ts'

export const devigMethods = [
  'multiplicative',
  'additive',
  'power',
  'oddsRatio',
  'shin',
  'probit',
  'goto',
] as const
export type DevigMethod = (typeof devigMethods)[number]

/**
 * Cause of a refusal. `too-few-outcomes`: fewer than two. `invalid-odds`: not finite or not above 1. `booksum-below-1`:
 * prices without a margin to remove, so one is wrong or old. `not-positive`: the method takes more from an outcome than
 * its raw probability. `no-root`: the method's equation was not solved. `unknown-method`: not one of `devigMethods`.
 */
export type DevigRefusal =
  'too-few-outcomes' | 'invalid-odds' | 'booksum-below-1' | 'not-positive' | 'no-root' | 'unknown-method'

export class DevigError extends RangeError {
  override readonly name = 'DevigError'
  readonly refusal: DevigRefusal

  constructor(refusal: DevigRefusal, method?: DevigMethod) {
    super(method === undefined ? refusal : `${method}: ${refusal}`)
    this.refusal = refusal
  }
}

/** Rounding of a booksum of 1. */
const roundingOfSum = 1e-9
/** Distance of the probabilities' sum from 1 at most. */
const maxMiss = 1e-12

/**
 * Fair probabilities of all outcomes, in the order of their decimal odds; they sum to 1 within 1e-12. Throws a
 * DevigError when the odds are no market with a margin, or the method has no answer for them.
 */
export function devig(method: DevigMethod, decimals: readonly number[]): readonly number[] {
  checkMethod(method)
  const raw = toRaw(decimals)
  const booksum = sum(raw)
  if (booksum < 1 - roundingOfSum) throw new DevigError('booksum-below-1')
  if (booksum < 1 + roundingOfSum) return multiplicative(raw, booksum)
  const fair = solvers[method](raw, booksum)
  if (fair === undefined) throw new DevigError('no-root', method)
  if (!fair.every(p => p > 0)) throw new DevigError('not-positive', method)
  if (!(Math.abs(sum(fair) - 1) <= maxMiss)) throw new DevigError('no-root', method)
  return fair
}

/** Throws a DevigError for a name from outside the program that is no method. */
export function checkMethod(method: DevigMethod): void {
  if (!devigMethods.includes(method)) throw new DevigError('unknown-method')
}

/** A book's hold on a market: booksum less 1. Throws a DevigError when these are no odds of a market. */
export function holdOf(decimals: readonly number[]): number {
  return sum(toRaw(decimals)) - 1
}

function toRaw(decimals: readonly number[]): number[] {
  if (decimals.length < 2) throw new DevigError('too-few-outcomes')
  // A copy has undefined in place of a hole, which `every` would pass over; a text is no number, though it compares as one.
  const isOdds = (odds: unknown) => typeof odds === 'number' && odds > 1 && odds < Infinity
  if (![...decimals].every(isOdds)) throw new DevigError('invalid-odds')
  return decimals.map(odds => 1 / odds)
}

/** Lowest and highest fair probability of an outcome by these methods. */
export interface DevigRange {
  readonly low: number
  readonly high: number
}

export interface DevigComparison {
  readonly answers: readonly { readonly method: DevigMethod; readonly fair: readonly number[] }[]
  /** Methods without an answer for these odds, with the cause. */
  readonly refused: readonly { readonly method: DevigMethod; readonly refusal: DevigRefusal }[]
}

/** All methods on the same odds. Throws a DevigError when the odds are no market with a margin. */
export function compareMethods(decimals: readonly number[]): DevigComparison {
  const answers: { method: DevigMethod; fair: readonly number[] }[] = []
  const refused: { method: DevigMethod; refusal: DevigRefusal }[] = []
  for (const method of devigMethods)
    try {
      answers.push({ method, fair: devig(method, decimals) })
    } catch (error) {
      if (!(error instanceof DevigError) || !isOfMethod(error)) throw error
      refused.push({ method, refusal: error.refusal })
    }
  return { answers, refused }
}

const isOfMethod = ({ refusal }: DevigError) => refusal === 'not-positive' || refusal === 'no-root'

/**
 * The range of each outcome over all methods that have an answer. Throws a DevigError when the odds are no market with
 * a margin.
 */
export function devigRange(decimals: readonly number[]): readonly DevigRange[] {
  const { answers } = compareMethods(decimals)
  return decimals.map((_, place) => {
    const ofPlace = answers.map(({ fair }) => fair[place] ?? NaN)
    return { low: Math.min(...ofPlace), high: Math.max(...ofPlace) }
  })
}

export type DevigWeights = Readonly<Partial<Record<DevigMethod, number>>>

/**
 * Weighted mean of methods; the weights need not sum to 1. Throws a RangeError when a weight is negative or not finite,
 * or when none is positive, and a DevigError as `devig` does.
 */
export function blendDevig(weights: DevigWeights, decimals: readonly number[]): readonly number[] {
  const used = devigMethods
    .map(method => ({ method, weight: weights[method] ?? 0 }))
    .filter(({ weight }) => weight !== 0)
  const total = sum(used.map(({ weight }) => weight))
  if (!used.every(({ weight }) => weight > 0 && weight < Infinity) || !(total > 0))
    throw new RangeError('A blend needs positive weights')
  const answers = used.map(({ method, weight }) => ({ fair: devig(method, decimals), weight }))
  return decimals.map((_, place) =>
    sum(answers.map(({ fair, weight }) => ((fair[place] ?? NaN) * weight) / total)),
  )
}

/** The user's choice: the lowest of all methods, one method, or a blend. */
export type DevigChoice = 'lowest' | DevigMethod | DevigWeights

/**
 * Fair probabilities by the user's choice. The lowest ones, by which bets are ranked unless the user chooses, sum to less
 * than 1. Throws as `devig` and `blendDevig` do.
 */
export function devigBy(choice: DevigChoice, decimals: readonly number[]): readonly number[] {
  if (choice === 'lowest') return devigRange(decimals).map(({ low }) => low)
  return typeof choice === 'string' ? devig(choice, decimals) : blendDevig(choice, decimals)
}

type Solver = (raw: readonly number[], booksum: number) => number[] | undefined

const solvers: Readonly<Record<DevigMethod, Solver>> = {
  multiplicative,
  additive: (raw, booksum) => raw.map(q => q - (booksum - 1) / raw.length),
  power: solvePower,
  oddsRatio: solveOddsRatio,
  shin: solveShin,
  probit: solveProbit,
  goto: weighByError,
}

function multiplicative(raw: readonly number[], booksum: number): number[] {
  return raw.map(q => q / booksum)
}

/**
 * p = q^k with sum 1. Vovk and Zhdanov, Prediction with Expert Advice for the Brier Game, Journal of Machine Learning
 * Research 10 (2009).
 */
function solvePower(raw: readonly number[]): number[] | undefined {
  const logs = raw.map(Math.log)
  const high = Math.log(raw.length) / -Math.max(...logs)
  return solve(logs, [1, high], (log, k) => {
    const p = Math.exp(log * k)
    return [p, log * p]
  })
}

/**
 * p/(1 - p) = q/(1 - q) / c, with one ratio c of the odds for all outcomes. Cheung, Fixed-odds betting and traditional
 * odds, sportstradingnetwork.com (2015).
 */
function solveOddsRatio(raw: readonly number[]): number[] | undefined {
  const longest = Math.max(...raw)
  return solve(raw, [1, ((raw.length - 1) * longest) / (1 - longest)], (q, c) => {
    const under = q + c * (1 - q)
    return [q / under, (-q * (1 - q)) / (under * under)]
  })
}

/**
 * p = (sqrt(z^2 + 4 (1 - z) q^2/Q) - z) / (2 (1 - z)), with z the share of bettors who know the result. Shin, Measuring the
 * Incidence of Insider Trading in a Market for State-Contingent Claims, Economic Journal 103 (1993), solved for p as in
 * Jullien and Salanié (1994). The form below is the same without its 0/0 at z = 1.
 */
function solveShin(raw: readonly number[], booksum: number): number[] | undefined {
  const squares = raw.map(q => (q * q) / booksum)
  return solve(squares, [0, 1], (square, z) => {
    const root = Math.sqrt(z * z + 4 * (1 - z) * square)
    const p = (2 * square) / (root + z)
    return [p, (-p / (root + z)) * (1 + (z - 2 * square) / root)]
  })
}

/** p = N(N^-1(q) - c), with N the normal distribution: each outcome's normal quantile is shifted by the same c. */
function solveProbit(raw: readonly number[]): number[] | undefined {
  const quantiles = raw.map(normalQuantile)
  const high = Math.max(...quantiles) - normalQuantile(1 / raw.length)
  return solve(quantiles, [0, high], (quantile, c) => [
    normalBelow(quantile - c),
    -normalDensity(quantile - c),
  ])
}

/**
 * The margin is taken in proportion to each outcome's standard error, sqrt((q - q^2)/q). Goto, goto_conversion's README
 * (2023).
 */
function weighByError(raw: readonly number[], booksum: number): number[] {
  const errors = raw.map(q => Math.sqrt(1 - q))
  const step = (booksum - 1) / sum(errors)
  return raw.map((q, place) => q - (errors[place] ?? 0) * step)
}

/**
 * Probabilities at the parameter that makes them sum to 1. `at` returns a probability and its slope; it falls as the
 * parameter grows, and at the upper end of `bracket` the sum is at most 1.
 */
function solve(
  given: readonly number[],
  [low, high]: readonly [number, number],
  at: (each: number, parameter: number) => readonly [p: number, slope: number],
): number[] | undefined {
  const parameter = findRoot(
    x => {
      let [value, slope] = [-1, 0]
      for (const each of given) {
        const [p, change] = at(each, x)
        value += p
        slope += change
      }
      return [value, slope]
    },
    low,
    high,
  )
  return parameter === undefined ? undefined : given.map(each => at(each, parameter)[0])
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
