/**
 * Finds the legs that a text such as `flint o21.5 pts + ml` names. All are of one game: the one that has every part, or
 * most of them; of several, the slip's or the only one that is on now. When several selections fit a part equally well,
 * the user chooses; nothing is guessed.
 */
import type { NamedLegs, SearchFilter } from '../../../shared/model/game/board.ts'
import { splitLegText } from '../../../shared/model/game/leg-text.ts'
import { findSubject } from '../../../shared/model/game/leg-short.ts'
import { maxLegs } from '../../../shared/model/parlay/parlay.ts'
import { none } from '../columns/columns.ts'
import type { GameFacts } from '../facts/game-facts.ts'
import { splitWords } from '../facts/search-terms.ts'
import type { QueryWord } from '../store/search-index.ts'
import type { Store } from '../store/store.ts'
import { toSelectionLine } from './legs.ts'
import { countWhole, findMatches, findPhase, pickBest, type BoardClock, type MatchScope } from './match.ts'
import { findNearest, isLine, takeLine } from './near-lines.ts'
import { matchOtherTeam } from './other-team.ts'
import { allowBeginnings, parseQuery, respell, type Query } from './parse-query.ts'
import { isStatistic } from './trade-terms.ts'

export interface LegRequest extends BoardClock {
  readonly text: string
  /** Game that the user has chosen; null to find it. */
  readonly gameId: string | null
  /** Game of the legs on the slip; null for none. */
  readonly slipGameId: string | null
}

const noFilter: SearchFilter = {
  league: null,
  bookId: null,
  isLiveOnly: false,
  isMainOnly: false,
  isPinnedOnly: false,
}

/** Games and selections offered to choose from. */
const maxGames = 8
const maxChoices = 8
/** Selections of a game that are compared for one part. */
const maxCandidates = 200

interface Part {
  readonly text: string
  readonly query: Query
  /** Number of whole words of its best selection in each game that has one, by the text id of the event. */
  readonly games: ReadonlyMap<number, number>
  /** Line that no selection has; `query` and `games` are then those without it. */
  readonly missingLine?: number
}

export function findNamedLegs(store: Store, { text, gameId, slipGameId, ...clock }: LegRequest): NamedLegs {
  const scope: MatchScope = { filter: noFilter, ...clock }
  const parts = joinStats(splitLegText(text))
    .slice(0, maxLegs)
    .map(each => toPart(store, each, scope))
  const events =
    gameId === null
      ? preferEvents(store, findEvents(parts), { slipGameId, ...clock })
      : [store.texts.find(gameId) ?? none]
  const [event] = events
  if (event === undefined || events.length > 1) {
    const games = events.flatMap(each => store.games.get(each)?.game ?? [])
    games.sort((a, b) => findPhase(a, clock) - findPhase(b, clock) || (a.startAt ?? 0) - (b.startAt ?? 0))
    return { game: null, games: games.slice(0, maxGames), parts: parts.map(part => toUnfound(part)) }
  }
  const facts = store.games.get(event)
  return { game: facts?.game ?? null, games: [], parts: resolveAll(store, parts, { ...scope, event }) }
}

/** A part that is only a statistic belongs to the one before: `north o27.5 pts + reb`. */
function joinStats(texts: readonly string[]): string[] {
  const joined: string[] = []
  for (const text of texts) {
    const before = joined.at(-1)
    const words = splitWords(text)
    if (before !== undefined && words.length > 0 && words.every(isStatistic)) {
      joined[joined.length - 1] = `${before} ${text}`
    } else joined.push(text)
  }
  return joined
}

function toPart(store: Store, text: string, scope: MatchScope): Part {
  const typed = parseQuery(text, store.words)
  const exact = countByGame(store, typed, scope)
  if (exact.size > 0) return { text, query: typed, games: exact }
  const query = allowBeginnings(typed) ?? typed
  const games = countByGame(store, query, scope)
  if (games.size > 0) return { text, query, games }
  const similar = respell(query, store.words)?.query ?? query
  const similarGames = countByGame(store, similar, scope)
  const other = similarGames.size > 0 ? undefined : takeLine(similar)
  return other === undefined
    ? { text, query: similar, games: similarGames }
    : { text, query: other.query, games: countByGame(store, other.query, scope), missingLine: other.line }
}

function countByGame(store: Store, query: Query, scope: MatchScope): Map<number, number> {
  const { places, hits } = findMatches(store, query, scope)
  const { rows } = store.searchOrder()
  const games = new Map<number, number>()
  for (let at = 0; at < places.length; at++) {
    const event = store.selections.event[rows[places[at] ?? 0] ?? none] ?? none
    games.set(event, Math.max(games.get(event) ?? 0, countWhole(hits[at] ?? 0)))
  }
  return games
}

/** The games that match most parts, and of these, those that match most whole words. */
function findEvents(parts: readonly Part[]): number[] {
  const scores = new Map<number, number>()
  for (const { games, missingLine } of parts)
    for (const [event, whole] of games) {
      const score = (missingLine === undefined ? 1_000 : 500) + whole
      scores.set(event, (scores.get(event) ?? 0) + score)
    }
  const best = Math.max(...scores.values())
  const events = [...scores].filter(([, score]) => score === best).map(([event]) => event)
  // Parts of different games: the first part decides.
  const first = parts.find(({ games }) => games.size > 0)
  return events.length > 1 && best < 1_000 * parts.length
    ? events.filter(event => first?.games.has(event))
    : events
}

