/** The prices of one parlay over the last while, by book: what "moved within" is counted by. */
import { probabilityPoints } from '../../../shared/odds/value.ts'

interface Point {
  /** The last time at which the book gave this price. */
  at: number
  readonly decimal: number
}

export interface BookMove {
  readonly bookId: string
  /** Change of implied probability: positive when the price got shorter. */
  readonly points: number
}

export class PriceTrack {
  readonly #byBook = new Map<string, Point[]>()

  /** Takes a price of a book. What was last given longer than `keepMs` ago is dropped. */
  add(bookId: string, { at, decimal }: Point, keepMs: number): void {
    const points = (this.#byBook.get(bookId) ?? []).filter(point => at - point.at <= keepMs)
    const last = points.at(-1)
    if (last?.decimal === decimal) last.at = at
    else points.push({ at, decimal })
    this.#byBook.set(bookId, points)
  }

  /**
   * How far each of these books has come to its last price, from the one within the time that is farthest from it:
   * the longest if `direction` is down (it got shorter), else the shortest. A price given before that does not count:
   * nobody knows when it moved.
   */
  moves(direction: 'up' | 'down', withinMs: number, now: number): BookMove[] {
    return [...this.#byBook].flatMap(([bookId, points]) => {
      const last = points.at(-1)
      const decimals = points.filter(({ at }) => now - at <= withinMs).map(({ decimal }) => decimal)
      if (last === undefined || decimals.length === 0) return []
      const from = direction === 'down' ? Math.max(...decimals) : Math.min(...decimals)
      return [{ bookId, points: probabilityPoints(from, last.decimal) }]
    })
  }
}
