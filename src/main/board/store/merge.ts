/**
 * Brings a batch onto the board, in short steps, so that searches are answered between them. Of two offers of one
 * book and selection the later `updated` stays; where one does not say, or both say the same, that of the later load.
 */
import {
  LeftOutCount,
  RowField,
  rowFields,
  type Batch,
  type BatchBook,
  type LeftOut,
} from '../batch/batch.ts'
import { bytes, integers, letGo, none } from '../columns/columns.ts'
import { dropUnseen } from './drops.ts'
import type { MergeOrder } from '../facts/load.ts'
import type { OfferRow } from './offers.ts'
import type { ReaderTexts } from './reader-texts.ts'
import type { Store } from './store.ts'
import { filledFrom, wordingOf } from '../facts/game-facts.ts'
import { joinedId } from '../query/views.ts'
import { searchWords } from '../facts/search-words.ts'

export interface Merged {
  readonly taken: number
  readonly replaced: number
  readonly leftOut: LeftOut[]
}

const olderThanBoard = 'The board has a later one of this book.'

const rowsAStep = 2_048

/**
 * Runs to its end before the next merge begins; the board can be read at every step. Yields how many of the batch's
 * rows are done. The batch is used up.
 */
export function* merge(store: Store, read: ReadBatch, order: MergeOrder): Generator<number, Merged> {
  const work = new Merge(store, read, order)
  work.addGames()
  yield* work.addOffers()
  for (const drops = work.drops(); drops.next().done !== true;) yield read.batch.updatedAt.length
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
  readonly #toldIds: readonly number[]
  readonly #source: number
  /** The load's place among the others. */
  readonly #rank: number
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
    this.#priceIds = batch.prices.map(price => store.numberOfPrice(price))
    this.#spellingIds = batch.books.map(book => addSpelling(store, book))
    this.#toldIds = batch.told.map(told => store.numberOfTold(told))
    this.#source = store.sources.idOf(order.source.id)
    const { load, replaces, isAgain = false } = order
    this.#rank = (isAgain ? store.loads.rankOfSource(this.#source) : undefined) ?? load
    store.loads.begin({ load, source: this.#source, replaces, rank: this.#rank })
    this.#seen = bytes(replaces === undefined ? 0 : store.offers.count)
    for (const { reason, example, count } of batch.leftOut) this.#leftOut.add(reason, () => example, count)
  }

  addGames(): void {
    const { words, games } = this.#store
    for (const [place, game] of this.#batch.games) {
      const event = this.#texts.eventIdOf(place)
      const known = games.get(event)
      const [newer, older] = this.#order.isAgain === true ? [known, game] : [game, known]
      const told = newer && older ? filledFrom(newer, older) : game
      games.set(event, told)
      if (known === undefined || wordingOf(known) !== wordingOf(told))
        words.add(event, searchWords(wordingOf(told)))
    }
  }

  *addOffers(): Generator<number> {
    const { load, at } = this.#order
    this.#store.offers.beginLoad(load, this.#batch.tokens, at)
    const count = this.#batch.updatedAt.length
    const selections = integers(rowsAStep)
    for (let from = 0; from < count; from += rowsAStep) {
      const end = Math.min(from + rowsAStep, count)
      // A loop of its own: look-ups wait for memory, and those that nothing else stands between wait together.
      for (let row = from; row < end; row++) selections[row - from] = this.#selectionAt(row * rowFields)
      for (let row = from; row < end; row++)
        this.#addOffer(row, this.#offerAt(row, selections[row - from] ?? none))
      yield end
    }
    this.#store.offers.endLoad(load)
  }

  #selectionAt(at: number): number {
    const { rows } = this.#batch
    const textAt = (field: number) => this.#texts.idOf(rows[at + field] ?? none)
    const { selections } = this.#store
    const selection = selections.place(textAt(RowField.event), textAt(RowField.market), textAt(RowField.name))
    selections.wording[selection] = textAt(RowField.wording)
    return selection
  }

  #offerAt(row: number, selection: number): OfferRow {
    const { rows, updatedAt } = this.#batch
    const at = row * rowFields
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
      told: this.#toldIds[rows[at + RowField.told] ?? none] ?? 0,
      source: this.#source,
      tokenAt,
      sgpBytes,
      gradeBytes,
    }
  }

  #addOffer(row: number, offer: OfferRow): void {
    const before = this.#sameBook(offer)
    if (before !== none && this.#isOlder(offer, before)) {
      this.#seen[before] = 1
      const by = this.#store.offers.source[before] ?? none
      if (by !== this.#source) this.#store.loads.override({ load: offer.load, source: this.#source }, by)
      this.#leftOut.add(olderThanBoard, () => this.#oddsIdOf(row, offer))
      return
    }
    this.#taken++
    const oddsId = this.#batch.oddsIds.get(row)
    const place = before === none ? this.#store.link(offer) : this.#replace(before, offer)
    if (oddsId !== undefined) this.#store.oddsIds.set(place, oddsId)
  }

  #sameBook({ selection, book }: OfferRow): number {
    const { selections, offers, offered, bookOfSpelling } = this.#store
    const wanted = bookOfSpelling[book] ?? none
    if (!offered.has(wanted, selection)) return none
    let offer = selections.firstOffer[selection] ?? none
    while (offer !== none && this.#store.bookOf(offer) !== wanted) offer = offers.next[offer] ?? none
    return offer
  }

  #isOlder(offer: OfferRow, before: number): boolean {
    const { offers, loads } = this.#store
    const gap = offer.updatedAt - (offers.updatedAt[before] ?? Number.NaN)
    const isSame = gap === 0 || Number.isNaN(gap)
    return isSame ? this.#rank < loads.rankOf(offers.load[before] ?? 0) : gap < 0
  }

  #replace(before: number, offer: OfferRow): number {
    const { source, load } = this.#store.offers
    if (source[before] !== this.#source)
      this.#store.loads.override({ load: load[before] ?? 0, source: source[before] ?? none }, this.#source)
    this.#store.replace(before, offer)
    this.#replaced++
    return before
  }

  /** Drops what the load speaks for and does not have. */
  *drops(): Generator<number> {
    const { replaces: scope, load } = this.#order
    if (scope === undefined) return
    const { unread } = this.#batch
    const [rank, seen, leftOut] = [this.#rank, this.#seen, this.#leftOut]
    yield* dropUnseen(this.#store, { scope, load, rank, seen, unread, leftOut })
  }

  #oddsIdOf(row: number, { selection, book }: OfferRow): string {
    return this.#batch.oddsIds.get(row) ?? joinedId(this.#store, selection, book)
  }

  finish(): Merged {
    this.#store.asOf = Math.max(this.#store.asOf ?? 0, this.#order.at)
    this.#store.settle()
    letGo(this.#batch.rows)
    letGo(this.#batch.updatedAt)
    return { taken: this.#taken, replaced: this.#replaced, leftOut: this.#leftOut.list() }
  }
}

function addSpelling(store: Store, { spelling, id, name, isReadable }: BatchBook): number {
  const { books } = store
  let number = books.findIndex(book => book.id === id)
  if (number < 0) number = books.push({ id, name, isReadable, offers: 0 }) - 1
  const known = books[number]
  if (known !== undefined && isReadable && !known.isReadable) books[number] = { ...known, name, isReadable }
  return store.spellings.idOf(spelling, () => store.bookOfSpelling.push(number))
}
