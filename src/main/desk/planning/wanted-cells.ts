/** Which cells an act asks for. Only those that can be priced: of books shown that carry all legs. */
import type { Book } from '../../../shared/model/game/book.ts'
import type { Parlay } from '../../../shared/model/parlay/parlay.ts'
import { isAboutKey } from '../../../shared/model/price/quote.ts'
import type { Job } from './planner.ts'
import { pricableCells } from '../parlays/row.ts'
import type { WatchedParlays } from '../parlays/watched-parlays.ts'

export class WantedCells {
  readonly #watched: WatchedParlays
  readonly #books: () => readonly Book[]

  constructor(watched: WatchedParlays, books: () => readonly Book[]) {
    this.#watched = watched
    this.#books = books
  }

  /** Of all parlays or one, at all books or one. Throws Refusal for a parlay that is not on the desk. */
  all(parlayId: number | null, bookId: string | null): Job[] {
    const parlays = parlayId === null ? this.#watched.all() : [this.#watched.get(parlayId)]
    return parlays.flatMap(({ parlay }) => this.#of(parlay, bookId))
  }

  /** Whose last answer was that there is no key, or a wrong one. */
  aboutKey(): Job[] {
    return this.all(null, null).filter(job => isAboutKey(this.#watched.known(job).quote?.outcome))
  }

  neverAsked(parlayId: number): Job[] {
    const { parlay, known } = this.#watched.get(parlayId)
    return this.#of(parlay, null).filter(({ bookId }) => !known.has(bookId))
  }

  /** Whose answer is older than this, or that have none; not those that only the user can bring on. */
  olderThan(parlayId: number, at: number): Job[] {
    return this.all(parlayId, null).filter(job => {
      const { quote } = this.#watched.known(job)
      if (quote === null) return true
      return quote.at < at && quote.outcome.kind !== 'cannot-combine' && !isAboutKey(quote.outcome)
    })
  }

  #of(parlay: Parlay, bookId: string | null): Job[] {
    return pricableCells(
      parlay,
      this.#books().filter(({ id }) => bookId === null || id === bookId),
    )
  }
}
