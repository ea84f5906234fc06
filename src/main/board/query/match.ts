/** Selections that match a query, and the best of them: the ranking is explained in `search.ts`. */
import type { SearchFilter } from '../../../shared/model/game/board.ts'
import { isLeftOver, isPastEnd, type GameClock } from '../../../shared/model/game/game-over.ts'
import type { GameInfo } from '../../../shared/model/game/selection.ts'
import { bytes, grow, integers, none, shorts } from '../columns/columns.ts'
import { parseTeamNames, type GameFacts } from '../facts/game-facts.ts'
import { firstWholeBit, maxQueryWords, type GameRun } from '../store/search-index.ts'
import type { Store } from '../store/store.ts'
import type { Query } from './parse-query.ts'

/** Memory that every search reuses: new megabytes with each keystroke would run the garbage collector. */
const scratch = { places: integers(0), hits: shorts(0) }

/** Places in the search order, best games first, each with the combined hits (`WordIndex.findHits`) of its texts. */
export interface Matches {
  readonly places: Uint32Array
  readonly hits: Uint16Array
  /** Maximum number of whole words in a match. */
  readonly wholeWords: number
}

/** The facts by which games are on now, or over. */
export interface BoardClock extends GameClock {
  /** Ids of games that the grader called final; their odds stay until they are loaded again. None without. */
  readonly finalGames?: ReadonlySet<string>
  /** Time of the newest load of the board (epoch ms); null or absent where it is not known. */
  readonly asOf?: number | null
}

export interface MatchScope extends BoardClock {
  readonly filter: SearchFilter
  /** Text id of the only event searched. */
  readonly event?: number
  /** The only selections searched. */
  readonly only?: ReadonlySet<number>
}

/** The result is valid until the next call. */
export function findMatches(store: Store, query: Query, given: MatchScope): Matches {
  const { words, isLive } = query
  const scope = isLive ? { ...given, filter: { ...given.filter, isLiveOnly: true } } : given
  // Final games are found by what is typed, and are no part of the list of what can be bet on.
  const isBrowsing = words.length === 0 && scope.only === undefined
  const { rows, market, wording } = store.searchOrder()
  const { hits: textHits, wholeWords } = store.words.findHits(words, store.texts.list.length)
  markPairings(store, query, textHits)
  const needed = (1 << words.length) - 1
  const places = (scratch.places = grow(scratch.places, rows.length, integers))
  const hits = (scratch.hits = grow(scratch.hits, rows.length, shorts))
  let found = 0
  for (const { event, from, end } of listRuns(store, scope, isBrowsing)) {
    const eventHit = textHits[event] ?? 0
    for (let place = from; place < end; place++) {
      const hit = eventHit | (textHits[market[place] ?? 0] ?? 0) | (textHits[wording[place] ?? 0] ?? 0)
      places[found] = place
      hits[found] = hit
      // Adds 1 when all words hit, else 0: a branch here is mispredicted so often that it doubles the time.
      found += (((hit & needed) ^ needed) - 1) >>> 31
    }
  }
  const all = {
    places: places.subarray(0, found),
    hits: hits.subarray(0, found),
    wholeWords: wholeWords + (query.pairing === undefined ? 0 : 1),
  }
  const byBook = filterByBook(store, all, scope.filter.bookId)
  const shown = store.hasHiddenBooks ? filterShown(store, byBook) : byBook
  return filterRows(store, shown, scope.only)
}

/** Bit of a hit that counts as one more whole word: the game has the teams in the typed order. */
const pairingBit = 1 << (maxQueryWords + firstWholeBit)

function markPairings({ games }: Store, { pairing }: Query, textHits: Uint16Array): void {
  if (pairing === undefined) return
  const begins = (names: readonly string[], word: string) => names.some(name => name.includes(` ${word}`))
  for (const [event, facts] of games) {
    if (textHits[event] === 0) continue
    const [away, home] = parseTeamNames(facts)
    if (begins(away, pairing[0]) && begins(home, pairing[1]))
      textHits[event] = (textHits[event] ?? 0) | pairingBit
  }
}

