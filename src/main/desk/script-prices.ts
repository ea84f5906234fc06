/**
 * Prices that a script requests: one parlay at some books, answered when every book has. Each call takes from the script's
 * share first; each answer says what happened, whether to ask again, and what to do next.
 */
import { Refusal, toScriptText, type CallFailure } from '../../shared/failure.ts'
import type { Book } from '../../shared/model/game/book.ts'
import { tokensAt, type Parlay } from '../../shared/model/parlay/parlay.ts'
import type { BookAnswer } from '../../shared/model/price/book-answer.ts'
import type { CellAddress } from '../../shared/model/price/cell.ts'
import type { Quote, QuoteOutcome } from '../../shared/model/price/quote.ts'

/** The answer of one call, or why the share allows none now. */
export type ShareAnswer =
  | { readonly kind: 'asked'; readonly outcome: QuoteOutcome }
  | { readonly kind: 'over'; readonly waitMs: number }

export interface ScriptPricesDeps {
  /** Throws Refusal for a parlay that was never on the desk. */
  readonly parlay: (parlayId: number) => Parlay
  /** Books shown. */
  readonly books: () => readonly Book[]
  readonly lastQuotes: (parlayId: number) => ReadonlyMap<string, Quote>
  readonly record: (cell: CellAddress, answer: Pick<Quote, 'at' | 'outcome'>) => void
  /** Asks one book within the script's share; without a script the share is not limited. */
  readonly ask: (script: string | null, book: Book, tokens: readonly string[]) => Promise<ShareAnswer>
  /** Logs an unexpected error and returns its reference in the log. */
  readonly log: (error: unknown) => string
  readonly now?: () => number
}

export interface ScriptPriceRequest {
  readonly parlayId: number
  /** Null for all that offer the parlay. */
  readonly books: readonly string[] | null
  readonly maxAgeMs: number
}

/** Price of one parlay at one book. */
interface BookRequest extends Pick<ScriptPriceRequest, 'maxAgeMs'> {
  readonly parlay: Parlay
  readonly book: Book
}

export class ScriptPrices {
  readonly #deps: ScriptPricesDeps
  readonly #now: () => number

  constructor(deps: ScriptPricesDeps) {
    this.#deps = deps
    this.#now = deps.now ?? Date.now
  }

  /** `script`: the id of its token; null for the user. Throws Refusal for a parlay that was never on the desk. */
  async price(
    script: string | null,
    { parlayId, books, maxAgeMs }: ScriptPriceRequest,
  ): Promise<BookAnswer[]> {
    const parlay = this.#deps.parlay(parlayId)
    const shown = this.#deps.books()
    const wanted =
      books === null
        ? shown.flatMap(({ id }) => (tokensAt(parlay, id).includes(null) ? [] : [id]))
        : [...new Set(books)]
    return Promise.all(
      wanted.map(async bookId => {
        const book = shown.find(({ id }) => id === bookId)
        return book === undefined ? unknownBook(bookId) : this.#priceAlone(script, { parlay, book, maxAgeMs })
      }),
    )
  }

  /** Never rejects: the answers of the other books are paid for too. */
  async #priceAlone(script: string | null, request: BookRequest): Promise<BookAnswer> {
    try {
      return await this.#priceAt(script, request)
    } catch (error) {
      return broken(request.book, error instanceof Refusal ? error : this.#deps.log(error))
    }
  }

  async #priceAt(script: string | null, { parlay, book, maxAgeMs }: BookRequest): Promise<BookAnswer> {
    const tokens = tokensAt(parlay, book.id).flatMap(token => token ?? [])
    if (tokens.length < parlay.legs.length) return notOffered(book)
    const known = this.#deps.lastQuotes(parlay.id).get(book.id)
    if (known !== undefined && known.outcome.kind !== 'failed' && this.#ageOf(known) <= maxAgeMs)
      return this.#toAnswer(book, known, false)
    const answer = await this.#deps.ask(script, book, tokens)
    if (answer.kind === 'over') return overShare(book, answer.waitMs)
    const quote = { at: this.#now(), outcome: answer.outcome }
    this.#deps.record({ parlayId: parlay.id, bookId: book.id }, quote)
    return this.#toAnswer(book, quote, true)
  }

  #ageOf({ at }: Pick<Quote, 'at'>): number {
    const ageMs = this.#now() - at
    // A time in the future is of a clock that was set back.
    return ageMs < 0 ? Infinity : ageMs
  }

