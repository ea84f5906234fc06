/**
 * Marginal distributions of statistics: counts are negative binomial (Poisson at its limit), anything that can be
 * negative, or that varies less than a Poisson count, is a rounded normal.
 */

export interface Distribution {
  readonly mean: number
  readonly deviation: number
  /** True for differences such as a winning margin. */
  readonly signed: boolean
}

const minExcess = 1.001

/** P(X < x) + half of P(X = x): a push on a whole-number line counts half to either side. */
export function areaBelow(of: Distribution, x: number): number {
  if (x === Infinity) return 1
  if (x === -Infinity) return 0
  if (of.deviation <= 0) return x > of.mean ? 1 : x < of.mean ? 0 : 0.5
  if (!isCount(of)) return phi((x - of.mean) / of.deviation)
  let area = 0
  for (const [value, mass] of countMasses(of)) {
    if (value >= x) return value === x ? area + mass / 2 : area
    area += mass
  }
  return 1
}

/** The whole number at quantile u of the distribution. */
export function quantile(of: Distribution, u: number): number {
  if (!isCount(of)) {
    const value = Math.round(of.mean + of.deviation * probit(u))
    return of.signed ? value : Math.max(0, value)
  }
  let area = 0
  let last = 0
  for (const [value, mass] of countMasses(of)) {
    area += mass
    last = value
    if (area >= u) break
  }
  return last
}

function isCount(of: Distribution): boolean {
  return !of.signed && of.deviation ** 2 > 0.9 * of.mean
}

/** Value and mass, from 0 up to where the tail no longer matters. */
function* countMasses(of: Distribution): Generator<readonly [number, number]> {
  const variance = Math.max(of.deviation ** 2, of.mean * minExcess)
  const size = of.mean ** 2 / (variance - of.mean)
  const ratio = of.mean / (of.mean + size)
  const end = of.mean + 9 * Math.sqrt(variance) + 9
  let mass = Math.exp(size * Math.log1p(-ratio))
  for (let value = 0; value < end; value++) {
    yield [value, mass]
    mass *= ((value + size) / (value + 1)) * ratio
  }
}

// The standard normal curve: its area (Abramowitz & Stegun 7.1.26, error under 1.5e-7) and the inverse
// of it (Acklam's rational approximation, relative error under 1.2e-9).

/** P(Z < z) for a standard normal Z; takes infinities. */
export function phi(z: number): number {
  const x = Math.abs(z) / Math.SQRT2
  const t = 1 / (1 + 0.3275911 * x)
  const poly =
    t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))))
  const tail = (poly * Math.exp(-x * x)) / 2
  return z > 0 ? 1 - tail : tail
}

const centreTop = [
  -39.69683028665376, 220.9460984245205, -275.9285104469687, 138.357751867269, -30.66479806614716,
  2.506628277459239,
]
const centreBottom = [
  -54.47609879822406, 161.5858368580409, -155.6989798598866, 66.80131188771972, -13.28068155288572, 1,
]
const tailTop = [
  -0.007784894002430293, -0.3223964580411365, -2.400758277161838, -2.549732539343734, 4.374664141464968,
  2.938163982698783,
]
const tailBottom = [0.007784695709041462, 0.3224671290700398, 2.445134137142996, 3.754408661907416, 1]
const tailShare = 0.02425

/** The z with P(Z < z) = p; -Infinity at 0 and Infinity at 1. */
export function probit(p: number): number {
  if (p <= 0) return -Infinity
  if (p >= 1) return Infinity
  if (p < tailShare) return lowTail(p)
  if (p > 1 - tailShare) return -lowTail(1 - p)
  const q = p - 0.5
  return (polynomial(centreTop, q * q) * q) / polynomial(centreBottom, q * q)
}

function lowTail(p: number): number {
  const q = Math.sqrt(-2 * Math.log(p))
  return polynomial(tailTop, q) / polynomial(tailBottom, q)
}

function polynomial(coefficients: readonly number[], x: number): number {
  return coefficients.reduce((sum, coefficient) => sum * x + coefficient, 0)
}
