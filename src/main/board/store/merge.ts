/**
 * Merges a batch into the store, in short steps, so that searches are answered between them. Of two offers of one book
 * and selection, the one with the later `updated` stays; without two different times, the one of the later load.
 */
import type { LoadReport } from '../../../shared/model/game/source.ts'
import { RowField, rowFields, type Batch, type BatchBook } from '../batch/batch.ts'
import { bytes, integers, release, none, grow } from '../columns/columns.ts'
import type { MergeOrder, Scope } from '../facts/load.ts'
import type { OfferRow } from './offers.ts'
import { offersPerStep, type Store } from './store.ts'
import { fillGaps, matchesLeague, toGameSearchText } from '../facts/game-facts.ts'
import { toSearchTerms } from '../facts/search-terms.ts'
import { cleanOddsId, LeftOutCounter } from '../batch/left-out.ts'

export type MergeResult = Pick<LoadReport, 'taken' | 'replaced' | 'leftOut'>

const olderThanBoard = 'Newer odds from this book are loaded.'

const keptUnseen = 'Kept from the last complete load: part of this one is unreadable.'

const rowsPerStep = 2_048

/**
 * Merges a batch in steps and yields the number of rows done. The store can be read between any two steps; the next
 * merge must wait for the end of this one. The batch is empty afterwards.
 */
export function* merge(store: Store, read: BatchToMerge, order: MergeOrder): Generator<number, MergeResult> {
  const work = new Merge(store, read, order)
  work.addGames()
  yield* work.addOffers()
  yield* work.dropUnseen()
  return work.finish()
}

export interface BatchToMerge {
  readonly batch: Batch
  readonly texts: ReaderTexts
}

class Merge {
  readonly #store: Store
  readonly #batch: Batch
  readonly #order: MergeOrder
  readonly #texts: ReaderTexts
  /** The store's numbers, indexed by those of the batch. */
  readonly #priceIds: readonly number[]
  readonly #spellingIds: readonly number[]
  readonly #ownLineIds: readonly number[]
  readonly #source: number
  /** The load's place in the order of loads. */
  readonly #rank: number
  readonly #leftOut = new LeftOutCounter()
  /** 1 for each offer of the store that this load has too, but older. */
  readonly #seen: Uint8Array
  #tokenAt = 0
  #taken = 0
  #replaced = 0

  constructor(store: Store, { batch, texts }: BatchToMerge, order: MergeOrder) {
    this.#store = store
    this.#batch = batch
    this.#order = order
    this.#texts = texts
    texts.bindTo(store)
    this.#priceIds = batch.prices.map(price => store.addPrice(price))
    this.#spellingIds = batch.books.map(book => addSpelling(store, book))
    this.#ownLineIds = batch.ownLines.map(ownLine => store.addOwnLine(ownLine))
    this.#source = store.sources.add(order.source.id)
    const { load, replaces, isAgain = false } = order
    this.#rank = (isAgain ? store.loads.rankOfSource(this.#source) : undefined) ?? load
    store.loads.begin({ load, source: this.#source, replaces, rank: this.#rank })
    this.#seen = bytes(replaces === undefined ? 0 : store.offers.count)
    for (const { reason, example, count } of batch.leftOut) this.#leftOut.add(reason, () => example, count)
  }

  addGames(): void {
    const { words, games } = this.#store
    for (const [place, game] of this.#batch.games) {
      const event = this.#texts.getEventId(place)
      const known = games.get(event)
      const [newer, older] = this.#order.isAgain === true ? [known, game] : [game, known]
      const filled = newer && older ? fillGaps(newer, older) : game
      games.set(event, filled)
      if (known === undefined || toGameSearchText(known) !== toGameSearchText(filled))
        words.add(event, toSearchTerms(toGameSearchText(filled)))
    }
  }

  *addOffers(): Generator<number> {
    const { load, at } = this.#order
    this.#store.offers.beginLoad(load, this.#batch.tokens, at)
    const count = this.#batch.updatedAt.length
    const selections = integers(rowsPerStep)
    for (let from = 0; from < count; from += rowsPerStep) {
      const end = Math.min(from + rowsPerStep, count)
      // A separate loop, because consecutive look-ups wait for memory together.
      for (let row = from; row < end; row++) selections[row - from] = this.#placeSelection(row * rowFields)
      for (let row = from; row < end; row++)
        this.#addOffer(row, this.#readOffer(row, selections[row - from] ?? none))
      yield end
    }
    this.#store.offers.endLoad(load)
  }

  #placeSelection(at: number): number {
    const { rows } = this.#batch
    const textAt = (field: number) => this.#texts.getId(rows[at + field] ?? none)
    const { selections } = this.#store
    const selection = selections.place(textAt(RowField.event), textAt(RowField.market), textAt(RowField.name))
    selections.wording[selection] = textAt(RowField.wording)
    return selection
  }

  #readOffer(row: number, selection: number): OfferRow {
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
      // An update time after the load comes from a clock that is ahead; it must not win for ever.
      updatedAt: Math.min(updatedAt[row] ?? Number.NaN, this.#order.at),
      marks: rows[at + RowField.marks] ?? 0,
      ownLine: this.#ownLineIds[rows[at + RowField.ownLine] ?? none] ?? 0,
      source: this.#source,
      tokenAt,
      sgpBytes,
      gradeBytes,
    }
  }

