/**
 * Brings a batch onto the board, in short steps, so that searches are answered between them. Of two offers of one
 * book and selection the later `updated` stays; where one does not say, or both say the same, that of the later load.
 */
import { parsePrice } from '../../shared/odds/price-parse.ts'
import { LeftOutCount, RowField, rowFields, type Batch, type BatchBook, type LeftOut } from './batch.ts'
import { bytes, none } from './columns.ts'
import type { OfferRow } from './offers.ts'
import type { ReaderTexts } from './reader-texts.ts'
import type { Store } from './store.ts'
import type { ToldGame } from './surroundings.ts'
import { searchWords } from './words.ts'

/** What a load speaks for: what the board has in it and the load does not is dropped. A field left out means all. */
export interface Scope {
  /** The source that brought an offer last. */
  readonly source?: string
  readonly book?: string
  readonly league?: string
}

export interface MergeOrder {
  /** Loads count from 1; the higher number was asked for later. */
  readonly load: number
  /** Epoch ms. */
  readonly at: number
  readonly replaces?: Scope
}

export interface Merged {
  readonly taken: number
  readonly replaced: number
  readonly leftOut: LeftOut[]
}

const rowsAStep = 2_048
const dropsAStep = 65_536

/** Runs to its end before the next merge begins; the board can be read at every step. */
export function* merge(store: Store, read: ReadBatch, order: MergeOrder): Generator<undefined, Merged> {
  const work = new Merge(store, read, order)
  work.addGames()
  yield* work.addOffers()
  if (order.replaces !== undefined) yield* work.dropUnseen(order.replaces)
  return work.finish()
}

export interface ReadBatch {
  readonly batch: Batch
  readonly texts: ReaderTexts
}

class Merge {
  readonly #store: Store
  readonly #batch: Batch
  readonly #order: MergeOrder
  readonly #texts: ReaderTexts
  /** From the batch's numbers to the board's. */
  readonly #priceIds: readonly number[]
  readonly #spellingIds: readonly number[]
  readonly #leftOut = new LeftOutCount()
  /** Offers that were here before and that this load has too, but older. */
  readonly #seen: Uint8Array
  #tokenAt = 0
  #taken = 0
  #replaced = 0

  constructor(store: Store, { batch, texts }: ReadBatch, order: MergeOrder) {
    this.#store = store
    this.#batch = batch
    this.#order = order
    this.#texts = texts
    texts.useIn(store)
    this.#priceIds = batch.prices.map(price => addPrice(store, price))
    this.#spellingIds = batch.books.map(book => addSpelling(store, book))
    this.#seen = bytes(order.replaces === undefined ? 0 : store.offers.count)
    for (const { reason, example, count } of batch.leftOut) this.#leftOut.add(reason, () => example, count)
  }

  addGames(): void {
    const { words, games } = this.#store
    for (const [place, told] of this.#batch.games) {
      const event = this.#texts.eventIdOf(place)
      const known = games.get(event)
      if (known?.isTold === true && !told.isTold) continue
      games.set(event, told)
      if (known === undefined || wordingOf(known) !== wordingOf(told))
        words.add(event, searchWords(wordingOf(told)))
    }
  }

  *addOffers(): Generator<undefined> {
    const { load } = this.#order
    this.#store.offers.beginLoad(load, this.#batch.tokens)
    for (let row = 0; row < this.#batch.updatedAt.length; row++) {
      this.#addOffer(row, this.#offerAt(row, row * rowFields))
      if (row % rowsAStep === 0) yield
    }
    this.#store.offers.endLoad(load)
  }

  #offerAt(row: number, at: number): OfferRow {
    const { rows, updatedAt } = this.#batch
    const textAt = (field: number) => this.#texts.idOf(rows[at + field] ?? none)
    const { selections } = this.#store
    const selection = selections.place(textAt(RowField.event), textAt(RowField.market), textAt(RowField.name))
    selections.wording[selection] = textAt(RowField.wording)
    const tokenAt = this.#tokenAt
    const sgpBytes = rows[at + RowField.sgpBytes] ?? 0
    const gradeBytes = rows[at + RowField.gradeBytes] ?? 0
    this.#tokenAt += sgpBytes + gradeBytes
    return {
      selection,
      book: this.#spellingIds[rows[at + RowField.book] ?? none] ?? none,
      load: this.#order.load,
      price: this.#priceIds[rows[at + RowField.price] ?? none] ?? none,
      // Nothing was updated after it was loaded; a clock that runs ahead must not win for ever.
      updatedAt: Math.min(updatedAt[row] ?? Number.NaN, this.#order.at),
      marks: rows[at + RowField.marks] ?? 0,
      tokenAt,
      sgpBytes,
      gradeBytes,
    }
  }

