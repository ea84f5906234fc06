/**
 * Answers a query while it is typed. Every word of it must begin a word of the selection's game, market or name, in
 * any order. One pass over all selections ranks them: whole words first, then main lines, then earlier games.
 */
import type { SearchAnswer, SearchFilter } from '../../shared/model/board.ts'
import type { GameInfo, SelectionLine } from '../../shared/model/selection.ts'
import { Mark } from './batch.ts'
import { bytes, grown, integers, none, shorts } from './columns.ts'
import type { KeptKeys } from './protocol.ts'
import type { Store } from './store.ts'
import { lineOf } from './views.ts'
import { firstWholeBit, mostWords } from './word-index.ts'
import { queryWords } from './words.ts'

/** What one search works in, kept for the next: made anew, its megabytes would have memory collected while one types. */
const scratch = { rows: integers(0), hits: shorts(0), ranks: integers(0) }

export interface Search {
  readonly query: string
  /** Caps the selections shown, best first; groups stand in the order of their best one. */
  readonly limit: number
  readonly filter: SearchFilter
  readonly kept: KeptKeys
}

export function search(store: Store, { query, limit, filter, kept }: Search): SearchAnswer {
  const words = queryWords(query).slice(0, mostWords)
  const matches = narrowed(store, matchesOf(store, words, filter), filter)
  const ranking = ranked(store, matches, { words: words.length, limit })
  const pinned = new Set(kept.pinned)
  const groupsOf = (rows: Iterable<number>) => grouped(store, rows, pinned)
  const keptRows = (keys: readonly string[]) =>
    query.trim() === '' && !narrows(filter) ? keys.map(key => store.find(key)).filter(row => row >= 0) : []
  return {
    total: ranking.total,
    groups: groupsOf(best(ranking, limit)),
    pinned: groupsOf(keptRows(kept.pinned)),
    recent: groupsOf(keptRows(kept.recent)),
  }
}

const narrows = ({ league, bookId, isLiveOnly, isMainOnly }: SearchFilter) =>
  league !== null || bookId !== null || isLiveOnly || isMainOnly

/** Selections in row order, each with the bits of `WordIndex.hits` that its texts have together. */
interface Matches {
  readonly rows: Uint32Array
  readonly hits: Uint16Array
}

/** The hit of a game that the filter lets through, beside those of the words. */
const gameBit = 1 << mostWords

function matchesOf(store: Store, words: readonly string[], filter: SearchFilter): Matches {
  const { count, event, market, wording } = store.selections
  const textHits = store.words.hits(words, store.texts.list.length)
  const needed = hitGames(store, textHits, filter) | ((1 << words.length) - 1)
  const rows = (scratch.rows = grown(scratch.rows, count, integers))
  const hits = (scratch.hits = grown(scratch.hits, count, shorts))
  let found = 0
  for (let row = 0; row < count; row++) {
    const hit =
      (textHits[event[row] ?? 0] ?? 0) |
      (textHits[market[row] ?? 0] ?? 0) |
      (textHits[wording[row] ?? 0] ?? 0)
    rows[found] = row
    hits[found] = hit
    // 1 when all are there, else 0: a branch here is mispredicted so often that it doubles the time.
    found += (((hit & needed) ^ needed) - 1) >>> 31
  }
  return { rows: rows.subarray(0, found), hits: hits.subarray(0, found) }
}

/** Gives games of the league, or live ones, a hit of their own; answers what a selection then needs, 0 for nothing. */
function hitGames(store: Store, hits: Uint16Array, { league, isLiveOnly }: SearchFilter): number {
  if (league === null && !isLiveOnly) return 0
  for (const [event, { game }] of store.games) {
    const isWanted = (league === null || game.league === league) && (!isLiveOnly || game.isLive)
    if (isWanted) hits[event] = (hits[event] ?? 0) | gameBit
  }
  return gameBit
}

