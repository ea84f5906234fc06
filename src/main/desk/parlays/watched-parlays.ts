/** The parlays on the desk with the last quote of each cell, in memory, backed by the desk's file. */
import { Refusal } from '../../../shared/failure.ts'
import { toFingerprint, type Leg, type Parlay } from '../../../shared/model/parlay/parlay.ts'
import { priceBefore, type Cell, type CellAddress } from '../../../shared/model/price/cell.ts'
import { wasSent, type Quote } from '../../../shared/model/price/quote.ts'
import type { QuoteStore, StoredQuote } from '../quotes/quote-store.ts'
import type { NewParlay, ParlayStore } from './parlay-store.ts'

type LastQuote = Pick<Cell, 'quote' | 'before'>

/** An answer, of this desk or by a member of its team. */
export type NewQuote = Omit<Quote, 'id'>

/** Fields of a parlay that the user sets. */
export type ParlayAnnotations = Pick<Parlay, 'note' | 'fairPrice' | 'group' | 'stakeMinor'>

export interface WatchedParlay {
  readonly parlay: Parlay
  /** By book; a book that has never answered has no entry. */
  readonly quotes: Map<string, LastQuote>
}

export interface WatchedParlaysDeps {
  readonly parlays: ParlayStore
  readonly quotes: QuoteStore
  readonly profileId: () => string
}

export const neverPriced: LastQuote = { quote: null, before: null }

export class WatchedParlays {
  readonly #deps: WatchedParlaysDeps
  readonly #onQuote: (cell: CellAddress, quote: Quote) => void
  /** In the order of addition, which is that of the ids. */
  #byId = new Map<number, WatchedParlay>()

  /** `onQuote` is called for each quote recorded. */
  constructor(deps: WatchedParlaysDeps, onQuote: (cell: CellAddress, quote: Quote) => void = () => {}) {
    this.#deps = deps
    this.#onQuote = onQuote
  }

  /** Replaces the parlays in memory by those of the profile in use. */
  open(): void {
    this.#deps.quotes.save()
    const parlays = this.#deps.parlays.watched(this.#deps.profileId())
    this.#byId = new Map(parlays.map(parlay => [parlay.id, this.#withQuotes(parlay)]))
  }

  all(): WatchedParlay[] {
    return [...this.#byId.values()]
  }

  ids(): number[] {
    return [...this.#byId.keys()]
  }

  has(parlayId: number): boolean {
    return this.#byId.has(parlayId)
  }

  /** Throws Refusal when the parlay is not on the desk. */
  get(parlayId: number): WatchedParlay {
    const watched = this.#byId.get(parlayId)
    if (watched !== undefined) return watched
    throw new Refusal({ kind: 'not-found', what: 'this parlay' })
  }

  /** A parlay of the profile in use, also a removed one. Throws Refusal when there is none. */
  parlay(parlayId: number): Parlay {
    const parlay =
      this.#byId.get(parlayId)?.parlay ?? this.#deps.parlays.find(this.#deps.profileId(), parlayId)
    if (parlay !== undefined) return parlay
    throw new Refusal({ kind: 'not-found', what: 'the parlay' })
  }

  /** The parlay on the desk with exactly these legs. */
  find(keys: readonly string[]): Parlay | undefined {
    const wanted = toFingerprint(keys)
    return this.all().find(({ parlay }) => toFingerprint(parlay.legs.map(({ key }) => key)) === wanted)
      ?.parlay
  }

  add(parlay: NewParlay): Parlay {
    return this.#watch(this.#deps.parlays.add(this.#deps.profileId(), parlay))
  }

  annotate(parlayIds: readonly number[], annotations: Partial<ParlayAnnotations>): void {
    const annotated = parlayIds.map(id => ({ ...this.get(id).parlay, ...annotations }))
    this.#deps.parlays.annotate(annotated)
    for (const parlay of annotated) this.#byId.set(parlay.id, { ...this.get(parlay.id), parlay })
  }

  remove(parlayId: number, at: number): void {
    this.get(parlayId)
    this.#deps.parlays.remove(parlayId, at)
    this.#byId.delete(parlayId)
  }

  /**
   * Undoes a removal: the parlay is back in its place, in the order of addition. Throws Refusal when the same legs have
   * been added since, or the parlay belongs to another profile.
   */
  restore(parlayId: number): Parlay {
    this.#deps.quotes.save()
    const parlay = this.#deps.parlays.restore(this.#deps.profileId(), parlayId)
    if (parlay === undefined)
      throw new Refusal({ kind: 'not-found', what: 'the removed parlay. It may be back on your desk' })
    this.#watch(parlay)
    this.#byId = new Map([...this.#byId].sort(([a], [b]) => a - b))
    return parlay
  }

  /** Replaces the legs by ones with newer offers. */
  replaceLegs(parlayId: number, legs: readonly Leg[]): void {
    const { parlay, quotes } = this.get(parlayId)
    this.#deps.parlays.replaceOffers({ ...parlay, legs })
    this.#byId.set(parlayId, { parlay: { ...parlay, legs }, quotes })
  }

  lastQuote({ parlayId, bookId }: CellAddress): LastQuote {
    return this.get(parlayId).quotes.get(bookId) ?? neverPriced
  }

  /**
   * A quote of a cell by its number, also an older one, or one of a removed parlay. Throws Refusal when it is not
   * stored, and for a parlay of another profile.
   */
  quote(cell: CellAddress, quoteId: number): Quote {
    const { id } = this.parlay(cell.parlayId)
    const last = this.#byId.get(id)?.quotes.get(cell.bookId)?.quote
    if (last?.id === quoteId) return last
    const stored = this.#deps.quotes.find(quoteId)
    if (stored?.parlayId === cell.parlayId && stored.bookId === cell.bookId) return stored.quote
    throw new Refusal({ kind: 'not-found', what: 'the price on screen' })
  }

  /** Records the outcome for one cell. That of a call that was never sent is shown but not stored. */
  record(cell: CellAddress, answer: NewQuote): void {
    const { outcome } = answer
    const quote = { id: this.#deps.quotes.nextId(), ...answer }
    const before = priceBefore(this.lastQuote(cell), outcome)
    this.get(cell.parlayId).quotes.set(cell.bookId, { quote, before })
    if (wasSent(outcome)) this.#deps.quotes.add({ ...cell, quote, before })
    this.#onQuote(cell, quote)
  }

  #watch(parlay: Parlay): Parlay {
    this.#byId.set(parlay.id, this.#withQuotes(parlay))
    return parlay
  }

  #withQuotes(parlay: Parlay): WatchedParlay {
    const last = this.#readLastQuotes(parlay.id)
    return { parlay, quotes: new Map(last.map(({ bookId, quote, before }) => [bookId, { quote, before }])) }
  }

  /** A parlay whose quotes cannot be read is shown without prices. */
  #readLastQuotes(parlayId: number): StoredQuote[] {
    try {
      return this.#deps.quotes.lastQuotes(parlayId)
    } catch {
      return []
    }
  }
}
