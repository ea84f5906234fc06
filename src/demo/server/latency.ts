// How long a book takes to price: log-normal around its median, drawn from the seed call by call.
import type { Book } from '../books/book.ts'
import { hash, hashText, normal } from '../world/random.ts'

const LATENCY = hashText('latency')
const SPREAD = 0.35

/** A function that draws the next time to an answer of a book, in milliseconds; `scale` 0 is none at all. */
export function createLatency(seed: number, scale: number): (book: Book) => number {
  let calls = 0
  return book => scale * book.latencyMs * Math.exp(SPREAD * normal(hash(seed, LATENCY, book.index, calls++)))
}
