/** Follows the prices of rows, so that "moved within" can be checked. */
import type { Row } from '../../../shared/model/parlay/desk.ts'
import type { QuotedPrice } from '../../../shared/model/price/quote.ts'
import { rowValue, type RowValue, type ValueContext } from '../../../shared/model/price/row-value.ts'
import { probabilityChange } from '../../../shared/odds/value.ts'

/** Input of the check of price rules. */
export interface AlertInput {
  readonly value: RowValue
  readonly track: PriceTrack
  readonly now: number
}

export class PriceTracker {
  readonly #newestQuote = new Map<number, number>()
  readonly #lastFairs = new Map<number, Row['fairs']>()
  readonly #tracks = new Map<number, PriceTrack>()

  clear(): void {
    this.#newestQuote.clear()
    this.#lastFairs.clear()
    this.#tracks.clear()
  }

  /** True if a quote has come, or the fair prices have changed, since the last call for this row. */
  hasNewQuote({ id, cells, fairs }: Row): boolean {
    const newest = cells.reduce((max, { quote }) => Math.max(max, quote?.id ?? 0), 0)
    const isNew = newest > (this.#newestQuote.get(id) ?? 0)
    const isOtherFair = this.#lastFairs.has(id) && this.#lastFairs.get(id) !== fairs
    this.#newestQuote.set(id, newest)
    this.#lastFairs.set(id, fairs)
    return isNew || isOtherFair
  }

  /** The row's present prices and those of the last `trackedMs`. Suspect prices are not tracked. */
  toInput(row: Row, display: ValueContext, trackedMs: number): AlertInput {
    const value = rowValue(row.cells, row.fairPrice, display, row)
    const track = this.#tracks.get(row.id) ?? new PriceTrack()
    if (trackedMs > 0) this.#tracks.set(row.id, track)
    else this.#tracks.delete(row.id)
    const quotedAt = new Map(row.cells.map(({ bookId, quote }) => [bookId, quote?.at ?? 0]))
    for (const { bookId, price } of value.ranked)
      track.add(bookId, { at: quotedAt.get(bookId) ?? 0, price }, trackedMs)
    return { value, track, now: display.now }
  }

  forget(parlayId: number): void {
    this.#newestQuote.delete(parlayId)
    this.#lastFairs.delete(parlayId)
    this.#tracks.delete(parlayId)
  }
}

interface Point {
  /** Last time at which the book gave this price. */
  at: number
  readonly price: QuotedPrice
}

export interface BookMove {
  readonly bookId: string
  readonly from: QuotedPrice
  readonly to: QuotedPrice
  /** Change of implied probability: positive when the price got shorter. */
  readonly points: number
}

/** The recent prices of one parlay, by book. */
export class PriceTrack {
  readonly #byBook = new Map<string, Point[]>()

  /** Adds a price of a book. Drops prices that the book last gave more than `keepMs` ago. */
  add(bookId: string, { at, price }: Point, keepMs: number): void {
    const points = (this.#byBook.get(bookId) ?? []).filter(point => at - point.at <= keepMs)
    const last = points.at(-1)
    if (last?.price.decimal === price.decimal) last.at = at
    else points.push({ at, price })
    this.#byBook.set(bookId, points)
  }

  /**
   * Each book's move to its last price from the farthest one within the time: from the highest price if `direction` is
   * down, else from the lowest. Earlier prices do not count, because the time of their move is unknown.
   */
  moves(direction: 'up' | 'down', withinMs: number, now: number): BookMove[] {
    return [...this.#byBook].flatMap(([bookId, points]) => {
      const last = points.at(-1)
      const prices = points.filter(({ at }) => now - at <= withinMs).map(({ price }) => price)
      const from = prices.sort((a, b) => a.decimal - b.decimal).at(direction === 'down' ? -1 : 0)
      if (last === undefined || from === undefined) return []
      const { price: to } = last
      return [{ bookId, from, to, points: probabilityChange(from.decimal, to.decimal) }]
    })
  }
}
