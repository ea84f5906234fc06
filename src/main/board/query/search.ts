/**
 * Search of selections while a query is typed. Every word of the query must begin a word of the selection's game,
 * market or name, in any order. Selections with more whole words come first, then main lines, then earlier games.
 */
import type { SearchAnswer, SearchFilter } from '../../../shared/model/game/board.ts'
import type { GameInfo, SelectionLine } from '../../../shared/model/game/selection.ts'
import { bytes, grow, integers, none, shorts } from '../columns/columns.ts'
import type { Store } from '../store/store.ts'
import type { GameFacts } from '../facts/game-facts.ts'
import { toSelectionLine } from './legs.ts'
import { firstWholeBit, maxQueryWords } from '../store/search-index.ts'
import { splitQuery } from '../facts/search-terms.ts'

/** Memory that every search reuses: new megabytes with each keystroke would run the garbage collector. */
const scratch = { places: integers(0), hits: shorts(0) }

/** Keys of the selections the user keeps, newest first. */
export interface KeptKeys {
  readonly pinned: readonly string[]
  readonly recent: readonly string[]
}

export interface SearchRequest {
  readonly query: string
  /** Number of selections returned, best first; groups are in the order of their best one. */
  readonly limit: number
  readonly filter: SearchFilter
  readonly kept: KeptKeys
}

export function search(store: Store, { query, limit, filter, kept }: SearchRequest): SearchAnswer {
  const words = splitQuery(query).slice(0, maxQueryWords)
  const matches = filterByBook(store, findMatches(store, words, filter), filter.bookId)
  const pinned = new Set(kept.pinned)
  const groupsOf = (rows: readonly number[]) => groupByGame(store, rows, pinned)
  const keptRows = (keys: readonly string[]) =>
    query.trim() === '' && !isNarrowing(filter)
      ? keys.map(key => store.find(key)).filter(row => row >= 0)
      : []
  return {
    total: matches.places.length,
    groups: groupsOf(pickBest(store, matches, limit)),
    pinned: groupsOf(keptRows(kept.pinned)),
    recent: groupsOf(keptRows(kept.recent)),
  }
}

const isNarrowing = ({ league, bookId, isLiveOnly, isMainOnly }: SearchFilter) =>
  league !== null || bookId !== null || isLiveOnly || isMainOnly

/** Places in the search order, ascending, each with the hits (`WordIndex.findHits`) of its texts together. */
interface Matches {
  readonly places: Uint32Array
  readonly hits: Uint16Array
  /** Most whole words that a match can have. */
  readonly wholeWords: number
}

function findMatches(store: Store, words: readonly string[], filter: SearchFilter): Matches {
  const { rows, market, wording, mains, others } = store.searchOrder()
  const { hits: textHits, wholeWords } = store.words.findHits(words, store.texts.list.length)
  const needed = (1 << words.length) - 1
  const places = (scratch.places = grow(scratch.places, rows.length, integers))
  const hits = (scratch.hits = grow(scratch.hits, rows.length, shorts))
  let found = 0
  for (const { event, from, end } of filter.isMainOnly ? mains : [...mains, ...others]) {
    if (!matchesFilter(store.games.get(event), filter)) continue
    const eventHit = textHits[event] ?? 0
    for (let place = from; place < end; place++) {
      const hit = eventHit | (textHits[market[place] ?? 0] ?? 0) | (textHits[wording[place] ?? 0] ?? 0)
      places[found] = place
      hits[found] = hit
      // Adds 1 when all words hit, else 0: a branch here is mispredicted so often that it doubles the time.
      found += (((hit & needed) ^ needed) - 1) >>> 31
    }
  }
  return { places: places.subarray(0, found), hits: hits.subarray(0, found), wholeWords }
}

function matchesFilter(facts: GameFacts | undefined, { league, isLiveOnly }: SearchFilter): boolean {
  return (league === null || facts?.game.league === league) && (!isLiveOnly || facts?.game.isLive === true)
}

/** Keeps the selections that the book offers for parlays. In place, and without a branch. */
function filterByBook(store: Store, matches: Matches, bookId: SearchFilter['bookId']): Matches {
  if (bookId === null) return matches
  const { places, hits, wholeWords } = matches
  const { rows } = store.searchOrder()
  const covered = store.offeredForParlay.getBits(store.books.findIndex(book => book.id === bookId))
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

/** Number of set bits of each number. */
const bitCounts = bytes(1 << maxQueryWords)
for (let bits = 1; bits < bitCounts.length; bits++)
  bitCounts[bits] = (bitCounts[bits >>> 1] ?? 0) + (bits & 1)

/** Returns the `limit` best selections: most whole words first, then by the search order. */
function pickBest(store: Store, { places, hits, wholeWords }: Matches, limit: number): number[] {
  const { rows } = store.searchOrder()
  const { firstOffer } = store.selections
  const byWhole = Array.from({ length: wholeWords + 1 }, (): number[] => [])
  for (let at = 0; at < places.length; at++) {
    const whole = bitCounts[(hits[at] ?? 0) >>> firstWholeBit] ?? 0
    const found = byWhole[whole]
    if (found === undefined || found.length >= limit) continue
    const row = rows[places[at] ?? 0] ?? none
    // A merge under way may have dropped it.
    if (firstOffer[row] !== none) found.push(row)
    if (whole === wholeWords && found.length === limit) break
  }
  return byWhole.reverse().flat().slice(0, limit)
}

function groupByGame(
  store: Store,
  rows: readonly number[],
  pinned: ReadonlySet<string>,
): SearchAnswer['groups'] {
  const groups = new Map<number, { game: GameInfo; selections: SelectionLine[] }>()
  for (const row of rows) {
    const event = store.selections.event[row] ?? none
    const group = groups.get(event) ?? { game: store.gameOf(row), selections: [] }
    groups.set(event, group)
    group.selections.push(toSelectionLine(store, row, pinned))
  }
  return [...groups.values()]
}
