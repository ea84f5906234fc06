/**
 * The parlays watched and what is known of each cell, in memory, backed by the desk's file. An answer is written to
 * the quotes in the same frame in which the screen hears of it.
 */
import { Refusal } from '../../shared/failure.ts'
import { priceBefore, type Cell } from '../../shared/model/cell.ts'
import { fingerprintOf, type Leg, type Parlay, type ParlayNote } from '../../shared/model/parlay.ts'
import { wasSent, type QuoteOutcome } from '../../shared/model/quote.ts'
import type { ParlayStore } from './parlay-store.ts'
import type { Job } from './planner.ts'
import type { KeptQuote, QuoteStore } from './quote-store.ts'

type Known = Pick<Cell, 'quote' | 'before'>

/** A parlay on the desk; a book that is not in `known` has never answered. */
export interface Watched {
  readonly parlay: Parlay
  readonly known: Map<string, Known>
}

/** Answers held at most while they cannot be written. */
const mostUnsaved = 10_000
const neverAsked: Known = { quote: null, before: null }

export class WatchedParlays {
  readonly #parlays: ParlayStore
  readonly #quotes: QuoteStore
  readonly #onUnsaved: () => void
  #unsaved: KeptQuote[] = []
  #isSaved = true
  #byId = new Map<number, Watched>()

  /** `onUnsaved` is called when answers cannot be written, once until they can. */
  constructor(parlays: ParlayStore, quotes: QuoteStore, onUnsaved: () => void) {
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

  find(keys: readonly string[]): Parlay | undefined {
    const wanted = fingerprintOf(keys)
    return this.all().find(({ parlay }) => fingerprintOf(parlay.legs.map(({ key }) => key)) === wanted)
      ?.parlay
  }

  add(profileId: string, parlay: Omit<Parlay, 'id'>): Parlay {
    return this.#hold(this.#parlays.add(profileId, parlay))
  }

  describe(parlayId: number, note: ParlayNote): void {
    const { parlay, known } = this.get(parlayId)
    this.#parlays.describe(parlayId, note)
    this.#byId.set(parlayId, { parlay: { ...parlay, note }, known })
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

  /** What one cell was answered. A call that was never sent is shown, but no quote to keep. */
  record(job: Job, outcome: QuoteOutcome, at: number): void {
    const quote = { id: this.#quotes.nextId(), at, outcome }
    const before = priceBefore(this.known(job), outcome)
    this.get(job.parlayId).known.set(job.bookId, { quote, before })
    if (wasSent(outcome)) this.#unsaved.push({ ...job, quote })
  }

  /** Writes the answers not yet written. Those that cannot be are kept for the next time. */
  save(): void {
    if (this.#unsaved.length === 0) return
    try {
      this.#quotes.append(this.#unsaved)
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
