/**
 * Writes quotes a moment after the screen shows them, in one transaction: a durable one costs as much for thirty quotes as
 * for one.
 */
import { Coalescer } from '../../async/coalescer.ts'
import type { SentCalls } from '../budget/sent-calls.ts'
import type { QuoteStore, StoredQuote } from './quote-store.ts'

export interface QuoteWriterDeps {
  readonly quotes: QuoteStore
  /** The budget's reserve is written with the quotes, where it is low. */
  readonly budget: () => { readonly sent: Pick<SentCalls, 'fillReserve'> }
  /** Called when quotes cannot be written, once until they can. */
  readonly onUnsaved: () => void
}

/** Quotes held while they cannot be written. */
const maxUnsaved = 10_000
/** A killed program loses at most the quotes of this time. */
const writeWithinMs = 100

export class QuoteWriter {
  readonly #deps: QuoteWriterDeps
  readonly #writing = new Coalescer(() => this.write(), writeWithinMs)
  #unsaved: StoredQuote[] = []
  #isSaved = true

  constructor(deps: QuoteWriterDeps) {
    this.#deps = deps
  }

  add(quote: StoredQuote): void {
    this.#unsaved.push(quote)
  }

  /** A quote not yet written. */
  find(quoteId: number): StoredQuote | undefined {
    return this.#unsaved.find(({ quote }) => quote.id === quoteId)
  }

  /** The last quote of a burst is written on the next turn, which costs less than to come back to it. */
  writeSoon(isLast: boolean): void {
    if (this.#unsaved.length === 0) return
    if (isLast) this.#writing.request('turn')
    else this.#writing.request()
  }

  /** Quotes that cannot be written are kept for the next time. */
  write(): void {
    this.#writing.cancel()
    if (this.#unsaved.length === 0) return
    const { quotes, budget, onUnsaved } = this.#deps
    try {
      quotes.append(this.#unsaved, () => budget().sent.fillReserve())
      this.#unsaved = []
      this.#isSaved = true
    } catch {
      this.#unsaved = this.#unsaved.slice(-maxUnsaved)
      if (this.#isSaved) onUnsaved()
      this.#isSaved = false
    }
  }
}
