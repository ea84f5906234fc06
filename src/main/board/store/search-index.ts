/**
 * Data that search reads: the index of words, and the order of selections.
 *
 * WordIndex finds the texts that have a word with a given beginning. A text is a part of selections (a game, a market, a
 * wording), known by a small number; each word lists the texts it is in.
 */
import { bytes, grow, shorts, integers, none } from '../columns/columns.ts'
import { Mark } from '../batch/batch.ts'
import type { Selections } from './selections.ts'
import type { GameFacts } from '../facts/game-facts.ts'

/** Further words of a query are ignored. */
export const maxQueryWords = 7
/** Bit of a hit that says the query's first word is a whole word; bits of the other words follow. */
export const firstWholeBit = maxQueryWords + 1

/** A word of a query, with its other meanings. */
export interface QueryWord {
  readonly typed: string
  /** Phrases it means; a text has a phrase when it has all of its words. */
  readonly phrases: readonly (readonly string[])[]
  /** Phrases that a longer form of the word would mean, and words spelled like it. */
  readonly guesses: readonly (readonly string[])[]
  /** A lowest count, `20+`: no beginning of another number, and never an under. */
  readonly isMinimum: boolean
  /** A short form of a market that is offered, `ml`: no beginning of a name such as MLC. */
  readonly isWhole: boolean
}

export interface Hits {
  /**
   * By text: bit n when one of its words begins with the query's nth word, or it has a phrase or guess of that word; bit
   * `firstWholeBit` + n when one of its words equals it, or it has a phrase. Bit `maxQueryWords` and the last are free.
   */
  readonly hits: Uint16Array
  /** Number of the query's words that are whole words of the index. */
  readonly wholeWords: number
}

export class WordIndex {
  readonly #texts = new Map<string, number[]>()
  #sorted: string[] = []
  #unsorted: string[] = []
  #hits = shorts(0)
  /** Number of a phrase's words in each text; 0 between two uses. */
  #counts = bytes(0)

  add(text: number, words: Iterable<string>): void {
    for (const word of words) {
      const texts = this.#texts.get(word)
      if (texts === undefined) {
        this.#texts.set(word, [text])
        this.#unsorted.push(word)
      } else texts.push(text)
    }
  }

