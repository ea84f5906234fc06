/**
 * Finds the texts that have a word with a given beginning. A text is a part of selections (a game, a market, a
 * wording) known by a small number; each word lists the texts it is in.
 */
import { grown, shorts } from '../columns/columns.ts'

/** More words than this in one query are not looked at. */
export const mostWords = 7
/** The bit of `hits` that says the first word of the query is there whole; the others follow. */
export const firstWholeBit = mostWords + 1

/** The index as it is stored: of each word in turn, how many texts it is in, and which. */
export interface FlatIndex {
  readonly words: readonly string[]
  readonly textCounts: Uint32Array
  readonly texts: Uint32Array
}

/** Which texts have which of a query's words. */
export interface Hits {
  /**
   * By text: bit n when one of its words begins with the query's nth, and bit `firstWholeBit` + n when one is the nth
   * itself. The bit between is left to the caller.
   */
  readonly hits: Uint16Array
  /** How many of the query's words there are as they are, in whichever text. */
  readonly wholeWords: number
}

export class WordIndex {
  readonly #texts = new Map<string, number[]>()
  #sorted: string[] = []
  #unsorted: string[] = []
  #hits = shorts(0)

  add(text: number, words: Iterable<string>): void {
    for (const word of words) {
      const texts = this.#texts.get(word)
      if (texts !== undefined) {
        texts.push(text)
        continue
      }
      this.#texts.set(word, [text])
      this.#unsorted.push(word)
    }
  }

  /** As of the last `settle`. */
  flat(): FlatIndex {
    const lists = this.#sorted.map(word => this.#texts.get(word) ?? [])
    const textCounts = Uint32Array.from(lists, list => list.length)
    const texts = new Uint32Array(textCounts.reduce((sum, count) => sum + count, 0))
    let at = 0
    for (const list of lists) {
      texts.set(list, at)
      at += list.length
    }
    return { words: this.#sorted, textCounts, texts }
  }

  restore({ words, textCounts, texts }: FlatIndex): void {
    let at = 0
    for (const [place, word] of words.entries()) {
      const count = textCounts[place] ?? 0
      this.#texts.set(word, Array.from(texts.subarray(at, at + count)))
      at += count
    }
    this.#sorted = [...words]
  }

  /** Makes the words added since the last time findable. */
  settle(): void {
    if (this.#unsorted.length === 0) return
    this.#sorted = merged(this.#sorted, this.#unsorted.sort())
    this.#unsorted = []
  }

  /** What is answered holds until the next call. */
  hits(query: readonly string[], texts: number): Hits {
    const hits = (this.#hits = grown(this.#hits, texts, shorts)).fill(0)
    let wholeWords = 0
    for (const [place, beginning] of query.slice(0, mostWords).entries()) {
      for (let at = lowerBound(this.#sorted, beginning); at < this.#sorted.length; at++) {
        const word = this.#sorted[at] ?? ''
        if (!word.startsWith(beginning)) break
        const isWhole = word === beginning
        if (isWhole) wholeWords++
        const bits = (1 << place) | (isWhole ? 1 << (place + firstWholeBit) : 0)
        for (const text of this.#texts.get(word) ?? []) hits[text] = (hits[text] ?? 0) | bits
      }
    }
    return { hits, wholeWords }
  }
}

function merged(left: readonly string[], right: readonly string[]): string[] {
  const all: string[] = []
  let at = 0
  for (const word of right) {
    for (; at < left.length && (left[at] ?? '') < word; at++) all.push(left[at] ?? '')
    all.push(word)
  }
  return all.concat(left.slice(at))
}

function lowerBound(sorted: readonly string[], word: string): number {
  let from = 0
  let to = sorted.length
  while (from < to) {
    const middle = (from + to) >>> 1
    if ((sorted[middle] ?? '') < word) from = middle + 1
    else to = middle
  }
  return from
}