/** Games that are over last; of the others main lines first. In each part the games of the scope, on now first. */
function listRuns(store: Store, scope: MatchScope, isWithoutFinal: boolean): GameRun[] {
  const { mains, others } = store.searchOrder()
  const inScope = (runs: readonly GameRun[]) => {
    const byPhase: [GameRun[], GameRun[], GameRun[]] = [[], [], []]
    for (const run of runs) {
      const facts = store.games.get(run.event)
      const isIn = scope.event === undefined || scope.event === run.event
      if (!isIn || !matchesFilter(facts, scope.filter)) continue
      if (isWithoutFinal && isCalledFinal(facts?.game, scope)) continue
      byPhase[findPhase(facts?.game, scope)].push(run)
    }
    return byPhase
  }
  const parts = [mains, ...(scope.filter.isMainOnly ? [] : [others])].map(inScope)
  return [...parts.flatMap(([onNow, next]) => [...onNow, ...next]), ...parts.flatMap(([, , over]) => over)]
}

/** True once the grader has called the game final. */
const isCalledFinal = (game: GameInfo | undefined, { finalGames }: BoardClock): boolean =>
  game !== undefined && finalGames?.has(game.id) === true

/** True once the grader has called the game final, or it is past its end and no odds were loaded since. */
export const isFinal = (game: GameInfo | undefined, clock: BoardClock): boolean =>
  isCalledFinal(game, clock) || (game !== undefined && isLeftOver(game, clock.asOf ?? Infinity, clock))

/** 0: on now. 1: yet to start, or its start is not known. 2: over. */
export function findPhase(game: GameInfo | undefined, clock: BoardClock): 0 | 1 | 2 {
  if (isFinal(game, clock)) return 2
  if (game === undefined || game.isLive) return 0
  if (game.startAt === null || game.startAt > clock.now) return 1
  return isPastEnd(game, clock) ? 2 : 0
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

/** Keeps the selections that a book offers which is not hidden: nearly all by the bits of the books that combine them. */
function filterShown(store: Store, matches: Matches): Matches {
  const covered = joinBits(
    store.books.flatMap(({ id }, book) => (store.isHidden(id) ? [] : [store.offeredForParlay.getBits(book)])),
  )
  return keepRows(
    store,
    matches,
    row => (((covered[row >>> 3] ?? 0) >>> (row & 7)) & 1) === 1 || store.isShown(row),
  )
}

function joinBits(sets: readonly Uint8Array[]): Uint8Array {
  const joined = bytes(Math.max(0, ...sets.map(set => set.length)))
  for (const set of sets)
    for (let at = 0; at < set.length; at++) joined[at] = (joined[at] ?? 0) | (set[at] ?? 0)
  return joined
}

/** Keeps a few selections. */
const filterRows = (store: Store, matches: Matches, only: MatchScope['only']): Matches =>
  only === undefined ? matches : keepRows(store, matches, row => only.has(row))

/** In place. */
function keepRows(
  store: Store,
  { places, hits, wholeWords }: Matches,
  isKept: (row: number) => boolean,
): Matches {
  const { rows } = store.searchOrder()
  let found = 0
  for (let at = 0; at < places.length; at++) {
    const place = places[at] ?? 0
    if (!isKept(rows[place] ?? none)) continue
    places[found] = place
    hits[found++] = hits[at] ?? 0
  }
  return { places: places.subarray(0, found), hits: hits.subarray(0, found), wholeWords }
}

/** Number of set bits of each number. */
const bitCounts = bytes(1 << (maxQueryWords + 1))
for (let bits = 1; bits < bitCounts.length; bits++)
  bitCounts[bits] = (bitCounts[bits >>> 1] ?? 0) + (bits & 1)

export const countWhole = (hit: number): number => bitCounts[hit >>> firstWholeBit] ?? 0

/** Returns the `limit` best selections: most whole words first, then in the order of the matches. */
export function pickBest(store: Store, { places, hits, wholeWords }: Matches, limit: number): number[] {
  const { rows } = store.searchOrder()
  const { firstOffer } = store.selections
  const byWhole = Array.from({ length: wholeWords + 1 }, (): number[] => [])
  for (let at = 0; at < places.length; at++) {
    const whole = countWhole(hits[at] ?? 0)
    const found = byWhole[whole]
    if (found === undefined || found.length >= limit) continue
    const row = rows[places[at] ?? 0] ?? none
    // A merge under way may have dropped it.
    if (firstOffer[row] !== none) found.push(row)
    if (whole === wholeWords && found.length === limit) break
  }
  return byWhole.reverse().flat().slice(0, limit)
}