/** Narrows games that fit equally well to the slip's, else to the only live one; else returns all of them. */
function preferEvents(
  store: Store,
  events: readonly number[],
  { slipGameId, ...clock }: Pick<LegRequest, 'slipGameId' | keyof BoardClock>,
): readonly number[] {
  const gameOf = (event: number) => store.games.get(event)?.game
  const ofSlip = events.filter(event => gameOf(event)?.id === slipGameId)
  if (ofSlip.length > 0) return ofSlip
  const onNow = events.filter(event => findPhase(gameOf(event), clock) === 0)
  return onNow.length === 1 ? onNow : events
}

function toUnfound({ text, games }: Part, game?: GameFacts): NamedLegs['parts'][number] {
  const problem =
    games.size === 0
      ? `No leg matches “${text}”.`
      : game === undefined
        ? null
        : `“${text}” isn’t in ${game.game.short}.`
  return { text, leg: null, choices: [], problem }
}

type NamedPart = NamedLegs['parts'][number]
type GameScope = MatchScope & { readonly event: number }

function resolveAll(store: Store, parts: readonly Part[], scope: GameScope): NamedPart[] {
  const facts = store.games.get(scope.event)
  let subject = ''
  return parts.map(part => {
    if (!part.games.has(scope.event)) return toUnfound(part, facts)
    const rows = findCandidates(store, part, scope)
    if (part.missingLine !== undefined) return toNearLines(store, part, rows)
    const ofSame = saysNoName(store, rows, part.query)
      ? rows.filter(row => subject !== '' && findSubject(store.keyPartsOf(row)) === subject)
      : []
    const candidates = ofSame.length === 1 ? ofSame : rows
    const [row = none] = candidates
    const lines = candidates.slice(0, maxChoices).map(each => toSelectionLine(store, each))
    if (candidates.length !== 1) return { text: part.text, leg: null, choices: lines, problem: null }
    subject = findSubject(store.keyPartsOf(row))
    return { text: part.text, leg: lines[0] ?? null, choices: [], problem: null }
  })
}

/** Offers the nearest lines in place of one that is not there. */
function toNearLines(store: Store, { text, missingLine = 0 }: Part, rows: readonly number[]): NamedPart {
  const near = findNearest(store, rows, missingLine)
  if (near.length === 0) return { text, leg: null, choices: [], problem: `No leg matches “${text}”.` }
  const lines = [...new Set(near.map(({ line }) => String(line)))].join(', ')
  const choices = near.map(({ row }) => toSelectionLine(store, row))
  return { text, leg: null, choices, problem: `No “${text}”. Nearest: ${lines}.` }
}

/** The selections of a game that fit a part equally well. */
function findCandidates(store: Store, { query }: Part, scope: GameScope): number[] {
  const rows = pickBest(store, findMatches(store, query, scope), maxCandidates)
  const isOfOther = matchOtherTeam(store, query)
  const ofTeam = rows.filter(row => !isOfOther(row))
  const inGame = ofTeam.length > 0 ? ofTeam : rows
  const exact = inGame.filter(row => isExact(store, row, query))
  return exact.length > 0 ? exact : inGame
}

/** True for `o4.5 ast`, which is about the player of the leg before. */
function saysNoName(store: Store, rows: readonly number[], { words }: Query): boolean {
  const markets = new Set(rows.flatMap(row => splitWords(store.keyPartsOf(row).market)))
  const isOfMarket = (word: QueryWord) => [...markets].some(each => says(word, each))
  return words.every(
    word => isLine(word.typed) || says(word, 'over') || says(word, 'under') || isOfMarket(word),
  )
}

/** Words of market names that people leave out. */
const impliedWords = new Set(
  'player pitcher goalkeeper total game match made thrown scorer regular time'.split(' '),
)

/**
 * True when the query names the whole market, so that `pts` is Player Points and not Points + Rebounds, and the
 * selection has its lines and the meanings of its abbreviations, not only words that begin like them.
 */
function isExact(store: Store, row: number, { words }: Query): boolean {
  const { market, name } = store.keyPartsOf(row)
  const { title, short } = store.gameOf(row)
  const own = new Set(splitWords(`${market} ${name} ${title} ${short}`).map(unsigned))
  const isMeant = ({ typed, phrases }: QueryWord) =>
    (!isLine(typed) && phrases.length === 0) ||
    own.has(unsigned(typed)) ||
    phrases.some(phrase => phrase.every(word => own.has(word)))
  const isSaid = (word: string) => impliedWords.has(word) || words.some(each => says(each, word))
  return splitWords(market).every(isSaid) && words.every(isMeant)
}

const unsigned = (word: string) => word.replace(/^[+-]/, '')

const says = ({ typed, phrases, guesses }: QueryWord, word: string): boolean =>
  word.startsWith(typed) || [...phrases, ...guesses].some(phrase => phrase.includes(word))
