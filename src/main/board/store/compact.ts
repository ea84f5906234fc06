/** Copies a store without selections that are no longer offered and the texts that only they used. */
import { none } from '../columns/columns.ts'
import { Store } from './store.ts'
import { toGameSearchText } from '../facts/game-facts.ts'
import { toSearchTerms } from '../facts/search-terms.ts'

/** Smaller stores are not compacted. */
const minRows = 10_000

/** True when most selections have lost all their offers. */
export function isMostlyGone(store: Store): boolean {
  return store.selections.count > Math.max(minRows, store.sizes().selections * 2)
}

export function compact(store: Store): Store {
  const compact = new Compaction(store)
  compact.copyTables()
  compact.copyGames()
  for (let row = 0; row < store.selections.count; row++) compact.copySelection(row)
  return compact.finish()
}

class Compaction {
  readonly #from: Store
  readonly #to = new Store()

  constructor(store: Store) {
    this.#from = store
  }

  /** Small tables keep their numbers; so do loads. */
  copyTables(): void {
    const { prices, ownLines, spellings, sources, books, bookOfSpelling, offers, loads } = this.#from
    for (const price of prices.list) this.#to.addPrice(price)
    for (const ownLine of ownLines.list) this.#to.addOwnLine(ownLine)
    for (const spelling of spellings.list) this.#to.spellings.add(spelling)
    for (const source of sources.list) this.#to.sources.add(source)
    this.#to.books.push(...books.map(book => ({ ...book, offers: 0 })))
    this.#to.bookOfSpelling.push(...bookOfSpelling)
    this.#to.loads.restore(loads.toStored())
    for (const [load, tokens, at] of offers.tokens()) this.#to.offers.beginLoad(load, tokens, at)
  }

  /** Copies games with an offer, in their order. */
  copyGames(): void {
    for (const [id, game] of this.#from.games) {
      if (this.#from.isOffered[id] !== 1) continue
      const event = this.#copyEvent(id)
      this.#to.games.set(event, game)
      this.#to.words.add(event, toSearchTerms(toGameSearchText(game)))
    }
  }

  copySelection(row: number): void {
    const { firstOffer, event, market, name, wording } = this.#from.selections
    if (firstOffer[row] === none) return
    const eventId = this.#copyEvent(event[row])
    const { selections } = this.#to
    const selection = selections.place(eventId, this.#copyText(market[row]), this.#copyText(name[row]))
    selections.wording[selection] = this.#copyText(wording[row])
    // Chains are built from the end.
    for (const offer of [...this.#from.offersOf(row)].reverse()) this.#copyOffer(offer, selection)
  }

  #copyOffer(offer: number, selection: number): void {
    const place = this.#to.link({ ...this.#from.offers.read(offer), selection })
    const oddsId = this.#from.oddsIds.get(offer)
    if (oddsId !== undefined) this.#to.oddsIds.set(place, oddsId)
  }

  #copyText(id = none): number {
    const text = this.#from.texts.list[id] ?? ''
    return this.#to.texts.add(text, added => this.#to.words.add(added, toSearchTerms(text)))
  }

  #copyEvent(id = none): number {
    return this.#to.texts.add(this.#from.texts.list[id] ?? '')
  }

  finish(): Store {
    for (const load of this.#from.offers.toStored().loads) this.#to.offers.endLoad(load)
    this.#to.asOf = this.#from.asOf
    this.#to.settle()
    return this.#to
  }
}
