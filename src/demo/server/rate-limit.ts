// The pace of pricing calls: at most `perMinute` in any 60 seconds, and the time a book takes to answer.
import type { Book } from '../books/book.ts'
import { hash, hashText, normal } from '../world/random.ts'

const WINDOW_MS = 60_000

export interface RateLimit {
  /** Counts a call. Null when it may pass, else the seconds until the next one may. */
  take(): number | null
}

export function createRateLimit(perMinute: number, now: () => number): RateLimit {
  let taken: number[] = []
  return {
    take: () => {
      const time = now()
      taken = taken.filter(at => time - at < WINDOW_MS)
      const [oldest] = taken
      if (oldest !== undefined && taken.length >= perMinute)
        return Math.ceil((oldest + WINDOW_MS - time) / 1000)
      taken.push(time)
      return null
    },
  }
}

// Time a book takes to price: log-normal around its median, drawn from the seed call by call.

const LATENCY = hashText('latency')
const SPREAD = 0.35

/** A function that draws the next time to an answer of a book, in milliseconds; `scale` 0 is none at all. */
export function createLatency(seed: number, scale: number): (book: Book) => number {
  let calls = 0
  return book => scale * book.latencyMs * Math.exp(SPREAD * normal(hash(seed, LATENCY, book.index, calls++)))
}
