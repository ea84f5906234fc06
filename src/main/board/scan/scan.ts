/**
 * Finds parlays that a book may pay too much for, without a call: by the board's single prices, and the correlations and
 * discounts that a model has learned. For each game and book, legs that the book pays best are combined.
 *
 * Only differences matter for the order: with the same correlation in the fair probability and in the book's price, the
 * value of a parlay is that of its legs, plus what the book takes off, less the doubt about the correlation.
 */
import type { PairClass, PairModel } from '../../../shared/value/pair-model.ts'
import type { ScreenedLeg, ScreenedParlay } from '../../../shared/value/screening.ts'
import { findPhase } from '../query/match.ts'
import { none } from '../columns/columns.ts'
import type { Store } from '../store/store.ts'
import type { GameClock } from '../../../shared/model/game/game-over.ts'
import type { ScanSettings } from '../../../shared/model/price/scan.ts'
import { classifyPair, findBestLegs, type BestLeg } from './best-legs.ts'
import { SidePrices, toChance } from './side-prices.ts'

export interface ScanScope extends Pick<ScanSettings, 'league' | 'games' | 'maxLegs'> {
  /** Books that may be asked. */
  readonly books: readonly string[]
  readonly clock: GameClock
  /** Candidates returned at most. */
  readonly limit: number
}

/** A parlay at one book that is worth a call. */
export interface Candidate extends ScreenedParlay {
  readonly legs: readonly (ScreenedLeg & { readonly key: string })[]
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

interface Combination {
  readonly book: number
  readonly legs: readonly BestLeg[]
  readonly pairs: readonly PairClass[]
  readonly score: number
}

/** Parlays kept of each game and book, and pairs that a third leg is added to. */
const keptOfBook = 12
const grownPairs = 30
/** Parlays of one book that share a leg at most, so that one wrong single does not fill the list. */
const sharesOfLeg = 3

/** Scans one game a step. */
export function* scan(store: Store, model: PairModel, scope: ScanScope): Generator<number, ScanResult> {
  const books = store.books.flatMap(({ id }, book) => (scope.books.includes(id) ? [book] : []))
  const found: Combination[] = []
  let [games, compared] = [0, 0]
  for (const [event, rows] of listGames(store, scope)) {
    const league = store.games.get(event)?.game.league ?? ''
    for (const [book, legs] of findBestLegs(store, rows, books)) {
      const combined = combine(legs, { model, league, book, bookId: store.books[book]?.id ?? '' })
      const grown = scope.maxLegs > 2 ? grow(combined, legs, league) : []
      compared += combined.length + grown.length
      found.push(...pickBest(combined, keptOfBook), ...pickBest(grown, keptOfBook))
    }
    yield ++games
  }
  const candidates = pickBest(found, scope.limit).map(each => toCandidate(store, each))
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

interface AtBook {
  readonly model: PairModel
  readonly league: string
  readonly book: number
  readonly bookId: string
}

function combine(legs: readonly BestLeg[], { model, league, book, bookId }: AtBook): Combination[] {
  return legs.flatMap((one, place) =>
    legs.slice(place + 1).flatMap(other => {
      const pair = classifyPair(league, one, other)
      if (pair === undefined || model.isRefused(bookId, pair)) return []
      const doubt = model.correlationOf(pair).error * one.pull * other.pull
      const score = one.edge + other.edge + model.takeOf(bookId, pair).take - doubt
      return [{ book, legs: [one, other], pairs: [pair], score }]
    }),
  )
}

/** Adds a third leg to the best pairs, where all pairs among the three can be combined. */
function grow(pairs: readonly Combination[], legs: readonly BestLeg[], league: string): Combination[] {
  const scores = new Map(pairs.map(pair => [toName(pair.legs), pair]))
  const grown = new Map<string, Combination>()
  for (const pair of pairs.toSorted((a, b) => b.score - a.score).slice(0, grownPairs))
    for (const third of legs) {
      const [one, other] = pair.legs
      if (one === undefined || other === undefined || third === one || third === other) continue
      const [first, second] = [scores.get(toName([one, third])), scores.get(toName([other, third]))]
      const [classOfFirst, classOfSecond] = [
        classifyPair(league, one, third),
        classifyPair(league, other, third),
      ]
      if (first === undefined || second === undefined || !classOfFirst || !classOfSecond) continue
      const legsOf = [one, other, third]
      const edges = one.edge + other.edge + third.edge
      // Each pair's score less its legs is what the book takes and the doubt; a further leg costs as much again.
      const costs = pair.score + first.score + second.score - 2 * edges
      const score = edges + (costs * 2) / 3
      grown.set(toName(legsOf), {
        book: pair.book,
        legs: legsOf,
        pairs: [...pair.pairs, classOfFirst, classOfSecond],
        score,
      })
    }
  return [...grown.values()]
}

const toName = (legs: readonly BestLeg[]): string =>
  legs
    .map(({ row }) => row)
    .sort((a, b) => a - b)
    .join()

function pickBest(all: readonly Combination[], limit: number): Combination[] {
  const uses = new Map<string, number>()
  const picked: Combination[] = []
  for (const each of all.toSorted((a, b) => b.score - a.score)) {
    if (picked.length === limit) break
    const names = each.legs.map(({ row }) => `${each.book} ${row} ${each.legs.length}`)
    if (names.some(name => (uses.get(name) ?? 0) >= sharesOfLeg)) continue
    for (const name of names) uses.set(name, (uses.get(name) ?? 0) + 1)
    picked.push(each)
  }
  return picked
}

function toCandidate(store: Store, { book, legs, pairs }: Combination): Candidate {
  const prices = new SidePrices(store)
  let oddsAt = Infinity
  const ofLegs = legs.map(({ row, sides }) => {
    prices.read(sides)
    oddsAt = Math.min(oddsAt, prices.oldestAt)
    const isUpper = row === sides.upper
    const own = toChance((isUpper ? 1 : -1) * (prices.logOdds[book] ?? 0))
    return {
      key: store.keyPartsOf(row).key,
      fair: prices.rangeOf(book, isUpper),
      own,
      decimal: (isUpper ? prices.upper : prices.lower).decimals[book] ?? 0,
    }
  })
  return {
    bookId: store.books[book]?.id ?? '',
    legs: ofLegs,
    pairs,
    oddsAt: Number.isFinite(oddsAt) ? oddsAt : null,
  }
}
