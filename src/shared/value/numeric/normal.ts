/** The standard normal distribution, to about 1e-15 near the center and 1e-12 of the value in the tails. */

const rootOfTwoPi = Math.sqrt(2 * Math.PI)
/** Beyond this, the series would lose digits of a small probability, and the continued fraction needs few terms. */
const tailFrom = 3.5
const tailTerms = 50

/** Density at `x`. */
export function normalDensity(x: number): number {
  return Math.exp((-x * x) / 2) / rootOfTwoPi
}

/**
 * Probability of a value below `x`. Near the center by the series of Marsaglia, Evaluating the Normal Distribution,
 * Journal of Statistical Software 11(4), 2004; in the tails by Laplace's continued fraction.
 */
export function normalBelow(x: number): number {
  // Stryker disable next-line EqualityOperator: the series and the fraction agree there
  if (x > tailFrom) return 1 - normalBelow(-x)
  // Stryker disable next-line EqualityOperator: as above
  if (x < -tailFrom) return normalDensity(x) / tailFraction(-x)
  let [sum, term] = [x, x]
  // Stryker disable next-line ArithmeticOperator: a term that changes nothing when added changes nothing when taken away
  for (let odd = 3; sum !== sum + term; odd += 2) {
    term *= (x * x) / odd
    sum += term
  }
  return 0.5 + sum * normalDensity(x)
}

/** x + 1/(x + 2/(x + 3/(x + ...))). */
function tailFraction(x: number): number {
  let fraction = x
  for (let term = tailTerms; term > 0; term--) fraction = x + term / fraction
  return fraction
}

/**
 * The `x` with probability `p` below it, for 0 < p < 1. Starts with formula 26.2.23 of Abramowitz and Stegun, Handbook of
 * Mathematical Functions, which is right to 5e-4; two steps of Halley's method make that exact.
 */
export function normalQuantile(p: number): number {
  if (p > 0.5) return -normalQuantile(1 - p)
  const t = Math.sqrt(-2 * Math.log(p))
  const over = 2.515517 + t * (0.802853 + t * 0.010328)
  // Stryker disable next-line ArithmeticOperator: the steps below end at the same value from a start that is a little off
  const under = 1 + t * (1.432788 + t * (0.189269 + t * 0.001308))
  let x = over / under - t
  // Stryker disable next-line EqualityOperator: a third step changes nothing
  for (let step = 0; step < 2; step++) {
    const miss = (normalBelow(x) - p) / normalDensity(x)
    x -= miss / (1 + (x * miss) / 2)
  }
  return x
}
