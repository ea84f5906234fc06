/** The texts one reader has handed on, by its numbers for them, each with the board's number once that is known. */
import type { Batch } from '../batch/batch.ts'
import { grown, integers, none } from '../columns/columns.ts'
import type { Store } from './store.ts'
import { searchWords } from '../facts/search-words.ts'

export class ReaderTexts {
  readonly #texts: string[] = []
  #ids = integers(0)
  /** The board that the ids are of. */
  #store: Store | undefined

  /** The same with what a batch brings; other texts when the reader began anew. */
  with({ first, texts }: Batch): ReaderTexts {
    if (first === 0 && this.#texts.length > 0) return new ReaderTexts().#add(texts)
    return this.#add(texts)
  }

  #add(texts: readonly string[]): this {
    for (const text of texts) this.#texts.push(text)
    this.#ids = grown(this.#ids, this.#texts.length, length => integers(length).fill(none))
    return this
  }

  /** Makes the numbers those of this board. */
  useIn(store: Store): void {
    if (this.#store !== store) this.#ids.fill(none)
    this.#store = store
  }

  idOf(place: number): number {
    const id = this.#ids[place] ?? none
    return id === none ? this.#learn(place) : id
  }

  #learn(place: number): number {
    const text = this.#texts[place]
    if (this.#store === undefined || text === undefined) throw new Error(`text ${place} was not handed on`)
    const { texts, words } = this.#store
    const id = texts.idOf(text, added => words.add(added, searchWords(text)))
    this.#ids[place] = id
    return id
  }

  /** The same for an event: people search for its game's words, not for its id. */
  eventIdOf(place: number): number {
    const id = this.#store?.texts.idOf(this.#texts[place] ?? '') ?? none
    this.#ids[place] = id
    return id
  }
}
