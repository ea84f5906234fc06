/**
 * The board itself, inside its worker: selections with their offers by book, the texts these are made of, and the
 * index of words over them. `merge.ts` writes it; here its parts are kept true to each other. `views.ts` reads it.
 */
import { parsePrice } from '../../../shared/odds/price-parse.ts'
import type { PriceFormat } from '../../../shared/odds/price.ts'
import { splitOddsId, type GameInfo } from '../../../shared/model/game/selection.ts'
import { bytes, none } from '../columns/columns.ts'
import { Coverage } from '../columns/coverage.ts'
import { LoadHistory } from './load-history.ts'
import { Offers, type OfferRow } from './offers.ts'
import { searchOrderOf, type SearchOrder } from './search-order.ts'
import { Selections } from './selections.ts'
import type { ToldGame } from '../facts/game-facts.ts'
import { TextTable } from '../columns/text-table.ts'
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

/** Stands in for sources that were removed from a board stored by an earlier version. */
const removedSource = 'removed'

/** What an offer has a number for fits in 16 bits; what is told beside an id and does not fit is not kept. */
const mostTold = 0xffff

export class Store {
  readonly selections = new Selections()
  readonly offers = new Offers()
  /** The selections each book offers, and of these those it has an sgp token for. */
  readonly offered = new Coverage()
  readonly coverage = new Coverage()
  readonly words = new WordIndex()
  readonly texts = new TextTable()
  /** By the text id of the event. */
  readonly games = new Map<number, ToldGame>()
  /** Single prices as written, with their decimal odds; 0 where the text is no price. */
  readonly prices = new TextTable()
  readonly decimals: number[] = []
  /** What offers tell beside their ids; the empty text is 0. */
  readonly told = new TextTable()
  readonly books: KnownBook[] = []
  /** Books as odds ids spell them, each with the number of its book. An offer names its spelling. */
  readonly spellings = new TextTable()
  readonly bookOfSpelling: number[] = []
  /** Sources by id, and how many offers each brought. */
  readonly sources = new TextTable()
  readonly offersOfSource: number[] = []
  readonly loads = new LoadHistory()
  /** By offer, odds ids that are more than their parts joined. */
  readonly oddsIds = new Map<number, string>()
  /** When the last load came, epoch ms. */
  asOf: number | null = null
  /** 1 for each event with an offer, by its text id. */
  isOffered = bytes(0)
  #priceFormat: PriceFormat = 'american'
  #offeredSelections = 0
  #searchOrder: SearchOrder | undefined

  constructor() {
    this.told.idOf('')
  }

  /** Ends a change: what was added can be searched, in order, and is counted. */
  settle(): void {
    this.words.settle()
    this.#searchOrder = undefined
    this.#countOffered()
  }

  /** Made when it is first asked for after a change, and kept until the next. */
  searchOrder(): SearchOrder {
    return (this.#searchOrder ??= searchOrderOf(this.selections, this.games))
  }

  #countOffered(): void {
    const { count, firstOffer, event } = this.selections
    this.isOffered = bytes(this.texts.list.length)
    this.#offeredSelections = 0
    for (let row = 0; row < count; row++) {
      if (firstOffer[row] === none) continue
      this.#offeredSelections++
      this.isOffered[event[row] ?? none] = 1
    }
  }

