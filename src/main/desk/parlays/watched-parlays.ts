/**
 * The parlays watched and what is known of each cell, in memory, backed by the desk's file. An answer is written to
 * the quotes a moment after the screen has heard of it.
 */
import { Refusal } from '../../../shared/failure.ts'
import { priceBefore, type Cell } from '../../../shared/model/price/cell.ts'
import { fingerprintOf, type Leg, type Parlay } from '../../../shared/model/parlay/parlay.ts'
import { wasSent, type Quote, type QuoteOutcome } from '../../../shared/model/price/quote.ts'
import type { SentCalls } from '../budget/sent-calls.ts'
import type { NewParlay, ParlayStore } from './parlay-store.ts'
import type { Job } from '../planning/planner.ts'
import type { KeptQuote, QuoteStore } from '../quotes/quote-store.ts'

type Known = Pick<Cell, 'quote' | 'before'>

/** What the user says of a parlay. */
export type Said = Pick<Parlay, 'note' | 'fairPrice'>

/** A parlay on the desk; a book that is not in `known` has never answered. */
export interface Watched {
  readonly parlay: Parlay
  readonly known: Map<string, Known>
}

export interface WatchedOptions {
  readonly parlays: ParlayStore
  readonly quotes: QuoteStore
  readonly profileId: () => string
  /** The budget's reserve is written with the answers, where it is low. */
  readonly budget: () => { readonly sent: Pick<SentCalls, 'fillReserve'> }
}

/** Answers held at most while they cannot be written. */
const mostUnsaved = 10_000
/** What an end by force may cost of the price history. */
const saveWithinMs = 100
/** Of a cell with no answer yet. */
export const neverAsked: Known = { quote: null, before: null }

export class WatchedParlays {
  readonly #parlays: ParlayStore
  readonly #quotes: QuoteStore
  readonly #profileId: () => string
  readonly #budget: WatchedOptions['budget']
  readonly #onUnsaved: () => void
  #unsaved: KeptQuote[] = []
  #isSaved = true
  #saving: NodeJS.Timeout | undefined
  #byId = new Map<number, Watched>()

  /** `onUnsaved` is called when answers cannot be written, once until they can. */
  constructor({ parlays, quotes, profileId, budget }: WatchedOptions, onUnsaved: () => void) {
    this.#budget = budget
    this.#profileId = profileId
    this.#onUnsaved = onUnsaved
    this.#parlays = parlays
    this.#quotes = quotes
  }

  /** Reads all parlays watched under a profile in place of those held. */
  open(profileId: string): void {
    this.save()
    this.#byId = new Map(this.#parlays.watched(profileId).map(parlay => [parlay.id, this.#watch(parlay)]))
  }

