/**
 * Finds parlays that a book may pay too much for, without a call: by the board's single prices, and the correlations and
 * discounts that a model has learned. For each game and book, legs that the book pays best are combined.
 *
 * Only differences matter for the order: with the same correlation in the fair probability and in the book's price, the
 * value of a parlay is that of its legs, plus what the book takes off, less the doubt about the correlation.
 */
import type { PairModel } from '../../../shared/value/pair-model.ts'
import type { ScreenedLeg, ScreenedParlay } from '../../../shared/value/screening.ts'
import { findPhase, type BoardClock } from '../query/match.ts'
import { none } from '../columns/columns.ts'
import type { Store } from '../store/store.ts'
import type { ScanSettings } from '../../../shared/model/price/scan.ts'
import { findBestLegs } from './best-legs.ts'
import { Combiner, pickBest, type Combination } from './combinations.ts'
import { SidePrices, toChance } from './side-prices.ts'

export interface ScanScope extends Pick<ScanSettings, 'league' | 'games' | 'maxLegs'> {
  /** Books that may be asked. */
  readonly books: readonly string[]
  readonly clock: BoardClock
  /** Candidates returned at most. */
  readonly limit: number
}

/** A parlay at one book that is worth a call. */
export interface Candidate extends ScreenedParlay {
  readonly legs: readonly (ScreenedLeg & { readonly key: string })[]
  /** Odds of the legs, in their order, at other books that have both sides and a token of each. */
  readonly elsewhere: readonly {
    readonly bookId: string
    readonly legs: readonly Pick<ScreenedLeg, 'own' | 'decimal'>[]
  }[]
  /** Time of the oldest single price that it was judged by, epoch ms; null when not known. */
  readonly oddsAt: number | null
}

export interface ScanResult {
  /** Best first. */
  readonly candidates: readonly Candidate[]
  /** Games in scope, and parlays that were compared. */
  readonly games: number
  readonly compared: number
}

/** Parlays of two legs, and of three, that are kept of each game and book. */
const keptOfBook = 12

/** Scans one game a step. */
export function* scan(store: Store, model: PairModel, scope: ScanScope): Generator<number, ScanResult> {
  const books = store.books.flatMap(({ id }, book) => (scope.books.includes(id) ? [book] : []))
  const combiner = new Combiner(model)
  const found: Combination[] = []
  let [games, compared] = [0, 0]
  for (const [event, rows] of listGames(store, scope)) {
    const league = store.games.get(event)?.game.league ?? ''
    for (const [book, legs] of findBestLegs(store, rows, books)) {
      const at = { league, book, bookId: store.books[book]?.id ?? '' }
      for (const combined of combiner.combine(legs, at, scope.maxLegs)) {
        compared += combined.length
        found.push(...pickBest(combined, keptOfBook))
      }
    }
    yield ++games
  }
  const candidates = pickBest(found, scope.limit).map(each => toCandidate(store, books, each))
  return { candidates, games, compared }
}

/** Rows with offers of each game in scope. */
function listGames(store: Store, { league, games, clock }: ScanScope): Map<number, number[]> {
  const { selections } = store
  const byGame = new Map<number, number[]>()
  for (const [event, { game }] of store.games) {
    const phase = findPhase(game, clock)
    const isWanted = phase === 0 ? games !== 'upcoming' : phase === 1 && games !== 'live'
    if (isWanted && store.isOffered[event] === 1 && (league === null || game.league === league))
      byGame.set(event, [])
  }
  for (let row = 0; row < selections.count; row++)
    if (selections.firstOffer[row] !== none) byGame.get(selections.event[row] ?? none)?.push(row)
  return byGame
}

function toCandidate(store: Store, books: readonly number[], { book, legs, pairs }: Combination): Candidate {
  const prices = new SidePrices(store)
  const ofBooks = new Map<number, LegOdds[]>(books.map(each => [each, []]))
  let oldestAt = Infinity
  const ofLegs = legs.map(({ row, sides }) => {
    prices.read(sides)
    oldestAt = Math.min(oldestAt, prices.oldestAt)
    const isUpper = row === sides.upper
    for (const [each, known] of ofBooks) known.push(...listOdds(prices, each, isUpper))
    const [own] = ofBooks.get(book)?.slice(-1) ?? []
    return {
      key: store.keyPartsOf(row).key,
      fair: prices.rangeOf(book, isUpper),
      ...(own ?? { own: 0, decimal: 0 }),
    }
  })
  ofBooks.delete(book)
  const toId = (each: number) => store.books[each]?.id ?? ''
  return {
    bookId: toId(book),
    legs: ofLegs,
    pairs,
    oddsAt: Number.isFinite(oldestAt) ? oldestAt : null,
    elsewhere: [...ofBooks].flatMap(([each, known]) =>
      known.length === legs.length ? [{ bookId: toId(each), legs: known }] : [],
    ),
  }
}

type LegOdds = Pick<ScreenedLeg, 'own' | 'decimal'>

/** A side at a book that may be asked for it; none without both sides or a token. */
function listOdds({ logOdds, upper, lower }: SidePrices, book: number, isUpper: boolean): LegOdds[] {
  const { decimals, hasToken } = isUpper ? upper : lower
  const own = toChance((isUpper ? 1 : -1) * (logOdds[book] ?? Number.NaN))
  return Number.isNaN(own) || hasToken[book] !== 1 ? [] : [{ own, decimal: decimals[book] ?? 0 }]
}