  #addOffer(row: number, offer: OfferRow): void {
    const before = this.#findSameBook(offer)
    const oddsId = this.#batch.oddsIds.get(row)
    if (before !== none && this.#isOlder(offer, before)) {
      this.#seen[before] = 1
      const by = this.#store.offers.source[before] ?? none
      if (by !== this.#source) this.#store.loads.override(offer.load, this.#source, by)
      this.#leftOut.add(olderThanBoard, () => oddsId ?? this.#store.joinOddsId(offer.selection, offer.book))
      return
    }
    this.#taken++
    const place = before === none ? this.#store.link(offer) : this.#replace(before, offer)
    if (oddsId !== undefined) this.#store.oddsIds.set(place, oddsId)
  }

  #findSameBook({ selection, book }: OfferRow): number {
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
      this.#store.loads.override(load[before] ?? 0, source[before] ?? none, this.#source)
    this.#store.replace(before, offer)
    this.#replaced++
    return before
  }

  /** Drops earlier offers that the load covers and does not have. Offers that may be in its unread parts stay. */
  *dropUnseen(): Generator<number> {
    const { replaces: scope, load } = this.#order
    if (scope === undefined) return
    const store = this.#store
    const { offers, loads } = store
    const [seen, rank, leftOut] = [this.#seen, this.#rank, this.#leftOut]
    const { ids, hasUnknown } = this.#batch.unread
    const unread = new Set(ids)
    const mayBeUnread = (offer: number) =>
      hasUnknown || (unread.size > 0 && unread.has(cleanOddsId(store.oddsIdOf(offer)) ?? ''))
    const events = findEvents(store, scope.league)
    for (let offer = 0; offer < offers.count; offer++) {
      const other = offers.load[offer] ?? 0
      const isBefore = other !== 0 && other !== load && seen[offer] !== 1 && loads.rankOf(other) <= rank
      if (isBefore && isInScope(store, offer, scope) && isOfEvents(store, offer, events)) {
        if (mayBeUnread(offer)) leftOut.add(keptUnseen, () => store.oddsIdOf(offer))
        else store.drop(offer)
      }
      if (offer % offersPerStep === 0) yield this.#batch.updatedAt.length
    }
  }

  finish(): MergeResult {
    this.#store.asOf = Math.max(this.#store.asOf ?? 0, this.#order.at)
    this.#store.settle()
    release(this.#batch.rows)
    release(this.#batch.updatedAt)
    return { taken: this.#taken, replaced: this.#replaced, leftOut: this.#leftOut.list() }
  }
}

/** Finds the events of a league; undefined for all. */
function findEvents(store: Store, league: string | undefined): Set<number> | undefined {
  if (league === undefined) return undefined
  const games = [...store.games].filter(([, game]) => matchesLeague(game, league))
  return new Set(games.map(([event]) => event))
}

function isInScope(store: Store, offer: number, { source, book }: Scope): boolean {
  const { books, offers, sources } = store
  if (source !== undefined && sources.list[offers.source[offer] ?? none] !== source) return false
  return book === undefined || books[store.bookOf(offer)]?.id === book
}

const isOfEvents = ({ selections, offers }: Store, offer: number, events: Set<number> | undefined) =>
  events?.has(selections.event[offers.selection[offer] ?? none] ?? none) ?? true

function addSpelling(store: Store, { spelling, id, name, isReadable }: BatchBook): number {
  const { books } = store
  let number = books.findIndex(book => book.id === id)
  if (number < 0) number = books.push({ id, name, isReadable, offers: 0 }) - 1
  const known = books[number]
  if (known !== undefined && isReadable && !known.isReadable) books[number] = { ...known, name, isReadable }
  return store.spellings.add(spelling, () => store.bookOfSpelling.push(number))
}

/** Texts of one reader, by the reader's numbers; each gets the store's number when first used. */
export class ReaderTexts {
  readonly #texts: string[] = []
  #ids = integers(0)
  /** Store that the ids belong to. */
  #store: Store | undefined

  /** Adds the texts of a batch; returns new ReaderTexts when the reader had forgotten its earlier texts. */
  addFrom({ first, texts }: Batch): ReaderTexts {
    if (first === 0 && this.#texts.length > 0) return new ReaderTexts().#add(texts)
    return this.#add(texts)
  }

  #add(texts: readonly string[]): this {
    for (const text of texts) this.#texts.push(text)
    this.#ids = grow(this.#ids, this.#texts.length, length => integers(length).fill(none))
    return this
  }

  /** Switches the ids to those of this store. */
  bindTo(store: Store): void {
    if (this.#store !== store) this.#ids.fill(none)
    this.#store = store
  }

  getId(place: number): number {
    const id = this.#ids[place] ?? none
    return id === none ? this.#addToStore(place) : id
  }

  #addToStore(place: number): number {
    const text = this.#texts[place]
    if (this.#store === undefined || text === undefined) throw new Error(`text ${place} was not handed on`)
    const { texts, words } = this.#store
    const id = texts.add(text, added => words.add(added, toSearchTerms(text)))
    this.#ids[place] = id
    return id
  }

  /** Id of an event. Its text is not searched: users search the words of its game. */
  getEventId(place: number): number {
    const id = this.#store?.texts.add(this.#texts[place] ?? '') ?? none
    this.#ids[place] = id
    return id
  }
}
