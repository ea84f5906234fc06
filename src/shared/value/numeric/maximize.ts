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
  /** For each bet, its profit of a stake of 1 in each scenario. */
  readonly payoffs: readonly (readonly number[])[]
  readonly limits: readonly Limit[]
}

const firstBarrier = 1e-3
const lastBarrier = 1e-15
const barrierStep = 0.01
const maxSteps = 50
/** Newton's decrement, over the barrier, from which one full step is enough: the method converges quadratically. */
const nearDecrement = 1e-3

/** Shares of the bets, none negative, that maximise the weighted sum of log(wealth + profits). */
export function maximize(problem: GrowthProblem): number[] {
  const isClosed = (place: number) =>
    problem.limits.some(({ max, places }) => max === 0 && places.includes(place))
  const used = problem.payoffs.map((_, place) => place).filter(place => !isClosed(place))
  const shares = problem.payoffs.map(() => 0)
  if (used.length === 0) return shares
  const found = climb({
    ...problem,
    payoffs: used.map(place => problem.payoffs[place] ?? []),
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

function climb(problem: GrowthProblem): number[] {
  const { payoffs, wealth, limits } = problem
  const room = Math.min(1, ...wealth, ...limits.map(({ max }) => max))
  let shares = payoffs.map(() => (room / (payoffs.length + 1)) * 1e-3)
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
  for (let row = 0; row < problem.weights.length; row++) {
    const after = wealthAfter(problem, shares, row)
    if (after <= 0) return -Infinity
    value += (problem.weights[row] ?? 0) * Math.log(after)
  }
  return value
}

const slackOf = ({ max, places }: Limit, shares: readonly number[]): number =>
  places.reduce((left, place) => left - (shares[place] ?? 0), max)

function wealthAfter({ payoffs, wealth }: GrowthProblem, shares: readonly number[], row: number): number {
  let after = wealth[row] ?? 0
  for (let at = 0; at < shares.length; at++) after += (shares[at] ?? 0) * (payoffs[at]?.[row] ?? 0)
  return after
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
  for (let row = 0; row < problem.weights.length; row++) {
    const weight = problem.weights[row] ?? 0
    const after = wealthAfter(problem, shares, row)
    for (let i = 0; i < count; i++) {
      const slope = (problem.payoffs[i]?.[row] ?? 0) / after
      gradient[i] = (gradient[i] ?? 0) + weight * slope
      for (let j = 0; j <= i; j++) addTo(i, j, (weight * slope * (problem.payoffs[j]?.[row] ?? 0)) / after)
    }
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
