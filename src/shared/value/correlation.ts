/**
 * Correlations of legs that books' prices imply, kept for each class of pairs (league, the two markets, same team or not),
 * and made fit for a copula.
 */
import { bothWin, checkSymmetric, isPositiveDefinite } from './copula.ts'
import { normalQuantile } from './numeric/normal.ts'
import { findRoot } from './numeric/root.ts'

/**
 * The correlation with which two legs of probabilities `p` and `q` both win with probability `both`, all of them without a
 * margin; undefined when none does, as `both` is above p or q, or below p + q - 1. Throws a RangeError for p or q that is
 * not between 0 and 1.
 */
export function impliedCorrelation(p: number, q: number, both: number): number | undefined {
  if (![p, q].every(each => each > 0 && each < 1)) throw new RangeError('A probability is between 0 and 1')
  if (!(both <= Math.min(p, q) && both >= Math.max(0, p + q - 1))) return undefined
  const [h, k] = [normalQuantile(p), normalQuantile(q)]
  return findRoot(
    rho => {
      const rest = 1 - rho * rho
      const density =
        Math.exp(-(h * h + k * k - 2 * rho * h * k) / (2 * rest)) / (2 * Math.PI * Math.sqrt(rest))
      return [both - bothWin(p, q, rho), -density]
    },
    -1,
    1,
  )
}

/** Correlations seen in one class of pairs, or in a group of classes. */
export interface CorrelationStats {
  readonly count: number
  readonly mean: number
  /** Sum of squared differences from the mean. */
  readonly squares: number
}

export const noCorrelations: CorrelationStats = { count: 0, mean: 0, squares: 0 }

/** Adds a correlation. Welford, Note on a Method for Calculating Corrected Sums of Squares, Technometrics 4 (1962). */
export function addCorrelation({ count, mean, squares }: CorrelationStats, rho: number): CorrelationStats {
  if (!(rho >= -1 && rho <= 1)) throw new RangeError('A correlation is between -1 and 1')
  const next = mean + (rho - mean) / (count + 1)
  return { count: count + 1, mean: next, squares: squares + (rho - mean) * (rho - next) }
}

/** Standard deviation of single correlations; undefined below two. */
export const spreadOf = ({ count, squares }: CorrelationStats): number | undefined =>
  count < 2 ? undefined : Math.sqrt(squares / (count - 1))

/** Pairs at which the own mean of a class counts as much as the mean of its group. */
const pairsOfHalf = 20

/** Mean of a class drawn to that of its group: by half with 20 pairs, less with more. */
export function shrunkCorrelation(own: CorrelationStats, group: CorrelationStats): number {
  return (own.count * own.mean + pairsOfHalf * group.mean) / (own.count + pairsOfHalf)
}

const repairSteps = 40
/** Room that a repaired matrix keeps from one that contradicts itself. */
const minRoom = 1e-6

export interface RepairedCorrelations {
  readonly correlations: readonly (readonly number[])[]
  /** Share that every correlation lost, in 0..1; 0 when none contradicted the others. */
  readonly shrinkage: number
}

/**
 * Correlations that legs can have together, from ones found pair by pair, which can contradict each other: all are
 * shrunk by the smallest share that ends that. Higham, Strabić and Šego, Restoring Definiteness via Shrinking, SIAM Review
 * 58 (2016). Throws a RangeError for a matrix that is not symmetric, with 1 on its diagonal and the rest in -1..1.
 */
export function repairCorrelations(correlations: readonly (readonly number[])[]): RepairedCorrelations {
  checkSymmetric(correlations)
  const shrunkBy = (share: number) =>
    correlations.map((row, i) => row.map((rho, j) => (i === j ? rho : rho * (1 - share))))
  const isSound = (share: number) =>
    isPositiveDefinite(shrunkBy(share).map((row, i) => row.with(i, 1 - minRoom)))
  if (isSound(0)) return { correlations, shrinkage: 0 }
  let [low, high] = [0, 1]
  for (let step = 0; step < repairSteps; step++) {
    const middle = (low + high) / 2
    if (isSound(middle)) high = middle
    else low = middle
  }
  return { correlations: shrunkBy(high), shrinkage: high }
}
