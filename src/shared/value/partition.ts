/**
 * Fair probability of a parlay from the prices that one book gives, at one moment, for all combinations of its legs'
 * sides. With n two-way legs these 2^n cells are a market of exclusive outcomes, so their margin can be removed, and the
 * book's own correlation of the legs stays in.
 */
import { checkMethod, devig, DevigError, type DevigMethod } from './devig.ts'

export interface ProbabilityRange {
  readonly low: number
  readonly high: number
}

export interface PartitionOptions {
  /** Largest hold seen at that book for such parlays, 0.35 for 35%, which is used while it is unknown. */
  readonly maxHold?: number
}

const unknownHold = 0.35

/**
 * Range of the fair probability of the first cell. `cells` are decimal odds, null where the book gave none. With all of
 * them known, low and high are the method's probability. Otherwise each known cell's true probability lies between its
 * raw 1/odds and that divided by 1 + the largest hold, each missing cell's between 0 and 1, and the range is what these
 * bounds and a sum of 1 leave for the first cell. Throws a DevigError for fewer than two cells, odds that are not above 1,
 * an unknown method, and one without an answer.
 */
export function fairFromPartition(
  cells: readonly (number | null)[],
  method: DevigMethod,
  { maxHold = unknownHold }: PartitionOptions = {},
): ProbabilityRange {
  checkMethod(method)
  if (cells.length < 2) throw new DevigError('too-few-outcomes')
  const known = cells.filter(odds => odds !== null)
  if (!known.every(odds => odds > 1 && odds < Infinity)) throw new DevigError('invalid-odds')
  if (!(maxHold >= 0 && maxHold < Infinity)) throw new RangeError('A hold cannot be negative')
  if (known.length === cells.length) {
    const [fair = NaN] = devig(method, known)
    return { low: fair, high: fair }
  }
  const booksum = known.reduce((sum, odds) => sum + 1 / odds, 0)
  // Known cells that alone show a larger hold than any seen leave the whole hold open: missing cells add to it.
  const divisor = booksum < 1 + maxHold ? 1 + maxHold : booksum * (1 + maxHold)
  const bounds = cells.map(odds =>
    odds === null ? { low: 0, high: 1 } : { low: 1 / odds / divisor, high: 1 / odds },
  )
  // Stryker disable next-line ObjectLiteral: for the type alone, there are two cells or more
  const [own = { low: 0, high: 1 }, ...others] = bounds
  const least = others.reduce((sum, { low }) => sum + low, 0)
  const most = others.reduce((sum, { high }) => sum + high, 0)
  const low = Math.max(own.low, 1 - most)
  return { low, high: Math.max(low, Math.min(own.high, 1 - least)) }
}
