/**
 * Last prices of single legs, by book: those requested for a hedge, those of parlays of one leg on the desk, and those
 * that came with the odds. The newest counts.
 */
import type { Book } from '../../../shared/model/game/book.ts'
import type { Row } from '../../../shared/model/parlay/desk.ts'
import type { Leg } from '../../../shared/model/parlay/parlay.ts'
import type { QuoteOutcome } from '../../../shared/model/price/quote.ts'
import { parsePrice } from '../../../shared/odds/price-parse.ts'
import type { PriceFormat } from '../../../shared/odds/price.ts'

/** A selection with the time of each book's offer, epoch ms; without books whose time is not known. */
export interface TimedLeg {
  readonly leg: Leg
  readonly asOf: ReadonlyMap<string, number>
}

export interface SinglePricesDeps {
  /** Parlays of the desk, with a cell for each shown book. */
  readonly rows: () => readonly Row[]
  /** Format of the single prices that came with odds objects. */
  readonly singlesFormat: () => PriceFormat
  /** Asks one book for one price, ahead of background calls. Must not reject for failures of service or network. */
  readonly ask: (book: Book, tokens: readonly string[], signal: AbortSignal) => Promise<QuoteOutcome>
  readonly now: () => number
}

export interface LastPrice {
  /** Null when it is not known. */
  readonly at: number | null
  readonly outcome: QuoteOutcome
}

/** A book to be asked for one selection. */
export interface SingleRequest {
  readonly book: Book
  readonly key: string
  readonly token: string
}

/** Older requested prices are of no use. */
const maxKeptMs = 3_600_000

export class SinglePrices {
  readonly #deps: SinglePricesDeps
  readonly #asked = new Map<string, LastPrice & { readonly at: number }>()

  constructor(deps: SinglePricesDeps) {
    this.#deps = deps
  }

  find({ leg, asOf }: TimedLeg, bookId: string): LastPrice | undefined {
    const known = [
      this.#asked.get(toEntryKey(leg.key, bookId)),
      this.#findOnDesk(leg.key, bookId),
      this.#findListed(leg, bookId, asOf.get(bookId) ?? null),
    ].filter(price => price !== undefined)
    return known.toSorted((a, b) => (b.at ?? 0) - (a.at ?? 0))[0]
  }

  /** Asks all of these together. Answers that come after `signal` was aborted are dropped. */
  async ask(requests: readonly SingleRequest[], signal: AbortSignal): Promise<void> {
    const { ask, now } = this.#deps
    for (const [key, { at }] of this.#asked) if (now() - at > maxKeptMs) this.#asked.delete(key)
    await Promise.all(
      requests.map(async ({ book, key, token }) => {
        const outcome = await ask(book, [token], signal)
        if (!signal.aborted) this.#asked.set(toEntryKey(key, book.id), { at: now(), outcome })
      }),
    )
  }

  /** Forgets the prices that were requested, as those of another profile. */
  clear(): void {
    this.#asked.clear()
  }

  #findOnDesk(key: string, bookId: string): LastPrice | undefined {
    const row = this.#deps.rows().find(({ legs }) => legs.length === 1 && legs[0]?.key === key)
    return row?.cells.find(cell => cell.bookId === bookId)?.quote ?? undefined
  }

  #findListed({ offers }: Leg, bookId: string, at: number | null): LastPrice | undefined {
    const text = offers.find(offer => offer.bookId === bookId)?.price ?? null
    const format = this.#deps.singlesFormat()
    const parsed = text === null ? undefined : parsePrice(text, format)
    if (text === null || parsed?.ok !== true) return undefined
    const price = { text, format, decimal: parsed.price.decimal }
    return { at, outcome: { kind: 'priced', price, links: null, limits: null } }
  }
}

const toEntryKey = (key: string, bookId: string): string => `${bookId} ${key}`
