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

/** Largest hold while none was seen at the book. */
export const unknownHold = 0.35

/**
 * Range of the fair probability of the first cell by a method. `cells` are decimal odds, null where the book gave none.
 * With all of them known, low and high are the method's probability. Otherwise each known cell's true probability lies
 * between its raw 1/odds and the least that the method leaves it at the largest hold, each missing cell's between 0 and
 * 1, and the range is what these bounds and a sum of 1 leave for the first cell. Throws a DevigError for fewer than two
 * cells, odds that are not above 1, an unknown method, and one without an answer.
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
  const raw = cells.map(odds => (odds === null ? null : 1 / odds))
  const lowest = findLowest(raw, method, maxHold)
  const bounds = raw.map((q, place) => ({ low: q === null ? 0 : (lowest[place] ?? 0), high: q ?? 1 }))
  // Stryker disable next-line ObjectLiteral: for the type alone, there are two cells or more
  const [own = { low: 0, high: 1 }, ...others] = bounds
  const least = others.reduce((sum, { low }) => sum + low, 0)
  const most = others.reduce((sum, { high }) => sum + high, 0)
  const low = Math.max(own.low, 1 - most)
  return { low, high: Math.max(low, Math.min(own.high, 1 - least)) }
}

/** Raw probability of a cell that takes nearly nothing, and of one that takes nearly all. */
const [tiny, whole] = [1e-9, 1 - 1e-9]
/** Number of smaller holds that are tried where a method has no answer at the largest, and of halvings between two. */
const holdSteps = 32

/**
 * The least that a method leaves each known cell, whatever the missing ones are: their raw probabilities make up the rest
 * of the booksum at the largest hold, all alike or nearly all in as few as can be. All other shares lie between these
 * two, but for a price over 500 by Shin's or Goto's method, which may be left less by under 1%.
 */
function findLowest(raw: readonly (number | null)[], method: DevigMethod, maxHold: number): number[] {
  const booksum = raw.reduce<number>((sum, q) => sum + (q ?? 0), 0)
  // Known cells that alone show a larger hold than any seen leave the whole hold open: missing cells add to it.
  const most = booksum < 1 + maxHold ? 1 + maxHold : booksum * (1 + maxHold)
  if (method === 'multiplicative') return raw.map(q => (q ?? 0) / most)
  const missing = raw.filter(q => q === null).length
  const least = Math.max(1, booksum + missing * tiny)
  const found = [shareEvenly, shareUnevenly].flatMap(share => {
    const at = (sum: number) => tryDevig(method, complete(raw, share(sum - booksum, missing)))
    const fair = at(most) ?? findLast(at, least, most)
    return fair === undefined ? [] : [fair]
  })
  // Nothing is known of a method that has no answer for any of them.
  return raw.map((_, place) => (found.length === 0 ? 0 : Math.min(...found.map(fair => fair[place] ?? 0))))
}

/** The answer at the largest sum that has one, below a sum that has none; sums with an answer are neighbors. */
function findLast<T>(at: (sum: number) => T | undefined, least: number, most: number): T | undefined {
  const sums = Array.from(
    { length: holdSteps },
    (_, step) => most - ((most - least) * (step + 1)) / holdSteps,
  )
  const first = sums.find(sum => at(sum) !== undefined)
  if (first === undefined) return undefined
  let [low, high] = [first, first + (most - least) / holdSteps]
  for (let step = 0; step < holdSteps; step++) {
    const middle = (low + high) / 2
    if (at(middle) === undefined) high = middle
    else low = middle
  }
  return at(low)
}

const shareEvenly = (left: number, count: number): number[] =>
  Array.from({ length: count }, () => Math.min(whole, left / count))

function shareUnevenly(left: number, count: number): number[] {
  let rest = left - count * tiny
  return Array.from({ length: count }, () => {
    const more = Math.max(0, Math.min(whole - tiny, rest))
    rest -= more
    return tiny + more
  })
}

/** Puts these raw probabilities in the places of the missing ones. */
function complete(raw: readonly (number | null)[], shares: readonly number[]): number[] {
  let next = 0
  return raw.map(q => q ?? shares[next++] ?? tiny)
}

/** Undefined where the method has no answer. */
function tryDevig(method: DevigMethod, raw: readonly number[]): readonly number[] | undefined {
  try {
    return devig(
      method,
      raw.map(q => 1 / q),
    )
  } catch (error) {
    if (error instanceof DevigError) return undefined
    throw error
  }
}
