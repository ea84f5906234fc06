/** The legs of a game that each book pays best, beside what the other books make of them. */
import type { PairClass } from '../../../shared/value/pair-model.ts'
import { pullOf } from '../../../shared/value/screening.ts'
import { Mark } from '../batch/batch.ts'
import { parseTeam, splitStatistics } from '../facts/line-facts.ts'
import type { Store } from '../store/store.ts'
import { SidePrices, toChance } from './side-prices.ts'
import { listSides, type Sides } from './sides.ts'

/** One side of a bet, with what all books' pairs of it need. */
export interface SideLeg {
  readonly row: number
  readonly sides: Sides
  readonly market: string
  /** Statistics that its market counts, such as `points` and `assists`. */
  readonly statistics: readonly string[]
  /** Team or player; empty for bets on the whole game. */
  readonly subject: string
  readonly isPlayer: boolean
  /** -1 for Under and No. */
  readonly sign: 1 | -1
}

/** A leg at one book. */
export interface BestLeg extends SideLeg {
  /** Probability that it wins, by the other books. */
  readonly fair: number
  /** ln of what a stake of 1 returns on average at the single's price. */
  readonly edge: number
  /** See `pullOf`. */
  readonly pull: number
}

/** Legs of each book that are combined with each other. */
const legsOfBook = 24
/** Sides kept of each book while a game is read: many are other lines of the same bet, of which one is kept. */
const sidesOfBook = 120
/** Single prices further above the other books' are likely errors, which books cancel. */
const maxEdge = Math.log(1.2)
/** Margins say little about less likely legs. */
const minChance = 0.06

/** The best legs of a game by book number; none of books that are not wanted. */
export function findBestLegs(
  store: Store,
  rows: readonly number[],
  books: readonly number[],
): ReadonlyMap<number, readonly BestLeg[]> {
  const best = new Map(books.map(book => [book, new BestSides(sidesOfBook)]))
  const prices = new SidePrices(store)
  const all = listSides(store, rows)
  for (const [place, sides] of all.entries()) {
    prices.read(sides)
    for (const [book, ofBook] of best) addSides(ofBook, { prices, book, place })
  }
  const legs = new Map<number, SideLeg>()
  const legOf = (code: number) => {
    const known = legs.get(code)
    if (known !== undefined) return known
    const leg = toSideLeg(store, all[code >> 1], code % 2 === 0)
    legs.set(code, leg)
    return leg
  }
  return new Map([...best].map(([book, sides]) => [book, pickDistinct(sides, legOf)]))
}

/**
 * Adds both sides of a bet that the book may be asked for. Without both sides a book gives no probability of its own to
 * compare its parlays with.
 */
function addSides(
  best: BestSides,
  { prices, book, place }: { prices: SidePrices; book: number; place: number },
): void {
  if (Number.isNaN(prices.logOdds[book] ?? Number.NaN)) return
  const others = prices.othersOf(book)
  if (Number.isNaN(others)) return
  for (const isUpper of [true, false]) {
    const { decimals, hasToken } = isUpper ? prices.upper : prices.lower
    const chance = toChance(isUpper ? others : -others)
    const edge = Math.log((decimals[book] ?? 0) * chance)
    const isUsable = hasToken[book] === 1 && chance > minChance && chance < 1 - minChance
    if (isUsable && edge < maxEdge) best.add(2 * place + (isUpper ? 0 : 1), edge, chance)
  }
}

/** The sides with the highest edges, highest first. */
class BestSides {
  readonly codes: number[] = []
  readonly edges: number[] = []
  readonly chances: number[] = []
  readonly #room: number

  constructor(room: number) {
    this.#room = room
  }

  add(code: number, edge: number, chance: number): void {
    const { codes, edges, chances } = this
    if (codes.length === this.#room) {
      if (edge <= (edges.at(-1) ?? 0)) return
      codes.pop()
      edges.pop()
      chances.pop()
    }
    let at = edges.length
    while (at > 0 && (edges[at - 1] ?? 0) < edge) at--
    codes.splice(at, 0, code)
    edges.splice(at, 0, edge)
    chances.splice(at, 0, chance)
  }
}

/** One leg of each market and subject: no book combines two lines of one bet. */
function pickDistinct(sides: BestSides, legOf: (code: number) => SideLeg): BestLeg[] {
  const picked = new Map<string, BestLeg>()
  for (const [place, code] of sides.codes.entries()) {
    if (picked.size === legsOfBook) break
    const leg = legOf(code)
    const bet = `${leg.market}\n${leg.subject}`
    if (picked.has(bet)) continue
    const fair = sides.chances[place] ?? 0
    picked.set(bet, { ...leg, fair, edge: sides.edges[place] ?? 0, pull: pullOf(fair) })
  }
  return [...picked.values()]
}

export function toSideLeg(store: Store, sides: Sides | undefined, isUpper: boolean): SideLeg {
  if (sides === undefined) throw new RangeError('No such side')
  const row = isUpper ? sides.upper : sides.lower
  const { market, name } = store.keyPartsOf(row)
  return {
    row,
    sides,
    market,
    statistics: splitStatistics(market),
    subject: toSubject(name),
    isPlayer: ((store.selections.marks[row] ?? 0) & Mark.player) !== 0,
    sign: isUpper || !sides.isOverUnder ? 1 : -1,
  }
}

const toSubject = (name: string): string =>
  parseTeam(name)
    .toLowerCase()
    .replace(/\b(?:over|under|yes|no)$/, '')
    .trim()

/** The class of a pair; undefined for legs that books do not combine. */
export function classifyPair(league: string, one: SideLeg, other: SideLeg): PairClass | undefined {
  const isSame = one.subject !== '' && one.subject === other.subject
  // `Player Points` and `Player Points + Assists`.
  if (isSame && one.statistics.some(each => other.statistics.includes(each))) return undefined
  const isOneBet = one.market === other.market && !(one.isPlayer && other.isPlayer)
  if (isOneBet && (one.subject === '' || !one.sides.isOverUnder)) return undefined
  return {
    league,
    markets: [one.market, other.market],
    relation: isSame ? 'same' : 'different',
    sign: one.sign === other.sign ? 1 : -1,
  }
}
