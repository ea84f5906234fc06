/**
 * Search of selections while a query is typed. Every word of the query must begin a word of the selection's game,
 * market or name, or mean one as a trade abbreviation (`trade-terms.ts`), in any order. A short form of a market that is
 * offered (`ml`) is no beginning of a name.
 *
 * Order of what is found: most whole words first, where an abbreviation counts as the words it means and the teams in
 * the typed order (`slf at npr`) as one more; then games that are not over; then main lines; then games on now and the
 * next to start; then the order of loading. A final game is found only by words, or pinned. When few or no selections match, selections with similar words follow. When a query
 * names one team of a game, bets on the other team are last.
 */
import type { SearchAnswer, SearchFilter } from '../../../shared/model/game/board.ts'
import { none } from '../columns/columns.ts'
import { splitWords } from '../facts/search-terms.ts'
import type { Store } from '../store/store.ts'
import { toSelectionLine } from './legs.ts'
import {
  findMatches,
  findPhase,
  isFinal,
  pickBest,
  type BoardClock,
  type Matches,
  type MatchScope,
} from './match.ts'
import { matchOtherTeam } from './other-team.ts'
import { allowBeginnings, parseQuery, respell, type Query } from './parse-query.ts'
import { findPhrases } from './trade-terms.ts'

/** Keys of the selections the user keeps, newest first. */
export interface KeptKeys {
  readonly pinned: readonly string[]
  readonly recent: readonly string[]
}

/** Games are on now, or over, by its clock. */
export interface SearchRequest extends BoardClock {
  readonly query: string
  /** Number of selections listed, best first; groups are in the order of their best one. */
  readonly limit: number
  /** Number of the list's first selections that are returned; all without it. */
  readonly sent?: number | undefined
  readonly filter: SearchFilter
  readonly kept: KeptKeys
}

export function search(
  store: Store,
  { query, limit, sent, filter, kept, ...clock }: SearchRequest,
): SearchAnswer {
  const pinned = new Set(kept.pinned)
  const only = filter.isPinnedOnly ? new Set(findKept(store, kept.pinned)) : undefined
  const found = findRows(store, query, limit, { filter, ...clock, ...(only && { only }) })
  const groupsOf = (rows: readonly number[], first?: number) =>
    groupByGame(store, rows, { pinned, clock, ...(first !== undefined && { first }) })
  const keptRows = (keys: readonly string[]) =>
    query.trim() === '' && !isNarrowing(filter) ? sortByStart(store, findKept(store, keys), clock) : []
  const canBet = (row: number) => !isFinal(store.gameOf(row), clock)
  return {
    total: found.total,
    similar: found.similar,
    groups: groupsOf(found.rows, sent),
    pinned: groupsOf(keptRows(kept.pinned)),
    recent: groupsOf(keptRows(kept.recent).filter(canBet)),
  }
}

/** With fewer exact matches, selections with similar words are looked for too. */
const minExact = 5

function findRows(store: Store, text: string, limit: number, scope: MatchScope) {
  const { query, matches: exact } = matchText(store, text, scope)
  const total = exact.places.length
  const rows = pickBest(store, exact, limit)
  const respelled = total < minExact ? respell(query, store.words) : undefined
  if (respelled === undefined) return { total, rows: putOtherTeamLast(store, rows, query), similar: [] }
  const all = findMatches(store, respelled.query, scope)
  const allRows = new Set([...rows, ...pickBest(store, all, limit)])
  const fresh = [...allRows].slice(rows.length)
  return {
    total: all.places.length,
    rows: putOtherTeamLast(store, [...allRows].slice(0, limit), respelled.query),
    similar: respelled.spellings.filter(word => fresh.some(row => hasWord(store, row, word))),
  }
}

/** A short form of a market is the beginning of a name only where nothing is found otherwise. */
function matchText(store: Store, text: string, scope: MatchScope): { query: Query; matches: Matches } {
  const query = parseQuery(text, store.words)
  const matches = findMatches(store, query, scope)
  const loose = matches.places.length === 0 ? allowBeginnings(query) : undefined
  return loose === undefined
    ? { query, matches }
    : { query: loose, matches: findMatches(store, loose, scope) }
}

/** Keeps the order apart from that: the first leg is added by Enter, and must not be a bet against the team typed. */
function putOtherTeamLast(store: Store, rows: readonly number[], query: Query): number[] {
  const isOfOther = matchOtherTeam(store, query)
  const byTeam = Object.groupBy(rows, row => (isOfOther(row) ? 'other' : 'named'))
  return [...(byTeam.named ?? []), ...(byTeam.other ?? [])]
}

/** True when the selection has the word, or all words of something it means. */
function hasWord(store: Store, row: number, word: string): boolean {
  const { market, name } = store.keyPartsOf(row)
  const { title, short } = store.gameOf(row)
  const own = new Set(splitWords(`${market} ${name} ${title} ${short}`))
  return [[word], ...findPhrases(word)].some(phrase => phrase.every(each => own.has(each)))
}

const isNarrowing = ({ league, bookId, isLiveOnly, isMainOnly, isPinnedOnly }: SearchFilter) =>
  league !== null || bookId !== null || isLiveOnly || isMainOnly || isPinnedOnly

const findKept = (store: Store, keys: readonly string[]) =>
  keys.map(key => store.find(key)).filter(row => row >= 0 && store.isShown(row))

/** Games on now first, then the next to start; the order of the rows of one game stays. */
function sortByStart(store: Store, rows: readonly number[], clock: BoardClock): number[] {
  const rankOf = (row: number) => {
    const game = store.gameOf(row)
    return [findPhase(game, clock), game.startAt ?? Infinity] as const
  }
  const ranked = rows.map(row => ({ row, rank: rankOf(row) }))
  ranked.sort(({ rank: a }, { rank: b }) => a[0] - b[0] || (a[1] < b[1] ? -1 : a[1] > b[1] ? 1 : 0))
  return ranked.map(({ row }) => row)
}

interface Grouping {
  readonly pinned: ReadonlySet<string>
  readonly clock: BoardClock
  readonly first?: number
}

/** The groups of these rows, up to the `first` selections in the order of the groups. */
function groupByGame(
  store: Store,
  rows: readonly number[],
  { pinned, clock, first = rows.length }: Grouping,
): SearchAnswer['groups'] {
  const byGame = Map.groupBy(rows, row => store.selections.event[row] ?? none)
  const groups: SearchAnswer['groups'] = []
  let left = first
  for (const ofGame of byGame.values()) {
    const sent = ofGame.slice(0, left)
    const [head] = sent
    if (head === undefined) break
    left -= sent.length
    const game = store.gameOf(head)
    groups.push({
      game,
      isFinal: isFinal(game, clock),
      selections: sent.map(row => toSelectionLine(store, row, pinned)),
    })
  }
  return groups
}
