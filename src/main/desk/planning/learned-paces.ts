/** Paces of the books' prices, learned from the price history at their first use: later than the start, which that would slow. */
import type { BookHalfLife } from '../../../shared/model/price/link-outcome.ts'
import type { QuoteStore } from '../quotes/quote-store.ts'
import type { BookPaces } from './book-paces.ts'
import type { Pricer } from './pricer.ts'
import type { BookPace, GameStage } from './refresh-value.ts'

interface LearnedPacesDeps {
  readonly paces: BookPaces
  readonly pricer: Pricer
  readonly quotes: QuoteStore
}

/** Newest quotes that are learned from: of twelve books about as many as `BookPaces` remembers. */
const maxPaceQuotes = 2_000

export class LearnedPaces {
  readonly #deps: LearnedPacesDeps
  #hasLearned = false

  constructor(deps: LearnedPacesDeps) {
    this.#deps = deps
  }

  /** Learns again at the next use, for another profile. */
  forget(): void {
    this.#hasLearned = false
  }

  paceOf(bookId: string, stage: GameStage): BookPace {
    return this.#learn().paceOf(bookId, stage)
  }

  /** Half-lives of the books that enough is known of. */
  halfLives(): BookHalfLife[] {
    return this.#learn().halfLives()
  }

  /** Without a history that can be read, nothing is learned. */
  #learn(): BookPaces {
    const { paces, pricer, quotes } = this.#deps
    if (this.#hasLearned) return paces
    this.#hasLearned = true
    paces.clear()
    try {
      pricer.learnPaces(quotes.recentPrices(maxPaceQuotes))
    } catch {
      // As with quotes that cannot be read: prices go on.
    }
    return paces
  }
}