  #addOffer(row: number, offer: OfferRow): void {
    const before = this.#sameBook(offer)
    if (before !== none && this.#isOlder(offer, before)) {
      this.#seen[before] = 1
      this.#leftOut.add('The board has a later one of this book.', () => this.#oddsIdOf(row, offer))
      return
    }
    this.#taken++
    const oddsId = this.#batch.oddsIds.get(row)
    const place = before === none ? this.#link(offer) : this.#replace(before, offer)
    if (oddsId !== undefined) this.#store.oddsIds.set(place, oddsId)
  }

  #sameBook({ selection, book }: OfferRow): number {
    const { selections, offers, bookOfSpelling } = this.#store
    const wanted = bookOfSpelling[book]
    let offer = selections.firstOffer[selection] ?? none
    while (offer !== none && this.#store.bookOf(offer) !== wanted) offer = offers.next[offer] ?? none
    return offer
  }

  #isOlder(offer: OfferRow, before: number): boolean {
    const { updatedAt, load } = this.#store.offers
    const gap = offer.updatedAt - (updatedAt[before] ?? Number.NaN)
    return gap === 0 || Number.isNaN(gap) ? offer.load < (load[before] ?? 0) : gap < 0
  }

  #link(offer: OfferRow): number {
    const { selections, offers, books } = this.#store
    const place = offers.add(offer)
    offers.next[place] = selections.firstOffer[offer.selection] ?? none
    selections.firstOffer[offer.selection] = place
    selections.marks[offer.selection] = (selections.marks[offer.selection] ?? 0) | offer.marks
    const book = books[this.#store.bookOf(place)]
    if (book !== undefined) book.offers++
    return place
  }

  #replace(before: number, offer: OfferRow): number {
    const marksBefore = this.#store.offers.marks[before]
    this.#store.offers.replace(before, offer)
    this.#store.oddsIds.delete(before)
    if (marksBefore !== offer.marks) this.#remark(offer.selection)
    this.#replaced++
    return before
  }

  *dropUnseen(scope: Scope): Generator<undefined> {
    // A load that took nothing and left something out was not understood: it speaks for nothing.
    if (this.#batch.updatedAt.length === 0 && this.#batch.leftOut.length > 0) return
    const { offers } = this.#store
    for (let offer = 0; offer < offers.count; offer++) {
      const load = offers.load[offer] ?? 0
      const isOlder = load !== 0 && load < this.#order.load && this.#seen[offer] !== 1
      if (isOlder && this.#isInScope(offer, scope)) this.#drop(offer)
      if (offer % dropsAStep === 0) yield
    }
  }

  #isInScope(offer: number, { book, league }: Scope): boolean {
    if (book !== undefined && this.#store.books[this.#store.bookOf(offer)]?.id !== book) return false
    return (
      league === undefined ||
      this.#store.gameOf(this.#store.offers.selection[offer] ?? none).league === league
    )
  }

  #drop(offer: number): void {
    const { selections, offers, oddsIds, books } = this.#store
    const selection = offers.selection[offer] ?? none
    const after = offers.next[offer] ?? none
    let before = selections.firstOffer[selection] ?? none
    if (before === offer) selections.firstOffer[selection] = after
    else {
      while (offers.next[before] !== offer) before = offers.next[before] ?? none
      offers.next[before] = after
    }
    const book = books[this.#store.bookOf(offer)]
    if (book !== undefined) book.offers--
    offers.remove(offer)
    oddsIds.delete(offer)
    this.#remark(selection)
  }

  /** A selection has the marks of all its offers together. */
  #remark(selection: number): void {
    let marks = 0
    for (const offer of this.#store.offersOf(selection)) marks |= this.#store.offers.marks[offer] ?? 0
    this.#store.selections.marks[selection] = marks
  }

  #oddsIdOf(row: number, { selection, book }: OfferRow): string {
    const spelling = this.#store.spellings.list[book] ?? ''
    return this.#batch.oddsIds.get(row) ?? `${spelling}#${this.#store.lineOf(selection).key}`
  }

  finish(): Merged {
    this.#store.settle()
    return { taken: this.#taken, replaced: this.#replaced, leftOut: this.#leftOut.list() }
  }
}

const wordingOf = ({ game }: ToldGame) => `${game.title} ${game.short} ${game.league}`

function addPrice(store: Store, text: string): number {
  return store.prices.idOf(text, () => {
    const parsed = parsePrice(text, 'american')
    store.decimals.push(parsed.ok ? parsed.price.decimal : 0)
  })
}

function addSpelling(store: Store, { spelling, id, name, isReadable }: BatchBook): number {
  const { books } = store
  let number = books.findIndex(book => book.id === id)
  if (number < 0) number = books.push({ id, name, isReadable, offers: 0 }) - 1
  const known = books[number]
  if (known !== undefined && isReadable && !known.isReadable) books[number] = { ...known, name, isReadable }
  return store.spellings.idOf(spelling, () => store.bookOfSpelling.push(number))
}
