/** Does a planned job: asks the book with the parlay's tokens, keeps the answer, and says whether to ask again by itself. */
import type { Book } from '../../../shared/model/game/book.ts'
import { tokensAt, type Tokens } from '../../../shared/model/parlay/parlay.ts'
import type { QuoteOutcome } from '../../../shared/model/price/quote.ts'
import type { Refused } from '../../odds-service/failures.ts'
import type { Turn } from '../../odds-service/permits.ts'
import { ByCell } from './cell-map.ts'
import type { Job, JobEnd } from './planner.ts'
import type { WatchedParlays } from '../parlays/watched-parlays.ts'

export interface PricerOptions {
  readonly watched: WatchedParlays
  readonly books: () => readonly Book[]
  /** Asks one book for one price with a turn taken. Must not reject for what the service or the net did. */
  readonly ask: (
    book: Book,
    tokens: readonly string[],
    call: { readonly turn: Turn; readonly signal: AbortSignal },
  ) => Promise<QuoteOutcome>
  readonly now: () => number
}

/** Rests in a row after which a cell is left for the user to ask again: 429s, and rests of a failing host. */
const mostRests = { limited: 3, 'host-failing': 8 } as const

const isWhole = (tokens: Tokens): tokens is readonly string[] => !tokens.includes(null)

export class Pricer {
  readonly #options: PricerOptions
  readonly #restsInRow = new ByCell<number>()
  /** What each call under way asks, by its signal. */
  readonly #asking = new Map<AbortSignal, readonly string[]>()

  constructor(options: PricerOptions) {
    this.#options = options
  }

  async run(job: Job, turn: Turn, signal: AbortSignal): Promise<JobEnd> {
    const { books, ask } = this.#options
    const book = books().find(({ id }) => id === job.bookId)
    const tokens = this.#tokens(job)
    if (book === undefined || tokens === undefined) return 'done'
    this.#asking.set(signal, tokens)
    try {
      const outcome = await ask(book, tokens, { turn, signal })
      return signal.aborted ? 'done' : this.#keep(job, outcome)
    } finally {
      this.#asking.delete(signal)
    }
  }

  /** The call was refused a turn; the cell says why. */
  refused(job: Job, why: Refused): JobEnd {
    return this.#keep(job, { kind: 'failed', failure: why.failure })
  }

  /** Whether a call under way asks with tokens that the parlay no longer has. */
  isOutOfDate(job: Job, signal: AbortSignal): boolean {
    const asking = this.#asking.get(signal)
    return asking !== undefined && asking.join() !== this.#tokens(job)?.join()
  }

  /** The tokens of all legs; undefined where the book lacks any. */
  #tokens({ parlayId, bookId }: Job): readonly string[] | undefined {
    const { watched } = this.#options
    const tokens = watched.has(parlayId) ? tokensAt(watched.get(parlayId).parlay, bookId) : []
    return tokens.length > 0 && isWhole(tokens) ? tokens : undefined
  }

  #keep(job: Job, outcome: QuoteOutcome): JobEnd {
    const { watched, now } = this.#options
    if (!watched.has(job.parlayId)) return 'done'
    watched.record(job, outcome, now())
    const kind = outcome.kind === 'failed' ? outcome.failure.kind : undefined
    if (kind !== 'limited' && kind !== 'host-failing') {
      this.#restsInRow.delete(job)
      return 'done'
    }
    const inRow = (this.#restsInRow.get(job) ?? 0) + 1
    this.#restsInRow.set(job, inRow)
    return inRow < mostRests[kind] ? 'again' : 'done'
  }
}