  /** State as of the last `settle`: of each word, the number of texts it is in, and their ids. */
  toStored() {
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

  restore({ words, textCounts, texts }: ReturnType<WordIndex['toStored']>): void {
    let at = 0
    for (const [place, word] of words.entries()) {
      const count = textCounts[place] ?? 0
      this.#texts.set(word, Array.from(texts.subarray(at, at + count)))
      at += count
    }
    this.#sorted = [...words]
  }

  /** Sorts in the words added since the last call; they can be found from then on. */
  settle(): void {
    if (this.#unsorted.length === 0) return
    this.#sorted = mergeSorted(this.#sorted, this.#unsorted.sort())
    this.#unsorted = []
  }

  /** True when a text has exactly this word. */
  has(word: string): boolean {
    return this.#texts.has(word)
  }

  /** Words that begin with a letter, in alphabetical order. */
  *wordsFrom(letter: string): Generator<string> {
    for (let at = findLowerBound(this.#sorted, letter); at < this.#sorted.length; at++) {
      const word = this.#sorted[at] ?? ''
      if (!word.startsWith(letter)) return
      yield word
    }
  }

  /** The result is valid until the next call. */
  findHits(query: readonly QueryWord[], texts: number): Hits {
    const hits = (this.#hits = grow(this.#hits, texts, shorts)).fill(0)
    let wholeWords = 0
    for (const [place, { typed, phrases, guesses, isMinimum, isWhole }] of query
      .slice(0, maxQueryWords)
      .entries()) {
      const begun = 1 << place
      const whole = begun | (1 << (place + firstWholeBit))
      if (isMinimum || isWhole) setBits(hits, this.#texts.get(typed), isWhole ? whole : begun)
      else
        for (const word of this.wordsFrom(typed))
          setBits(hits, this.#texts.get(word), word === typed ? whole : begun)
      for (const phrase of phrases) this.#addPhrase(hits, phrase, whole)
      for (const guess of guesses) this.#addPhrase(hits, guess, begun)
      if (isMinimum) clearBits(hits, this.#texts.get('under'), whole)
      if (this.has(typed) || phrases.length > 0) wholeWords++
    }
    return { hits, wholeWords }
  }

  /** Sets the bits of the texts that have all words of the phrase. */
  #addPhrase(hits: Uint16Array, phrase: readonly string[], bits: number): void {
    const lists = phrase.map(word => this.#texts.get(word) ?? [])
    const [shortest = [], ...others] = lists.sort((a, b) => a.length - b.length)
    if (others.length === 0) setBits(hits, shortest, bits)
    if (shortest.length === 0 || others.length === 0) return
    const counts = (this.#counts = grow(this.#counts, hits.length, bytes))
    // A list may name a text twice, so it counts only a text that all lists before it have.
    for (const [place, list] of others.entries())
      for (const text of list) if (counts[text] === place) counts[text] = place + 1
    for (const text of shortest) if (counts[text] === others.length) hits[text] = (hits[text] ?? 0) | bits
    for (const list of others) for (const text of list) counts[text] = 0
  }
}

function setBits(hits: Uint16Array, texts: readonly number[] = [], bits: number): void {
  for (const text of texts) hits[text] = (hits[text] ?? 0) | bits
}

function clearBits(hits: Uint16Array, texts: readonly number[] = [], bits: number): void {
  for (const text of texts) hits[text] = (hits[text] ?? 0) & ~bits
}

function mergeSorted(left: readonly string[], right: readonly string[]): string[] {
  const all: string[] = []
  let at = 0
  for (const word of right) {
    for (; at < left.length && (left[at] ?? '') < word; at++) all.push(left[at] ?? '')
    all.push(word)
  }
  return all.concat(left.slice(at))
}

function findLowerBound(sorted: readonly string[], word: string): number {
  let from = 0
  let to = sorted.length
  while (from < to) {
    const middle = (from + to) >>> 1
    if ((sorted[middle] ?? '') < word) from = middle + 1
    else to = middle
  }
  return from
}

/**
 * Selections with an offer, in the order of search results that match equally well: main lines first, then by the start
 * of the game, then by load. The texts that search compares lie side by side, so that it reads memory from front to back.
 */
export interface SearchOrder {
  /** Selection at each place. */
  readonly rows: Uint32Array
  /** Text ids, as in `Selections`. */
  readonly market: Uint32Array
  readonly wording: Uint32Array
  /** Main lines, game by game. */
  readonly mains: readonly GameRun[]
  readonly others: readonly GameRun[]
}

/** Adjacent places of one game. */
export interface GameRun {
  /** Text id of the event. */
  readonly event: number
  readonly from: number
  readonly end: number
}

export function buildSearchOrder(selections: Selections, games: ReadonlyMap<number, GameFacts>): SearchOrder {
  const events = sortEventsByStart(games)
  const { runOf, counts } = assignRuns(selections, events)
  const runs = toRuns(counts, events)
  const length = runs.at(-1)?.end ?? 0
  const [rows, market, wording] = [integers(length), integers(length), integers(length)]
  const places = Uint32Array.from(runs, run => run.from)
  for (let row = 0; row < runOf.length; row++) {
    const run = runOf[row] ?? none
    if (run === none) continue
    const place = places[run] ?? none
    places[run] = place + 1
    rows[place] = row
    market[place] = selections.market[row] ?? none
    wording[place] = selections.wording[row] ?? none
  }
  return { rows, market, wording, mains: runs.slice(0, events.length), others: runs.slice(events.length) }
}

/** Earliest start first. */
function sortEventsByStart(games: ReadonlyMap<number, GameFacts>): number[] {
  const startOf = ({ game }: GameFacts) => game.startAt ?? Number.MAX_VALUE
  const byStart = [...games].sort(([, a], [, b]) => startOf(a) - startOf(b))
  return byStart.map(([event]) => event)
}

/** Returns the run of each selection (`none` without an offer), and the size of each run. */
function assignRuns({ count, event, firstOffer, marks }: Selections, events: readonly number[]) {
  const placeOf = integers(events.reduce((most, each) => Math.max(most, each + 1), 0))
  for (const [place, each] of events.entries()) placeOf[each] = place
  const runOf = integers(count)
  const counts = integers(events.length * 2)
  for (let row = 0; row < count; row++) {
    const others = (marks[row] ?? 0) & Mark.main ? 0 : events.length
    const run = firstOffer[row] === none ? none : others + (placeOf[event[row] ?? none] ?? 0)
    runOf[row] = run
    counts[run] = (counts[run] ?? 0) + 1
  }
  return { runOf, counts }
}

function toRuns(counts: Uint32Array, events: readonly number[]): GameRun[] {
  let end = 0
  return Array.from(counts, (count, run) => {
    const from = end
    end += count
    return { event: events[run % events.length] ?? none, from, end }
  })
}
