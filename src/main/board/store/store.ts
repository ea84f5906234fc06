/**
 * The board's data: selections with their offers by book, the texts they are made of, and the word index over these.
 * The store keeps its parts consistent; `merge.ts` changes it, `query/` reads it.
 */
import { parsePrice } from '../../../shared/odds/price-parse.ts'
import type { PriceFormat } from '../../../shared/odds/price.ts'
import type { BoardStatus } from '../../../shared/model/game/board.ts'
import { splitOddsId, type GameInfo } from '../../../shared/model/game/selection.ts'
import { bytes, none, BitTable, TextTable } from '../columns/columns.ts'
import { LoadHistory } from './load-history.ts'
import { Offers, type OfferRow } from './offers.ts'
import { buildSearchOrder, type SearchOrder, WordIndex } from './search-index.ts'
import { Selections } from './selections.ts'
import type { GameFacts } from '../facts/game-facts.ts'

export interface KnownBook {
  readonly id: string
  readonly name: string
  /** False while the name is the bare id. */
  readonly isReadable: boolean
  offers: number
}

export type Sizes = Pick<BoardStatus, 'selections' | 'offers' | 'games'>

/** Stands in for sources that were removed from a board stored by an earlier version. */
const removedSource = 'removed'

/** An offer has 16 bits for the number of its own line; further lines are not stored. */
const maxOwnLines = 0xffff

/** Offers checked in one step of a drop, between two searches. */
export const offersPerStep = 65_536

export class Store {
  readonly selections = new Selections()
  readonly offers = new Offers()
  /** Selections each book offers. */
  readonly offered = new BitTable()
  /** Selections each book has an sgp token for. */
  readonly offeredForParlay = new BitTable()
  readonly words = new WordIndex()
  readonly texts = new TextTable()
  /** Games by the text id of the event. */
  readonly games = new Map<number, GameFacts>()
  /** Single prices as written. */
  readonly prices = new TextTable()
  /** Decimal odds of each price; 0 when the text is not a price. */
  readonly decimals: number[] = []
  /** Texts of `describeOwnLine`; the empty text is 0. */
  readonly ownLines = new TextTable()
  readonly books: KnownBook[] = []
  /** Books as odds ids spell them; an offer has the number of its spelling. */
  readonly spellings = new TextTable()
  readonly bookOfSpelling: number[] = []
  /** Ids of sources. */
  readonly sources = new TextTable()
  readonly offersOfSource: number[] = []
  readonly loads = new LoadHistory()
  /** Odds ids that differ from their cleaned parts joined, by offer. */
  readonly oddsIds = new Map<number, string>()
  /** Time of the last load, epoch ms. */
  asOf: number | null = null
  /** 1 for each event with an offer, by the text id of the event. */
  isOffered = bytes(0)
  #priceFormat: PriceFormat = 'american'
  /** Books that the user has hidden. */
  #hidden: ReadonlySet<string> = new Set()
  #offeredSelections = 0
  #searchOrder: SearchOrder | undefined

  constructor() {
    this.ownLines.add('')
  }

  /** Ends a change: updates the word index, the search order and the counts. */
  settle(): void {
    this.words.settle()
    this.#searchOrder = undefined
    this.#countOffered()
  }

