// Marginal distributions of statistics: counts are negative binomial (Poisson at its limit), anything that
// can be negative, or that varies less than a Poisson count, is a rounded normal.
import { phi, probit } from './gaussian.ts'

export interface Distribution {
  readonly mean: number
  readonly deviation: number
  /** True for differences such as a winning margin. */
  readonly signed: boolean
}

const MIN_EXCESS = 1.001

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
  const variance = Math.max(of.deviation ** 2, of.mean * MIN_EXCESS)
  const size = of.mean ** 2 / (variance - of.mean)
  const ratio = of.mean / (of.mean + size)
  const end = of.mean + 9 * Math.sqrt(variance) + 9
  let mass = Math.exp(size * Math.log1p(-ratio))
  for (let value = 0; value < end; value++) {
    yield [value, mass]
    mass *= ((value + size) / (value + 1)) * ratio
  }
}
