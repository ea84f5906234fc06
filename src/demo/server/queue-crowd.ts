// The other users of the queue: they fill it and leave it again by turns, and now and then have queued the same parlay.
import { below, hashText } from '../world/random.ts'

const ROUND_MS = 120_000
/** One parlay in so many is also somebody else's. */
const POPULAR = 6

/** How many places others hold, so long after they began: none, then more until all are taken, then fewer again. */
export function placesTaken(capacity: number, afterMs: number): number {
  const part = (afterMs % ROUND_MS) / ROUND_MS
  const tide = 1 - Math.abs(2 * part - 1)
  return Math.min(capacity, Math.floor(tide * capacity * 1.5))
}

/** Whether one of the others has queued this parlay. */
export function isPopular(parlay: string): boolean {
  return below(hashText(parlay), POPULAR) === 0
}
