/**
 * Answers a query while it is typed. Every word of it must begin a word of the selection's game, market or name, in
 * any order. Selections with more whole words come first, then main lines, then earlier games: one pass in this order.
 */
import type { SearchAnswer, SearchFilter } from '../../../shared/model/game/board.ts'
import type { GameInfo, SelectionLine } from '../../../shared/model/game/selection.ts'
import { bytes, grown, integers, none, shorts } from '../columns/columns.ts'
import type { KeptKeys } from '../worker/protocol.ts'
import type { Store } from '../store/store.ts'
import type { ToldGame } from '../facts/game-facts.ts'
import { lineOf } from './views.ts'
import { firstWholeBit, mostWords } from '../store/word-index.ts'
import { queryWords } from '../facts/search-words.ts'

/** What one search works in, kept for the next: made anew, its megabytes would have memory collected while one types. */
const scratch = { places: integers(0), hits: shorts(0) }

export interface Search {
  readonly query: string
  /** Caps the selections shown, best first; groups stand in the order of their best one. */
  readonly limit: number
  readonly filter: SearchFilter
  readonly kept: KeptKeys
}

export function search(store: Store, { query, limit, filter, kept }: Search): SearchAnswer {
  const words = queryWords(query).slice(0, mostWords)
  const matches = narrowed(store, matchesOf(store, words, filter), filter.bookId)
  const pinned = new Set(kept.pinned)
  const groupsOf = (rows: readonly number[]) => grouped(store, rows, pinned)
  const keptRows = (keys: readonly string[]) =>
    query.trim() === '' && !narrows(filter) ? keys.map(key => store.find(key)).filter(row => row >= 0) : []
  return {
    total: matches.places.length,
    groups: groupsOf(best(store, matches, limit)),
    pinned: groupsOf(keptRows(kept.pinned)),
    recent: groupsOf(keptRows(kept.recent)),
  }
}

const narrows = ({ league, bookId, isLiveOnly, isMainOnly }: SearchFilter) =>
  league !== null || bookId !== null || isLiveOnly || isMainOnly

/** Places of the search order, from the first to the last, each with the `WordIndex.hits` of its texts together. */
interface Matches {
  readonly places: Uint32Array
  readonly hits: Uint16Array
  /** No match has more words of the query whole. */
  readonly wholeWords: number
}

function matchesOf(store: Store, words: readonly string[], filter: SearchFilter): Matches {
  const { rows, market, wording, mains, others } = store.searchOrder()
  const { hits: textHits, wholeWords } = store.words.hits(words, store.texts.list.length)
  const needed = (1 << words.length) - 1
  const places = (scratch.places = grown(scratch.places, rows.length, integers))
  const hits = (scratch.hits = grown(scratch.hits, rows.length, shorts))
  let found = 0
  for (const { event, from, end } of filter.isMainOnly ? mains : [...mains, ...others]) {
    if (!isWanted(store.games.get(event), filter)) continue
    const eventHit = textHits[event] ?? 0
    for (let place = from; place < end; place++) {
      const hit = eventHit | (textHits[market[place] ?? 0] ?? 0) | (textHits[wording[place] ?? 0] ?? 0)
      places[found] = place
      hits[found] = hit
      // 1 when all are there, else 0: a branch here is mispredicted so often that it doubles the time.
      found += (((hit & needed) ^ needed) - 1) >>> 31
    }
  }
  return { places: places.subarray(0, found), hits: hits.subarray(0, found), wholeWords }
}

function isWanted(told: ToldGame | undefined, { league, isLiveOnly }: SearchFilter): boolean {
  return (league === null || told?.game.league === league) && (!isLiveOnly || told?.game.isLive === true)
}

/** Those that have the book's token. In place, and without a branch. */
function narrowed(store: Store, matches: Matches, bookId: SearchFilter['bookId']): Matches {
  if (bookId === null) return matches
  const { places, hits, wholeWords } = matches
  const { rows } = store.searchOrder()
  const covered = store.coverage.of(store.books.findIndex(book => book.id === bookId))
  let found = 0
  for (let at = 0; at < places.length; at++) {
    const place = places[at] ?? 0
    const row = rows[place] ?? 0
    places[found] = place
    hits[found] = hits[at] ?? 0
    found += ((covered[row >>> 3] ?? 0) >>> (row & 7)) & 1
  }
  return { places: places.subarray(0, found), hits: hits.subarray(0, found), wholeWords }
}

/** How many bits are set in each number. */
const bitsIn = bytes(1 << mostWords)
for (let bits = 1; bits < bitsIn.length; bits++) bitsIn[bits] = (bitsIn[bits >>> 1] ?? 0) + (bits & 1)

/** The `limit` best selections: those with the most whole words, and of these the first in order. */
function best(store: Store, { places, hits, wholeWords }: Matches, limit: number): number[] {
  const { rows } = store.searchOrder()
  const { firstOffer } = store.selections
  const byWhole = Array.from({ length: wholeWords + 1 }, (): number[] => [])
  for (let at = 0; at < places.length; at++) {
    const whole = bitsIn[(hits[at] ?? 0) >>> firstWholeBit] ?? 0
    const found = byWhole[whole]
    if (found === undefined || found.length >= limit) continue
    const row = rows[places[at] ?? 0] ?? none
    // A load that is being merged may have dropped it.
    if (firstOffer[row] !== none) found.push(row)
    if (whole === wholeWords && found.length === limit) break
  }
  return byWhole.reverse().flat().slice(0, limit)
}

function grouped(store: Store, rows: readonly number[], pinned: ReadonlySet<string>): SearchAnswer['groups'] {
  const groups = new Map<number, { game: GameInfo; selections: SelectionLine[] }>()
  for (const row of rows) {
    const event = store.selections.event[row] ?? none
    const group = groups.get(event) ?? { game: store.gameOf(row), selections: [] }
    groups.set(event, group)
    group.selections.push(lineOf(store, row, pinned))
  }
  return [...groups.values()]
}