  all(): Watched[] {
    return [...this.#byId.values()]
  }

  ids(): number[] {
    return [...this.#byId.keys()]
  }

  has(parlayId: number): boolean {
    return this.#byId.has(parlayId)
  }

  /** Throws Refusal when the parlay is not on the desk. */
  get(parlayId: number): Watched {
    const watched = this.#byId.get(parlayId)
    if (watched !== undefined) return watched
    throw new Refusal({ kind: 'not-found', what: 'the parlay, which is no longer on the desk' })
  }

  /** A parlay of the profile in use, also one that has left the desk. Throws Refusal when there is none. */
  parlay(parlayId: number): Parlay {
    const parlay = this.#byId.get(parlayId)?.parlay ?? this.#parlays.find(this.#profileId(), parlayId)
    if (parlay !== undefined) return parlay
    throw new Refusal({ kind: 'not-found', what: 'the parlay' })
  }

  find(keys: readonly string[]): Parlay | undefined {
    const wanted = fingerprintOf(keys)
    return this.all().find(({ parlay }) => fingerprintOf(parlay.legs.map(({ key }) => key)) === wanted)
      ?.parlay
  }

  add(profileId: string, parlay: NewParlay): Parlay {
    return this.#hold(this.#parlays.add(profileId, parlay))
  }

  describe(parlayId: number, said: Partial<Said>): void {
    const { parlay, known } = this.get(parlayId)
    const described = { ...parlay, ...said }
    this.#parlays.describe(described)
    this.#byId.set(parlayId, { parlay: described, known })
  }

  remove(parlayId: number, at: number): void {
    this.get(parlayId)
    this.#parlays.remove(parlayId, at)
    this.#byId.delete(parlayId)
  }

  /** Undoes a removal. Throws Refusal when the same legs have been added since, or it was another profile's. */
  restore(profileId: string, parlayId: number): Parlay {
    this.save()
    const parlay = this.#parlays.restore(profileId, parlayId)
    if (parlay !== undefined) return this.#hold(parlay)
    throw new Refusal({ kind: 'not-found', what: 'the removed parlay; its legs may be on the desk again' })
  }

  /** Takes the legs' newest offers. */
  replaceLegs(parlayId: number, legs: readonly Leg[]): void {
    const { parlay, known } = this.get(parlayId)
    this.#parlays.replaceOffers({ ...parlay, legs })
    this.#byId.set(parlayId, { parlay: { ...parlay, legs }, known })
  }

  known({ parlayId, bookId }: Job): Known {
    return this.get(parlayId).known.get(bookId) ?? neverAsked
  }

  /**
   * A quote of a cell by its number, also one that newer ones have followed, or whose parlay has left the desk;
   * undefined when it is not kept. Throws Refusal for a parlay of another profile.
   */
  quote(job: Job, quoteId: number): Quote | undefined {
    const { id } = this.parlay(job.parlayId)
    const last = this.#byId.get(id)?.known.get(job.bookId)?.quote
    if (last?.id === quoteId) return last
    const kept = this.#unsaved.find(each => each.quote.id === quoteId) ?? this.#quotes.find(quoteId)
    return kept?.parlayId === job.parlayId && kept.bookId === job.bookId ? kept.quote : undefined
  }

  /** What one cell was answered. A call that was never sent is shown, but no quote to keep. */
  record(job: Job, outcome: QuoteOutcome, at: number): void {
    const quote = { id: this.#quotes.nextId(), at, outcome }
    const before = priceBefore(this.known(job), outcome)
    this.get(job.parlayId).known.set(job.bookId, { quote, before })
    if (wasSent(outcome)) this.#unsaved.push({ ...job, quote, before })
  }

  /**
   * Writes the answers of a moment in one transaction: a durable one costs as much for thirty as for one. After the
   * last of them that is at once, which costs less than to come back to it.
   */
  saveSoon(isLast: boolean): void {
    if (this.#unsaved.length === 0) return
    if (isLast) setImmediate(() => this.save())
    else this.#saving ??= setTimeout(() => this.save(), saveWithinMs).unref()
  }

  /** Writes the answers not yet written. Those that cannot be are kept for the next time. */
  save(): void {
    clearTimeout(this.#saving)
    this.#saving = undefined
    if (this.#unsaved.length === 0) return
    try {
      this.#quotes.append(this.#unsaved, () => this.#budget().sent.fillReserve())
      this.#unsaved = []
      this.#isSaved = true
    } catch {
      this.#unsaved = this.#unsaved.slice(-mostUnsaved)
      if (this.#isSaved) this.#onUnsaved()
      this.#isSaved = false
    }
  }

  #hold(parlay: Parlay): Parlay {
    this.#byId.set(parlay.id, this.#watch(parlay))
    return parlay
  }

  #watch(parlay: Parlay): Watched {
    const last = this.#lastOf(parlay.id)
    return { parlay, known: new Map(last.map(({ bookId, quote, before }) => [bookId, { quote, before }])) }
  }

  /** Quotes are history: a parlay whose quotes cannot be read starts without, rather than not at all. */
  #lastOf(parlayId: number): ReturnType<QuoteStore['lastOf']> {
    try {
      return this.#quotes.lastOf(parlayId)
    } catch {
      return []
    }
  }
}
