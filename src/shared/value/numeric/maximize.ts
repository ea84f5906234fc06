/**
 * Maximum of an expected logarithm of wealth under limits, by an interior-point method: Newton's method on the objective
 * plus a logarithmic barrier that shrinks to nothing. Boyd and Vandenberghe, Convex Optimization (2004), chapter 11. The
 * objective is concave, so there is one maximum.
 */
import { factor, solveFactored } from './cholesky.ts'

/** Largest sum of the shares at these places. */
export interface Limit {
  readonly max: number
  readonly places: readonly number[]
}

export interface GrowthProblem {
  /** Probabilities of the scenarios. */
  readonly weights: readonly number[]
  /** Wealth without the bets in each scenario; above 0. */
  readonly wealth: readonly number[]
  /** For each scenario, the place of the way in which the bets end. */
  readonly endings: readonly number[]
  /** Ways in which the bets end: for each bet, its profit of a stake of 1. Far fewer than scenarios. */
  readonly payoffs: readonly (readonly number[])[]
  readonly limits: readonly Limit[]
}

const firstBarrier = 1e-3
const lastBarrier = 1e-15
const barrierStep = 0.01
const maxSteps = 50
/** Newton's decrement, over the barrier, from which one full step is enough: the method converges quadratically. */
const nearDecrement = 1e-3

/** Shares of this many bets, none negative, that maximise the weighted sum of log(wealth + profits). */
export function maximize(bets: number, problem: GrowthProblem): number[] {
  const shares = new Array<number>(bets).fill(0)
  const isClosed = (place: number) =>
    problem.limits.some(({ max, places }) => max === 0 && places.includes(place))
  const used = [...shares.keys()].filter(place => !isClosed(place))
  if (used.length === 0) return shares
  const found = climb(used.length, {
    ...problem,
    payoffs: problem.payoffs.map(payoffs => used.map(place => payoffs[place] ?? 0)),
    limits: problem.limits
      .map(({ max, places }) => ({
        max,
        places: used.flatMap((place, at) => (places.includes(place) ? [at] : [])),
      }))
      .filter(({ places, max }) => places.length > 0 && max < Infinity),
  })
  for (const [at, place] of used.entries()) shares[place] = found[at] ?? 0
  return shares
}

function climb(bets: number, problem: GrowthProblem): number[] {
  const { wealth, limits } = problem
  const room = wealth.reduce(
    (least, each) => Math.min(least, each),
    Math.min(1, ...limits.map(({ max }) => max)),
  )
  let shares = new Array<number>(bets).fill((room / (bets + 1)) * 1e-3)
  for (let barrier = firstBarrier; barrier >= lastBarrier; barrier *= barrierStep)
    shares = climbWith(problem, shares, barrier)
  return shares
}

function climbWith(problem: GrowthProblem, start: readonly number[], barrier: number): number[] {
  let shares = [...start]
  for (let step = 0; step < maxSteps; step++) {
    const { gradient, hessian } = differentiate(problem, shares, barrier)
    const direction = solveFactored(factor(hessian), gradient)
    const decrement = direction.reduce((sum, each, at) => sum + each * (gradient[at] ?? 0), 0)
    if (decrement < nearDecrement * barrier) return moveAlong(shares, direction, 1)
    const next = searchLine(problem, shares, direction, { barrier, decrement })
    if (next === undefined) break
    shares = next
  }
  return shares
}

const moveAlong = (shares: readonly number[], direction: readonly number[], length: number): number[] =>
  shares.map((share, at) => share + length * (direction[at] ?? 0))

/** Backtracks from the longest step inside all limits to one that gains enough; undefined when none does. */
function searchLine(
  problem: GrowthProblem,
  shares: readonly number[],
  direction: readonly number[],
  { barrier, decrement }: { barrier: number; decrement: number },
): number[] | undefined {
  const start = valueAt(problem, shares, barrier)
  for (let length = maxStep(problem.limits, shares, direction); length > 1e-6; length /= 2) {
    const next = moveAlong(shares, direction, length)
    if (valueAt(problem, next, barrier) >= start + 0.1 * length * decrement) return next
  }
  return undefined
}

