/** A board without what is offered no more: selections of games that are over, and the texts that only these had. */
import { none } from '../columns/columns.ts'
import { Store } from './store.ts'
import { wordingOf } from '../facts/game-facts.ts'
import { searchWords } from '../facts/search-words.ts'

/** Below this nothing is worth the work. */
const fewRows = 10_000

/** Whether most of its selections have lost all their offers. */
export function isMostlyGone(store: Store): boolean {
  return store.selections.count > Math.max(fewRows, store.sizes().selections * 2)
}

/** The same board, made anew of what is offered. */
export function compacted(store: Store): Store {
  const compact = new Compaction(store)
  compact.copyTables()
  compact.copyGames()
  for (let row = 0; row < store.selections.count; row++) compact.copySelection(row)
  return compact.finish()
}

class Compaction {
  readonly #from: Store
  readonly #to = new Store()
  readonly #columns

  constructor(store: Store) {
    this.#from = store
    this.#columns = store.offers.columns()
  }

  /** Numbers of what is small stay; so do loads. */
  copyTables(): void {
    const { prices, told, spellings, sources, books, bookOfSpelling, offers, loads } = this.#from
    for (const price of prices.list) this.#to.numberOfPrice(price)
    for (const text of told.list) this.#to.numberOfTold(text)
    for (const spelling of spellings.list) this.#to.spellings.idOf(spelling)
    for (const source of sources.list) this.#to.sources.idOf(source)
    this.#to.books.push(...books.map(book => ({ ...book, offers: 0 })))
    this.#to.bookOfSpelling.push(...bookOfSpelling)
    this.#to.loads.restore(loads.toStored())
    for (const [load, tokens, at] of offers.tokens()) this.#to.offers.beginLoad(load, tokens, at)
  }

  /** Those with an offer, in the order they were met. */
  copyGames(): void {
    for (const [id, told] of this.#from.games) {
      if (this.#from.isOffered[id] !== 1) continue
      const event = this.#event(id)
      this.#to.games.set(event, told)
      this.#to.words.add(event, searchWords(wordingOf(told)))
    }
  }

  copySelection(row: number): void {
    const { firstOffer, event, market, name, wording } = this.#from.selections
    if (firstOffer[row] === none) return
    const { selections } = this.#to
    const [eventId, marketId, nameId] = [
      this.#event(event[row]),
      this.#text(market[row]),
      this.#text(name[row]),
    ]
    const selection = selections.place(eventId, marketId, nameId)
    selections.wording[selection] = this.#text(wording[row])
    // A chain is built from its end.
    for (const offer of [...this.#from.offersOf(row)].reverse()) this.#copyOffer(offer, selection)
  }

  #copyOffer(offer: number, selection: number): void {
    const of = (column: ArrayLike<number>) => column[offer] ?? 0
    const { book, load, price, updatedAt, marks, told, source, tokenAt, sgpBytes, gradeBytes } = this.#columns
    const place = this.#to.link({
      selection,
      book: of(book),
      load: of(load),
      price: of(price),
      updatedAt: of(updatedAt),
      marks: of(marks),
      told: of(told),
      source: of(source),
      tokenAt: of(tokenAt),
      sgpBytes: of(sgpBytes),
      gradeBytes: of(gradeBytes),
    })
    const oddsId = this.#from.oddsIds.get(offer)
    if (oddsId !== undefined) this.#to.oddsIds.set(place, oddsId)
  }

  #text(id = none): number {
    const text = this.#from.texts.list[id] ?? ''
    return this.#to.texts.idOf(text, added => this.#to.words.add(added, searchWords(text)))
  }

  #event(id = none): number {
    return this.#to.texts.idOf(this.#from.texts.list[id] ?? '')
  }

  finish(): Store {
    for (const load of this.#from.offers.facts().loads) this.#to.offers.endLoad(load)
    this.#to.asOf = this.#from.asOf
    this.#to.settle()
    return this.#to
  }
}
