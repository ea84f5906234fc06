/** Prices a cell: asks the book with the parlay's tokens, records the answer, and says whether to ask again later. */
import type { Book } from '../../../shared/model/game/book.ts'
import { tokensAt, type Tokens } from '../../../shared/model/parlay/parlay.ts'
import type { CellAddress } from '../../../shared/model/price/cell.ts'
import type { QuoteOutcome } from '../../../shared/model/price/quote.ts'
import type { ServiceError } from '../../odds-service/failures.ts'
import type { Permit } from '../../odds-service/permits.ts'
import type { WatchedParlays } from '../parlays/watched-parlays.ts'
import { CellMap } from './cell-map.ts'
import type { CallEnd } from './planner.ts'

export interface PricerDeps {
  readonly watched: WatchedParlays
  readonly books: () => readonly Book[]
  /** Asks one book for one price with a permit granted. Must not reject for failures of service or network. */
  readonly askPrice: (
    book: Book,
    tokens: readonly string[],
    call: { readonly permit: Permit; readonly signal: AbortSignal },
  ) => Promise<QuoteOutcome>
  readonly now: () => number
}

/** Pauses in a row after which a cell is left for the user to price again. */
const maxPauses = { limited: 3, 'host-failing': 8 } as const

const isComplete = (tokens: Tokens): tokens is readonly string[] => !tokens.includes(null)

export class Pricer {
  readonly #deps: PricerDeps
  readonly #pausesInRow = new CellMap<number>()
  /** Tokens that each call under way was sent with, by its signal. */
  readonly #tokensInFlight = new Map<AbortSignal, readonly string[]>()

  constructor(deps: PricerDeps) {
    this.#deps = deps
  }

  async price(cell: CellAddress, permit: Permit, signal: AbortSignal): Promise<CallEnd> {
    const { books, askPrice } = this.#deps
    const book = books().find(({ id }) => id === cell.bookId)
    const tokens = this.#findTokens(cell)
    if (book === undefined || tokens === undefined) return 'done'
    this.#tokensInFlight.set(signal, tokens)
    try {
      const outcome = await askPrice(book, tokens, { permit, signal })
      return signal.aborted ? 'done' : this.#record(cell, outcome)
    } finally {
      this.#tokensInFlight.delete(signal)
    }
  }

  /** Records that the call was refused a permit. */
  recordRefusal(cell: CellAddress, why: ServiceError): CallEnd {
    return this.#record(cell, { kind: 'failed', failure: why.failure })
  }

  /** True if a call under way was sent with tokens that the parlay no longer has. */
  isOutOfDate(cell: CellAddress, signal: AbortSignal): boolean {
    const tokens = this.#tokensInFlight.get(signal)
    return tokens !== undefined && tokens.join() !== this.#findTokens(cell)?.join()
  }

  /** The tokens of all legs; undefined where the book lacks any. */
  #findTokens({ parlayId, bookId }: CellAddress): readonly string[] | undefined {
    const { watched } = this.#deps
    const tokens = watched.has(parlayId) ? tokensAt(watched.get(parlayId).parlay, bookId) : []
    return tokens.length > 0 && isComplete(tokens) ? tokens : undefined
  }

  #record(cell: CellAddress, outcome: QuoteOutcome): CallEnd {
    const { watched, now } = this.#deps
    if (!watched.has(cell.parlayId)) return 'done'
    watched.record(cell, outcome, now())
    const kind = outcome.kind === 'failed' ? outcome.failure.kind : undefined
    if (kind !== 'limited' && kind !== 'host-failing') {
      this.#pausesInRow.delete(cell)
      return 'done'
    }
    const inRow = (this.#pausesInRow.get(cell) ?? 0) + 1
    this.#pausesInRow.set(cell, inRow)
    return inRow < maxPauses[kind] ? 'again' : 'done'
  }
}