  /** Built at the first request after a change, and kept until the next change. */
  searchOrder(): SearchOrder {
    return (this.#searchOrder ??= buildSearchOrder(this.selections, this.games))
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

  /** Counts as of the last `settle`. */
  sizes(): Sizes {
    const games = this.isOffered.reduce((sum, each) => sum + each, 0)
    return { selections: this.#offeredSelections, offers: this.offers.live, games }
  }

  /** Leagues of games with an offer, sorted by name. */
  leagues(): string[] {
    const leagues = new Set<string>()
    for (const [event, { game }] of this.games) if (this.isOffered[event] === 1) leagues.add(game.league)
    leagues.delete('')
    return [...leagues].sort()
  }

  /** Number of offers of each source that has any. */
  offersBySource(): Map<string, number> {
    const counts = this.sources.list.map((id, place) => [id, this.offersOfSource[place] ?? 0] as const)
    return new Map(counts.filter(([, count]) => count > 0))
  }

  /** Ids of the sources that overrode offers of each source that has loaded, removed ones included. */
  overriddenBy(): Map<string, Set<string>> {
    const idOf = (source: number) => this.sources.list[source] ?? removedSource
    const all = [...this.loads.overriddenBy()]
    return new Map(all.map(([source, winners]) => [idOf(source), new Set([...winners].map(idOf))]))
  }

  addPrice(text: string): number {
    return this.prices.add(text, () => this.decimals.push(this.#parseDecimal(text)))
  }

  /** Sets the format of single prices, which odds objects do not name. American by default. */
  readPricesIn(format: PriceFormat): void {
    if (format === this.#priceFormat) return
    this.#priceFormat = format
    for (const [place, text] of this.prices.list.entries()) this.decimals[place] = this.#parseDecimal(text)
  }

  /** Hides the offers of these books from the user until the next call: a hidden book is not updated. */
  hideBooks(ids: ReadonlySet<string>): void {
    this.#hidden = ids
  }

  get hasHiddenBooks(): boolean {
    return this.#hidden.size > 0
  }

  isHidden(bookId: string): boolean {
    return this.#hidden.has(bookId)
  }

  /** True when a book that is not hidden offers the selection, in a parlay or alone. */
  isShown(selection: number): boolean {
    if (!this.hasHiddenBooks) return true
    for (const offer of this.offersOf(selection)) if (!this.isHiddenOffer(offer)) return true
    return false
  }

  isHiddenOffer(offer: number): boolean {
    return this.hasHiddenBooks && this.isHidden(this.books[this.bookOf(offer)]?.id ?? '')
  }

  #parseDecimal(text: string): number {
    const parsed = parsePrice(text, this.#priceFormat)
    return parsed.ok ? parsed.price.decimal : 0
  }

  addOwnLine(text: string): number {
    const isFull = this.ownLines.list.length > maxOwnLines
    return isFull ? (this.ownLines.find(text) ?? 0) : this.ownLines.add(text)
  }

  /** Adds the first offer of a book to a selection. */
  link(offer: OfferRow): number {
    const { selections, offers } = this
    const place = offers.add(offer)
    offers.next[place] = selections.firstOffer[offer.selection] ?? none
    selections.firstOffer[offer.selection] = place
    selections.marks[offer.selection] = (selections.marks[offer.selection] ?? 0) | offer.marks
    this.#count(place, 1)
    return place
  }

  /** Replaces an offer by another of its book and selection. */
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

  /** Drops all offers that the source brought last, and its load history, in steps. */
  *dropSource(id: string): Generator<number> {
    const source = this.sources.find(id)
    if (source === undefined) return
    const { offers } = this
    for (let offer = 0; offer < offers.count; offer++) {
      if (offers.load[offer] !== 0 && offers.source[offer] === source) this.drop(offer)
      if (offer % offersPerStep === 0) yield offer
    }
    this.loads.drop(source)
    this.settle()
  }

  /** Adds an offer to all counts, or subtracts it. */
  #count(offer: number, by: 1 | -1): void {
    const number = this.bookOf(offer)
    const book = this.books[number]
    if (book !== undefined) book.offers += by
    const source = this.offers.source[offer] ?? none
    this.offersOfSource[source] = (this.offersOfSource[source] ?? 0) + by
    const selection = this.offers.selection[offer] ?? none
    this.offered.set(number, selection, by > 0)
    this.offeredForParlay.set(number, selection, by > 0 && this.offers.hasSgp(offer))
  }

  /** Counts all offers again, for a board read from a file. */
  recount(): void {
    for (const book of this.books) book.offers = 0
    this.offersOfSource.length = 0
    for (let offer = 0; offer < this.offers.count; offer++)
      if (this.offers.load[offer] !== 0) this.#count(offer, 1)
  }

  /** Updates the marks of a selection: those of all its offers together. */
  #remark(selection: number): void {
    let marks = 0
    for (const offer of this.offersOf(selection)) marks |= this.offers.marks[offer] ?? 0
    this.selections.marks[selection] = marks
  }

  bookOf(offer: number): number {
    return this.bookOfSpelling[this.offers.book[offer] ?? none] ?? none
  }

  /** Returns the selection of a key, -1 when it is not offered. */
  find(key: string): number {
    const parts = splitOddsId(`book#${key}`)
    if (parts === undefined) return -1
    const [event = none, market = none, name = none] = [parts.event, parts.market, parts.name].map(text =>
      this.texts.find(text),
    )
    const row = this.selections.find(event, market, name)
    return row >= 0 && this.selections.firstOffer[row] !== none ? row : -1
  }

  /** True when the game of a key has an offer, as of the last `settle`. */
  isGameKnown(key: string): boolean {
    const event = this.texts.find(splitOddsId(`book#${key}`)?.event ?? '')
    if (event === undefined || this.isOffered[event] !== 1) return false
    return !this.hasHiddenBooks || this.#listSelections(event).some(row => this.isShown(row))
  }

  #listSelections(event: number): number[] {
    const { rows, mains, others } = this.searchOrder()
    return [...mains, ...others]
      .filter(run => run.event === event)
      .flatMap(({ from, end }) => [...rows.subarray(from, end)])
  }

  *offersOf(selection: number): Generator<number> {
    let offer = this.selections.firstOffer[selection] ?? none
    for (; offer !== none; offer = this.offers.next[offer] ?? none) yield offer
  }

  keyPartsOf(selection: number): { market: string; name: string; key: string } {
    const textAt = (column: Uint32Array) => this.texts.list[column[selection] ?? none] ?? ''
    const { event, market, name } = this.selections
    const parts = { market: textAt(market), name: textAt(name) }
    return { ...parts, key: `${textAt(event)}#${parts.market}#${parts.name}` }
  }

  /** Odds id of an offer as its text had it. */
  oddsIdOf(offer: number): string {
    const { selection, book } = this.offers
    return this.oddsIds.get(offer) ?? this.joinOddsId(selection[offer] ?? none, book[offer] ?? none)
  }

  /** `spelling` is the number of a book's spelling. */
  joinOddsId(selection: number, spelling: number): string {
    return `${this.spellings.list[spelling] ?? ''}#${this.keyPartsOf(selection).key}`
  }

  gameOf(selection: number): GameInfo {
    const event = this.selections.event[selection] ?? none
    const facts = this.games.get(event)
    if (facts === undefined) throw new Error(`selection ${selection} has no game`)
    return facts.game
  }
}
