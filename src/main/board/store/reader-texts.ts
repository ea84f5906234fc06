/** Texts that one reader has handed on, by the reader's numbers; each gets the store's number when first used. */
import type { Batch } from '../batch/batch.ts'
import { grow, integers, none } from '../columns/columns.ts'
import type { Store } from './store.ts'
import { toSearchWords } from '../facts/search-terms.ts'

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
    const id = texts.add(text, added => words.add(added, toSearchWords(text)))
    this.#ids[place] = id
    return id
  }

  /** Id of an event, whose text is not searched: users search for the words of its game. */
  getEventId(place: number): number {
    const id = this.#store?.texts.add(this.#texts[place] ?? '') ?? none
    this.#ids[place] = id
    return id
  }
}