  /** As of the last `settle`. */
  sizes(): Sizes {
    const games = this.isOffered.reduce((sum, each) => sum + each, 0)
    const books = this.books.filter(book => book.offers > 0).length
    return { selections: this.#offeredSelections, offers: this.offers.live, books, games }
  }

  /** Those of games with an offer, by name. */
  leagues(): string[] {
    const leagues = new Set<string>()
    for (const [event, { game }] of this.games) if (this.isOffered[event] === 1) leagues.add(game.league)
    leagues.delete('')
    return [...leagues].sort()
  }

  /** Sources that have offers. */
  offersBySource(): Map<string, number> {
    const counts = this.sources.list.map((id, place) => [id, this.offersOfSource[place] ?? 0] as const)
    return new Map(counts.filter(([, count]) => count > 0))
  }

  /** Of each source that has loaded, those that overrode something of it; also ones removed since. */
  overriddenBy(): Map<string, Set<string>> {
    const idOf = (source: number) => this.sources.list[source] ?? removedSource
    const all = [...this.loads.overriddenBy()]
    return new Map(all.map(([source, winners]) => [idOf(source), new Set([...winners].map(idOf))]))
  }

  numberOfPrice(text: string): number {
    return this.prices.idOf(text, () => this.decimals.push(this.#decimalOf(text)))
  }

  /** Says what single prices are written in: nothing in odds objects does. American until then. */
  readPricesIn(format: PriceFormat): void {
    if (format === this.#priceFormat) return
    this.#priceFormat = format
    for (const [place, text] of this.prices.list.entries()) this.decimals[place] = this.#decimalOf(text)
  }

  #decimalOf(text: string): number {
    const parsed = parsePrice(text, this.#priceFormat)
    return parsed.ok ? parsed.price.decimal : 0
  }

  numberOfTold(text: string): number {
    const isFull = this.told.list.length > mostTold
    return isFull ? (this.told.find(text) ?? 0) : this.told.idOf(text)
  }

  /** Adds the first offer of its book to a selection. */
  link(offer: OfferRow): number {
    const { selections, offers } = this
    const place = offers.add(offer)
    offers.next[place] = selections.firstOffer[offer.selection] ?? none
    selections.firstOffer[offer.selection] = place
    selections.marks[offer.selection] = (selections.marks[offer.selection] ?? 0) | offer.marks
    this.#count(place, 1)
    return place
  }

  /** Puts an offer in the place of an earlier one of its book and selection. */
  replace(place: number, offer: OfferRow): void {
    const marksBefore = this.offers.marks[place]
    this.#count(place, -1)
    this.offers.replace(place, offer)
    this.oddsIds.delete(place)
    this.#count(place, 1)
    if (marksBefore !== offer.marks) this.#remark(offer.selection)
  }

  drop(offer: number): void {
    const { selections, offers } = this
    const selection = offers.selection[offer] ?? none
    const after = offers.next[offer] ?? none
    let before = selections.firstOffer[selection] ?? none
    if (before === offer) selections.firstOffer[selection] = after
    else {
      while (offers.next[before] !== offer) before = offers.next[before] ?? none
      offers.next[before] = after
    }
    this.#count(offer, -1)
    offers.remove(offer)
    this.oddsIds.delete(offer)
    this.#remark(selection)
  }

  /** Counts an offer in, or out, wherever offers are counted. */
  #count(offer: number, by: 1 | -1): void {
    const number = this.bookOf(offer)
    const book = this.books[number]
    if (book !== undefined) book.offers += by
    const source = this.offers.source[offer] ?? none
    this.offersOfSource[source] = (this.offersOfSource[source] ?? 0) + by
    const selection = this.offers.selection[offer] ?? none
    this.offered.set(number, selection, by > 0)
    this.coverage.set(number, selection, by > 0 && this.offers.hasSgp(offer))
  }

  /** Counts all offers anew, as a board read from a file needs it. */
  recount(): void {
    for (const book of this.books) book.offers = 0
    this.offersOfSource.length = 0
    for (let offer = 0; offer < this.offers.count; offer++)
      if (this.offers.load[offer] !== 0) this.#count(offer, 1)
  }

  /** A selection has the marks of all its offers together. */
  #remark(selection: number): void {
    let marks = 0
    for (const offer of this.offersOf(selection)) marks |= this.offers.marks[offer] ?? 0
    this.selections.marks[selection] = marks
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

  /** Whether the game of a key has an offer, as of the last `settle`. */
  isGameKnown(key: string): boolean {
    const event = this.texts.find(splitOddsId(`book#${key}`)?.event ?? '')
    return event !== undefined && this.isOffered[event] === 1
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
}