/** Those that have a main line, or the book's token, where the filter asks for it. In place, and without a branch. */
function narrowed(store: Store, { rows, hits }: Matches, { bookId, isMainOnly }: SearchFilter): Matches {
  if (bookId === null && !isMainOnly) return { rows, hits }
  const { marks } = store.selections
  const anyMark = isMainOnly ? 0 : Mark.main
  const covered = store.coverage.of(store.books.findIndex(book => book.id === bookId))
  const anyBook = bookId === null ? 1 : 0
  let found = 0
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at] ?? 0
    rows[found] = row
    hits[found] = hits[at] ?? 0
    found += ((marks[row] ?? 0) | anyMark) & (((covered[row >>> 3] ?? 0) >>> (row & 7)) | anyBook) & Mark.main
  }
  return { rows: rows.subarray(0, found), hits: hits.subarray(0, found) }
}

/** How many of the query's words, of those it has whole, by their bits. */
const wholeWords = bytes(1 << mostWords)
for (let bits = 1; bits < wholeWords.length; bits++)
  wholeWords[bits] = (wholeWords[bits >>> 1] ?? 0) + (bits & 1)

/** Selections of a lower tier come first, whichever their games. */
function tierOf(words: number, hit = 0, marks = 0): number {
  return (words - (wholeWords[hit >>> firstWholeBit] ?? 0)) * 2 + (~marks & Mark.main)
}

interface Ranking {
  /** How many matches have an offer. */
  readonly total: number
  /** Those that may be among the best. */
  readonly rows: Uint32Array
  /** Of each row; 0 is best. */
  readonly ranks: Uint32Array
  /** How many rows have each rank. */
  readonly counts: Uint32Array
}

/** Ranks the matches that have an offer, but for those of a worse tier than `limit` of the ones before. */
function ranked(
  store: Store,
  { rows, hits }: Matches,
  { words, limit }: { words: number; limit: number },
): Ranking {
  const { event, marks, firstOffer } = store.selections
  const games = store.games.size + 1
  const ranks = (scratch.ranks = grown(scratch.ranks, rows.length, integers))
  const counts = integers((words + 1) * 2 * games)
  const tiers = new Tiers(words, limit)
  let total = 0
  let found = 0
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at] ?? 0
    if (firstOffer[row] === none) continue
    total++
    const tier = tierOf(words, hits[at], marks[row])
    if (tier > tiers.worst) continue
    tiers.add(tier)
    const rank = tier * games + (store.gameOrder[event[row] ?? 0] ?? games - 1)
    rows[found] = row
    ranks[found++] = rank
    counts[rank] = (counts[rank] ?? 0) + 1
  }
  return { total, rows: rows.subarray(0, found), ranks: ranks.subarray(0, found), counts }
}

/** Which tiers can still bring a selection among the best. */
class Tiers {
  worst: number
  readonly #limit: number
  readonly #counts: Uint32Array
  /** How many are in tiers before the worst. */
  #better = 0

  constructor(words: number, limit: number) {
    this.worst = words * 2 + 1
    this.#limit = Math.max(1, limit)
    this.#counts = integers(this.worst + 1)
  }

  add(tier: number): void {
    this.#counts[tier] = (this.#counts[tier] ?? 0) + 1
    if (tier < this.worst) this.#better++
    while (this.#better >= this.#limit) this.#better -= this.#counts[--this.worst] ?? 0
  }
}

/** The `limit` best rows, best first, those of one rank in row order. */
function best({ rows, ranks, counts }: Ranking, limit: number): Uint32Array {
  const first = integers(Math.min(limit, rows.length))
  const places = integers(counts.length)
  let taken = 0
  let worst = 0
  for (; worst < counts.length && taken < first.length; worst++) {
    places[worst] = taken
    taken += counts[worst] ?? 0
  }
  for (let at = 0; at < rows.length; at++) {
    const rank = ranks[at] ?? 0
    if (rank >= worst) continue
    const place = places[rank] ?? 0
    places[rank] = place + 1
    // Of the last rank there may be more than fit.
    if (place < first.length) first[place] = rows[at] ?? none
  }
  return first
}

function grouped(store: Store, rows: Iterable<number>, pinned: ReadonlySet<string>): SearchAnswer['groups'] {
  const groups = new Map<number, { game: GameInfo; selections: SelectionLine[] }>()
  for (const row of rows) {
    const event = store.selections.event[row] ?? none
    const group = groups.get(event) ?? { game: store.gameOf(row), selections: [] }
    groups.set(event, group)
    group.selections.push(lineOf(store, row, pinned))
  }
  return [...groups.values()]
}