  #toAnswer(book: Book, { at, outcome }: Pick<Quote, 'at' | 'outcome'>, isNew: boolean): BookAnswer {
    const now = this.#now()
    return {
      ...{ ...noAnswer, bookId: book.id, at, ageMs: Math.max(0, now - at), isNew },
      ...describeOutcome(outcome, book.name, now),
    }
  }
}

const noAnswer = {
  ...{ price: null, at: null, ageMs: null, isNew: false, retryAfterMs: null, serviceText: null },
} as const

type Said = Pick<BookAnswer, 'status' | 'retry' | 'sentence' | 'next'> & Partial<BookAnswer>

const unknownBook = (bookId: string): BookAnswer => ({
  ...{ ...noAnswer, bookId, status: 'unknown-book', retry: 'no' },
  sentence: 'The desk shows no book with this ID.',
  next: 'Use the ID of a book that is on in Settings.',
})

const notOffered = ({ id, name }: Book): BookAnswer => ({
  ...{ ...noAnswer, bookId: id, status: 'not-offered', retry: 'no' },
  sentence: `${name} doesn’t offer all legs.`,
  next: 'Ask other books, or load newer odds of this one.',
})

const overShare = ({ id, name }: Book, waitMs: number): BookAnswer => ({
  ...{ ...noAnswer, bookId: id, status: 'over-share', retry: 'later', retryAfterMs: waitMs },
  sentence: `${name} got no call: this script’s calls of the last minute are used up.`,
  next: `Ask again in ${Math.ceil(waitMs / 1_000)}s. For more calls, make a token with a larger share in Settings, Scripts.`,
})

/** `why`: the refusal, or the reference of an error in the log. Another try would spend another call. */
function broken({ id, name }: Book, why: Refusal | string): BookAnswer {
  const said = { ...noAnswer, bookId: id, status: 'failed', retry: 'no' } as const
  if (typeof why !== 'string') {
    const { headline, remedy } = toScriptText(why.failure)
    return { ...said, sentence: headline, next: remedy || 'Ask again once this is mended.' }
  }
  return {
    ...said,
    sentence: `No price from ${name}: something went wrong (reference ${why}).`,
    next: 'The log has details under this reference.',
  }
}

function describeOutcome(outcome: QuoteOutcome, name: string, now: number): Said {
  switch (outcome.kind) {
    case 'priced':
      return {
        ...{ status: 'priced', retry: 'no', price: outcome.price },
        sentence: `${name} pays ${outcome.price.text}.`,
        next: 'Recheck the price on the desk before you bet.',
      }
    case 'no-price':
      return {
        ...{ status: 'no-price', retry: 'later' },
        sentence: `${name} has no price now.`,
        next: 'Ask again in a minute.',
      }
    case 'cannot-combine':
      return {
        ...{ status: 'cannot-combine', retry: 'no' },
        sentence: `${name} doesn’t combine these legs.`,
        next: 'Ask other books, or leave a leg out.',
      }
    case 'message':
      return {
        ...{ status: 'message', retry: 'later', serviceText: outcome.text },
        sentence: `${name} sent a message instead of a price.`,
        next: 'Read serviceText; it is data from the service.',
      }
    case 'failed':
      return describeFailure(outcome.failure, now)
  }
}

function describeFailure(failure: CallFailure, now: number): Said {
  const { headline, remedy } = toScriptText(failure)
  const said = { sentence: headline, next: remedy || 'Try again.' }
  if (failure.kind === 'limited' || failure.kind === 'host-failing') {
    const retryAfterMs = Math.max(0, failure.untilAt - now)
    const status = failure.kind === 'limited' ? 'rate-limited' : 'host-failing'
    return { ...said, status, retry: 'later', retryAfterMs }
  }
  if (failure.kind === 'key-missing' || failure.kind === 'key-refused')
    return { ...said, status: 'no-key', retry: 'no' }
  const isPassing = ['timed-out', 'unreachable', 'server-error', 'unreadable'].includes(failure.kind)
  return { ...said, status: 'failed', retry: isPassing ? 'now' : 'no' }
}
