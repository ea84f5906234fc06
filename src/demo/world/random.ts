/**
 * Stateless randomness: every "random" number of the demo is a hash of its purpose, so the same seed gives the same
 * world, in any order of calls.
 */
import { probit } from './distribution.ts'

/** Mixes up to four integers into one evenly spread unsigned 32-bit integer (murmur3). */
export function hash(a: number, b = 0, c = 0, d = 0): number {
  let h = absorb(absorb(absorb(absorb(0x2545f491, a), b), c), d)
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return (h ^ (h >>> 16)) >>> 0
}

function absorb(state: number, value: number): number {
  let k = Math.imul(value, 0xcc9e2d51)
  k = Math.imul((k << 15) | (k >>> 17), 0x1b873593)
  const h = state ^ k
  return (Math.imul((h << 13) | (h >>> 19), 5) + 0xe6546b64) | 0
}

/** The hash of a text, to be mixed further with `hash`. */
export function hashText(text: string): number {
  let h = 0x811c9dc5
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193)
  return hash(h, text.length)
}

/** A hash as a number strictly between 0 and 1. */
export function uniform(hashed: number): number {
  return (hashed + 0.5) / 2 ** 32
}

/** A hash as a draw from the standard normal distribution. */
export function normal(hashed: number): number {
  return probit(uniform(hashed))
}

/** A hash as one of the integers 0..count-1. */
export function below(hashed: number, count: number): number {
  return Math.floor(uniform(hashed) * count)
}

/** A copy of the list in an order drawn from the seed. */
export function shuffled<T>(list: readonly T[], seed: number): T[] {
  return list
    .map((item, i) => ({ item, rank: hash(seed, i) }))
    .sort((a, b) => a.rank - b.rank)
    .map(entry => entry.item)
}
