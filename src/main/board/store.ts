/**
 * The board itself, inside its worker: selections with their offers by book, the texts these are made of, and the
 * index of words over them. `merge.ts` writes it; here it is read.
 */
import type { Leg, Offer } from '../../shared/model/parlay.ts'
import { splitOddsId, type GameInfo, type SelectionLine } from '../../shared/model/selection.ts'
import { integers, none } from './columns.ts'
import { Offers } from './offers.ts'
import { Selections } from './selections.ts'
import type { ToldGame } from './surroundings.ts'
import { TextTable } from './text-table.ts'
import { WordIndex } from './word-index.ts'

export interface KnownBook {
  readonly id: string
  readonly name: string
  /** False while the name is only the id again. */
  readonly isReadable: boolean
  offers: number
}

export interface Sizes {
  readonly selections: number
  readonly offers: number
  readonly books: number
  readonly games: number
}

export class Store {
  readonly selections = new Selections()
  readonly offers = new Offers()
  readonly words = new WordIndex()
  readonly texts = new TextTable()
  /** By the text id of the event. */
  readonly games = new Map<number, ToldGame>()
  /** Single prices as written, with their decimal odds; 0 where the text is no price. */
  readonly prices = new TextTable()
  readonly decimals: number[] = []
  readonly books: KnownBook[] = []
  /** Books as odds ids spell them, each with the number of its book. An offer names its spelling. */
  readonly spellings = new TextTable()
  readonly bookOfSpelling: number[] = []
  /** By offer, odds ids that are more than their parts joined. */
  readonly oddsIds = new Map<number, string>()
  /** Games in order of their start, by the text id of the event. */
  gameOrder = integers(0)

  /** Ends a change: what was added can be searched, in order. */
  settle(): void {
    this.words.settle()
    const startOf = ({ game }: ToldGame) => game.startAt ?? Number.MAX_VALUE
    const games = [...this.games].sort(([, a], [, b]) => startOf(a) - startOf(b))
    this.gameOrder = integers(this.texts.list.length).fill(games.length)
    for (const [place, [event]] of games.entries()) this.gameOrder[event] = place
  }

  sizes(): Sizes {
    const { count, firstOffer, event } = this.selections
    const isOffered = new Uint8Array(this.texts.list.length)
    let selections = 0
    for (let row = 0; row < count; row++) {
      if (firstOffer[row] === none) continue
      selections++
      isOffered[event[row] ?? none] = 1
    }
    const games = isOffered.reduce((sum, each) => sum + each, 0)
    const books = this.books.filter(book => book.offers > 0).length
    return { selections, offers: this.offers.live, books, games }
  }

  bookOf(offer: number): number {
    return this.bookOfSpelling[this.offers.book[offer] ?? none] ?? none
  }

  /** The selection of a key, -1 when it is not offered. */
  find(key: string): number {
    const parts = splitOddsId(`book#${key}`)
    if (parts === undefined) return -1
    const [event = none, market = none, name = none] = [parts.event, parts.market, parts.name].map(text =>
      this.texts.find(text),
    )
    const row = this.selections.find(event, market, name)
    return row >= 0 && this.selections.firstOffer[row] !== none ? row : -1
  }

  *offersOf(selection: number): Generator<number> {
    let offer = this.selections.firstOffer[selection] ?? none
    for (; offer !== none; offer = this.offers.next[offer] ?? none) yield offer
  }

  gameOf(selection: number): GameInfo {
    const event = this.selections.event[selection] ?? none
    const told = this.games.get(event)
    if (told === undefined) throw new Error(`selection ${selection} has no game`)
    return told.game
  }

  lineOf(selection: number): SelectionLine {
    const { market, name, key } = this.#wordsOf(selection)
    const offers = [...this.offersOf(selection)]
    const books = offers.filter(offer => this.offers.hasSgp(offer)).length
    return { key, name, market, books, price: this.#bestPrice(offers) }
  }

  legOf(selection: number): Leg {
    const { market, name, key } = this.#wordsOf(selection)
    const offers = [...this.offersOf(selection)].map(offer => this.#offer(offer, key))
    return { key, name, market, game: this.gameOf(selection), offers }
  }

  #wordsOf(selection: number) {
    const textOf = (id: number | undefined) => this.texts.list[id ?? none] ?? ''
    const event = textOf(this.selections.event[selection])
    const market = textOf(this.selections.market[selection])
    const name = textOf(this.selections.name[selection])
    return { market, name, key: `${event}#${market}#${name}` }
  }

  #offer(offer: number, key: string): Offer {
    const spelling = this.spellings.list[this.offers.book[offer] ?? none] ?? ''
    return {
      bookId: this.books[this.bookOf(offer)]?.id ?? '',
      oddsId: this.oddsIds.get(offer) ?? `${spelling}#${key}`,
      sgp: this.offers.sgpOf(offer),
      grade: this.offers.gradeOf(offer),
      price: this.#priceOf(offer),
    }
  }

  #priceOf(offer: number): string | null {
    const text = this.prices.list[this.offers.price[offer] ?? none] ?? ''
    return text === '' ? null : text
  }

  /** The price that pays most; null when no offer has one that can be read. */
  #bestPrice(offers: readonly number[]): string | null {
    const decimalOf = (offer: number) => this.decimals[this.offers.price[offer] ?? none] ?? 0
    const best = offers.reduce(
      (top, offer) => (decimalOf(offer) > decimalOf(top) ? offer : top),
      offers[0] ?? none,
    )
    return decimalOf(best) > 0 ? this.#priceOf(best) : null
  }
}
