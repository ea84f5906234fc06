/** Tells which rows have new answers, and follows the prices of those for which somebody asks how they move. */
import type { Row } from '../../../shared/model/parlay/desk.ts'
import { rowValue, type ValueReading } from '../../../shared/model/price/row-value.ts'
import { PriceTrack } from './price-track.ts'
import type { Scene } from './alert-match.ts'

export class PriceWatch {
  readonly #newestQuote = new Map<number, number>()
  readonly #tracks = new Map<number, PriceTrack>()

  clear(): void {
    this.#newestQuote.clear()
    this.#tracks.clear()
  }

  /** Whether an answer has come since the row was asked about last. */
  hasNews({ id, cells }: Row): boolean {
    const newest = cells.reduce((most, { quote }) => Math.max(most, quote?.id ?? 0), 0)
    const isNew = newest > (this.#newestQuote.get(id) ?? 0)
    this.#newestQuote.set(id, newest)
    return isNew
  }

  /** The row's prices of now and, as far as `trackedMs` reaches back, of before. Suspect prices leave no track. */
  scene(row: Row, reading: ValueReading, trackedMs: number): Scene {
    const value = rowValue(row.cells, row.fairPrice, reading)
    const track = this.#tracks.get(row.id) ?? new PriceTrack()
    if (trackedMs > 0) this.#tracks.set(row.id, track)
    else this.#tracks.delete(row.id)
    const quotedAt = new Map(row.cells.map(({ bookId, quote }) => [bookId, quote?.at ?? 0]))
    for (const { bookId, price } of value.ranked)
      track.add(bookId, { at: quotedAt.get(bookId) ?? 0, decimal: price.decimal }, trackedMs)
    return { value, track, now: reading.now }
  }

  forget(parlayId: number): void {
    this.#newestQuote.delete(parlayId)
    this.#tracks.delete(parlayId)
  }
}
