/**
 * Joint probability of legs by a Gaussian copula: leg i wins when a standard normal variable is below N^-1(p_i), and the
 * variables are correlated. Two legs are exact. More are an integral by the method of Genz, Numerical Computation of
 * Multivariate Normal Probabilities, Journal of Computational and Graphical Statistics 1 (1992), on randomly shifted
 * lattices from a fixed seed, so the same legs give the same answer.
 */
import { factor } from './numeric/cholesky.ts'
import { normalBelow, normalQuantile } from './numeric/normal.ts'
import { createRandom } from './numeric/random.ts'

export interface JointProbability {
  readonly probability: number
  /** Three standard errors of the sampled lattices; 0 when exact. */
  readonly error: number
}

export interface CopulaOptions {
  /** Points of each of the 8 lattices: 1,021 by default, 61 are enough to screen many parlays. */
  readonly points?: number
}

/** Legs of one parlay at most. */
const maxLegs = 16

/**
 * Probability that all legs win, from the win probability of each and their correlations (see `repairCorrelations`). To
 * about 1e-4 with 8 legs. Throws a RangeError for probabilities or correlations that cannot be.
 */
export function allWin(
  probabilities: readonly number[],
  correlations: readonly (readonly number[])[],
  { points = usualPoints }: CopulaOptions = {},
): JointProbability {
  if (!(Number.isSafeInteger(points) && points > 0)) throw new RangeError('Points are a whole number above 0')
  if (!probabilities.every(p => p >= 0 && p <= 1)) throw new RangeError('A probability is between 0 and 1')
  checkCorrelations(correlations, probabilities.length)
  if (probabilities.some(p => p === 0)) return { probability: 0, error: 0 }
  const places = [...probabilities.keys()]
    .filter(place => probabilities[place] !== 1)
    .sort((a, b) => (probabilities[a] ?? 0) - (probabilities[b] ?? 0))
  const [first = 1, second = 1] = places.map(place => probabilities[place] ?? 1)
  const matrix = places.map(row => places.map(column => correlations[row]?.[column] ?? 0))
  if (places.length < 2) return { probability: first, error: 0 }
  if (places.length === 2) return { probability: bothWin(first, second, matrix[0]?.[1] ?? 0), error: 0 }
  return integrate(
    places.map(place => normalQuantile(probabilities[place] ?? 1)),
    factor(matrix),
    points,
  )
}

/** Throws a RangeError unless these are symmetric, 1 on the diagonal, and free of contradictions. */
function checkCorrelations(correlations: readonly (readonly number[])[], count: number): void {
  if (count > maxLegs) throw new RangeError(`A copula takes at most ${maxLegs} legs`)
  if (correlations.length !== count) throw new RangeError('Each leg has a row of correlations')
  checkSymmetric(correlations)
  if (count > 2 && !isPositiveDefinite(correlations))
    throw new RangeError('These correlations contradict each other')
}

/** Throws a RangeError unless the matrix is square and symmetric, with 1 on the diagonal and the rest in -1..1. */
export function checkSymmetric(correlations: readonly (readonly number[])[]): void {
  const isSound = correlations.every(
    (row, i) =>
      row.length === correlations.length &&
      row.every((rho, j) => (i === j ? rho === 1 : Math.abs(rho) <= 1 && rho === correlations[j]?.[i])),
  )
  if (!isSound) throw new RangeError('Correlations are symmetric, between -1 and 1')
}

/** True when some legs can be correlated like this. */
export const isPositiveDefinite = (correlations: readonly (readonly number[])[]): boolean =>
  factor(correlations).every((row, place) => (row[place] ?? NaN) > 0)

/** Nodes and weights of Gauss and Legendre for ten points in -1..1, one of each pair. */
const nodes = [
  [0.14887433898163122, 0.29552422471475287],
  [0.4333953941292472, 0.26926671930999635],
  [0.6794095682990244, 0.21908636251598204],
  [0.8650633666889845, 0.1494513491505806],
  [0.9739065285171717, 0.06667134430868814],
] as const
/** Halvings of the distance to a correlation of 1; the rest is below rounding. */
const maxPanels = 50

/**
 * Probability that two legs of probabilities above 0 and below 1 both win: p q plus the integral of the normal density over
 * the angle asin(rho), Drezner and Wesolowsky, On the Computation of the Bivariate Normal Integral, Journal of Statistical
 * Computation and Simulation 35 (1990). Each panel is half of the way that is left to a right angle, where the density can
 * change fast. To about 1e-14.
 */
export function bothWin(p: number, q: number, rho: number): number {
  if (rho === 1) return Math.min(p, q)
  if (rho === -1) return Math.max(0, p + q - 1)
  const [h, k] = [normalQuantile(p), normalQuantile(q)]
  const density = (angle: number) =>
    Math.exp(-(h * h + k * k - 2 * h * k * Math.sin(angle)) / (2 * Math.cos(angle) ** 2))
  const [end, right] = [Math.asin(rho), (Math.sign(rho) * Math.PI) / 2]
  let [from, integral] = [0, 0]
  for (let panel = 0; panel < maxPanels && from !== end; panel++) {
    const half = (from + right) / 2
    const to = Math.abs(half) < Math.abs(end) ? half : end
    const [middle, reach] = [(from + to) / 2, (to - from) / 2]
    for (const [node, weight] of nodes)
      integral += reach * weight * (density(middle - reach * node) + density(middle + reach * node))
    from = to
  }
  return Math.min(Math.min(p, q), Math.max(0, p + q - 1, p * q + integral / (2 * Math.PI)))
}

const lattices = 8
const usualPoints = 1_021
/** Quantiles of less have no density to divide by. */
const minProbability = 1e-300
const seed = 0x5eed
/** Square roots of primes step through a lattice: Richtmyer (1951). */
const steps = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47].map(Math.sqrt)

/** Mean over the lattices, by the limits of the normal variables and the Cholesky factor of their correlations. */
function integrate(
  limits: readonly number[],
  root: readonly (readonly number[])[],
  points: number,
): JointProbability {
  const random = createRandom(seed)
  const means = Array.from({ length: lattices }, () => {
    const shift = limits.map(() => random())
    let sum = 0
    for (let point = 1; point <= points; point++) {
      // The tent keeps the integrand equal at both ends, for which lattices are most exact.
      const at = (axis: number) => Math.abs(2 * (((steps[axis] ?? 0) * point + (shift[axis] ?? 0)) % 1) - 1)
      sum += integrand(limits, root, at)
    }
    return sum / points
  })
  const probability = means.reduce((sum, mean) => sum + mean, 0) / lattices
  const squares = means.reduce((sum, mean) => sum + (mean - probability) ** 2, 0)
  return { probability, error: 3 * Math.sqrt(squares / (lattices - 1) / lattices) }
}

/** Product of each leg's probability given those before it, at one point of the unit cube. */
function integrand(
  limits: readonly number[],
  root: readonly (readonly number[])[],
  at: (axis: number) => number,
): number {
  const values: number[] = []
  let product = 1
  for (const [place, limit] of limits.entries()) {
    const row = root[place] ?? []
    const shifted = values.reduce((left, value, other) => left - (row[other] ?? 0) * value, limit)
    const p = normalBelow(shifted / (row[place] ?? 1))
    product *= p
    values.push(normalQuantile(Math.max(at(place) * p, minProbability)))
  }
  return product
}
