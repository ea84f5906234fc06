/** Does a planned job: asks the book with the parlay's tokens, keeps the answer, and says what a rate limit means. */
import type { Book } from '../../shared/model/book.ts'
import { tokensAt } from '../../shared/model/parlay.ts'
import type { QuoteOutcome } from '../../shared/model/quote.ts'
import type { Job } from './planner.ts'
import type { WatchedParlays } from './watched.ts'

export interface PricerOptions {
  readonly watched: WatchedParlays
  readonly books: () => readonly Book[]
  /** Asks one book for one price. Must not reject for what the service or the net did. */
  readonly ask: (book: Book, tokens: readonly string[], signal: AbortSignal) => Promise<QuoteOutcome>
  /** A book asked to be left alone until then, epoch ms. */
  readonly onLimited: (bookId: string, untilAt: number) => void
  readonly now: () => number
}

/** Rate limits in a row after which a cell is left for the user to ask again. */
const maxLimitsInRow = 3

export class Pricer {
  readonly #options: PricerOptions
  readonly #limitsInRow = new Map<string, number>()

  constructor(options: PricerOptions) {
    this.#options = options
  }

  /** Answers `again` when the cell should be asked once more after its book's pause. */
  async run(job: Job, signal: AbortSignal): Promise<'done' | 'again'> {
    const { watched, books, ask, now } = this.#options
    const book = books().find(({ id }) => id === job.bookId)
    const tokens = watched.has(job.parlayId) ? tokensAt(watched.get(job.parlayId).parlay, job.bookId) : []
    const whole = tokens.filter(token => token !== null)
    if (book === undefined || whole.length === 0 || whole.length < tokens.length) return 'done'
    const outcome = await ask(book, whole, signal)
    if (signal.aborted || !watched.has(job.parlayId)) return 'done'
    watched.record(job, outcome, now())
    return this.#afterLimit(job, outcome)
  }

  #afterLimit(job: Job, outcome: QuoteOutcome): 'done' | 'again' {
    const cell = `${job.parlayId} ${job.bookId}`
    if (outcome.kind !== 'failed' || outcome.failure.kind !== 'limited') {
      this.#limitsInRow.delete(cell)
      return 'done'
    }
    const inRow = (this.#limitsInRow.get(cell) ?? 0) + 1
    this.#limitsInRow.set(cell, inRow)
    this.#options.onLimited(job.bookId, outcome.failure.untilAt)
    return inRow < maxLimitsInRow ? 'again' : 'done'
  }
}