/** Share of the full step, at most 1, that leaves 1% of what is left to each limit. */
function maxStep(limits: readonly Limit[], shares: readonly number[], direction: readonly number[]): number {
  let length = 1
  const keepWithin = (slack: number, used: number) => {
    if (used > 0) length = Math.min(length, (0.99 * slack) / used)
  }
  for (const [at, share] of shares.entries()) keepWithin(share, -(direction[at] ?? 0))
  for (const limit of limits)
    keepWithin(
      slackOf(limit, shares),
      limit.places.reduce((used, place) => used + (direction[place] ?? 0), 0),
    )
  return length
}

/** Objective with its barrier; -Infinity outside the limits. */
function valueAt(problem: GrowthProblem, shares: readonly number[], barrier: number): number {
  let value = 0
  for (const slack of [...shares, ...problem.limits.map(limit => slackOf(limit, shares))]) {
    if (slack <= 0) return -Infinity
    value += barrier * Math.log(slack)
  }
  const { weights, wealth, endings } = problem
  const profits = profitsAt(problem, shares)
  for (let row = 0; row < weights.length; row++) {
    const after = (wealth[row] ?? 0) + (profits[endings[row] ?? 0] ?? 0)
    if (after <= 0) return -Infinity
    value += (weights[row] ?? 0) * Math.log(after)
  }
  return value
}

const slackOf = ({ max, places }: Limit, shares: readonly number[]): number =>
  places.reduce((left, place) => left - (shares[place] ?? 0), max)

/** Profit of all bets in each way in which they end. */
const profitsAt = ({ payoffs }: GrowthProblem, shares: readonly number[]): number[] =>
  payoffs.map(each => each.reduce((sum, payoff, bet) => sum + payoff * (shares[bet] ?? 0), 0))

/** For each way in which the bets end, the expected 1/wealth and 1/wealth^2 of its scenarios. */
function sumByEnding({ weights, wealth, endings, payoffs }: GrowthProblem, profits: readonly number[]) {
  const slopes = payoffs.map(() => 0)
  const curvatures = payoffs.map(() => 0)
  for (let row = 0; row < weights.length; row++) {
    const ending = endings[row] ?? 0
    const inverse = 1 / ((wealth[row] ?? 0) + (profits[ending] ?? 0))
    const slope = (weights[row] ?? 0) * inverse
    slopes[ending] = (slopes[ending] ?? 0) + slope
    curvatures[ending] = (curvatures[ending] ?? 0) + slope * inverse
  }
  return { slopes, curvatures }
}

/** Gradient, and the Hessian with its sign changed, which is positive definite. */
function differentiate(problem: GrowthProblem, shares: readonly number[], barrier: number) {
  const count = shares.length
  const gradient = new Array<number>(count).fill(0)
  const hessian = Array.from({ length: count }, () => new Array<number>(count).fill(0))
  const addTo = (row: number, column: number, value: number) => {
    const line = hessian[row]
    if (line) line[column] = (line[column] ?? 0) + value
  }
  const { slopes, curvatures } = sumByEnding(problem, profitsAt(problem, shares))
  for (const [ending, payoffs] of problem.payoffs.entries())
    for (const [i, payoff] of payoffs.entries()) {
      gradient[i] = (gradient[i] ?? 0) + payoff * (slopes[ending] ?? 0)
      for (let j = 0; j <= i; j++) addTo(i, j, payoff * (payoffs[j] ?? 0) * (curvatures[ending] ?? 0))
    }
  for (const [i, share] of shares.entries()) {
    gradient[i] = (gradient[i] ?? 0) + barrier / share
    addTo(i, i, barrier / (share * share))
  }
  for (const limit of problem.limits) {
    const slack = slackOf(limit, shares)
    for (const i of limit.places) {
      gradient[i] = (gradient[i] ?? 0) - barrier / slack
      for (const j of limit.places.filter(place => place <= i)) addTo(i, j, barrier / (slack * slack))
    }
  }
  return { gradient, hessian }
}
