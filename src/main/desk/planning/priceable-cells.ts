/** Selects cells to price. Only those that can be priced: of books shown that have tokens for all legs. */
import type { Book } from '../../../shared/model/game/book.ts'
import { tokensAt, type Parlay } from '../../../shared/model/parlay/parlay.ts'
import type { CellAddress } from '../../../shared/model/price/cell.ts'
import { isAboutKey } from '../../../shared/model/price/quote.ts'
import type { WatchedParlays } from '../parlays/watched-parlays.ts'

export class PriceableCells {
  readonly #watched: WatchedParlays
  readonly #books: () => readonly Book[]

  constructor(watched: WatchedParlays, books: () => readonly Book[]) {
    this.#watched = watched
    this.#books = books
  }

  /** Cells of all parlays or one, at all books or one. Throws Refusal for a parlay that is not on the desk. */
  select(parlayId: number | null, bookId: string | null): CellAddress[] {
    const parlays = parlayId === null ? this.#watched.all() : [this.#watched.get(parlayId)]
    return parlays.flatMap(({ parlay }) => this.#ofParlay(parlay, bookId))
  }

  /** Cells whose last answer was that there is no key, or a wrong one. */
  refusedForKey(): CellAddress[] {
    return this.select(null, null).filter(cell => isAboutKey(this.#watched.lastQuote(cell).quote?.outcome))
  }

  neverPriced(parlayId: number): CellAddress[] {
    const { parlay, quotes } = this.#watched.get(parlayId)
    return this.#ofParlay(parlay, null).filter(({ bookId }) => !quotes.has(bookId))
  }

  /** Cells without an answer since `at`. Left out: answers that asking again does not change. */
  olderThan(parlayId: number, at: number): CellAddress[] {
    return this.select(parlayId, null).filter(cell => {
      const { quote } = this.#watched.lastQuote(cell)
      if (quote === null) return true
      return quote.at < at && quote.outcome.kind !== 'cannot-combine' && !isAboutKey(quote.outcome)
    })
  }

  #ofParlay(parlay: Parlay, bookId: string | null): CellAddress[] {
    return this.#books()
      .filter(({ id }) => (bookId === null || id === bookId) && !tokensAt(parlay, id).includes(null))
      .map(({ id }) => ({ parlayId: parlay.id, bookId: id }))
  }
}
