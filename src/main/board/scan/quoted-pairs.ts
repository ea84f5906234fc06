/** Classes and single prices of pairs of legs that a book was seen to price, so that the scanner can learn from them. */
import type { SeenPair } from '../../../shared/value/pair-model.ts'
import { none } from '../columns/columns.ts'
import type { Store } from '../store/store.ts'
import { classifyPair, toSideLeg, type SideLeg } from './best-legs.ts'
import { SidePrices, toChance } from './side-prices.ts'
import { listSides, type Sides } from './sides.ts'

/** Two legs at one book. */
export interface PairAt {
  readonly bookId: string
  readonly keys: readonly [string, string]
}

/** All of a seen pair but its price. */
export type DescribedPair = Omit<SeenPair, 'decimal' | 'hold'>

/** Null for legs of two games, that no book combines, or without both sides at the book or at enough books. */
export function describePairs(store: Store, asked: readonly PairAt[]): (DescribedPair | null)[] {
  const sidesOf = findSides(
    store,
    asked.flatMap(({ keys }) => keys.map(key => store.find(key))),
  )
  const prices = new SidePrices(store)
  return asked.map(({ bookId, keys }) => {
    const book = store.books.findIndex(({ id }) => id === bookId)
    const legs = keys.map(key => {
      const row = store.find(key)
      return readLeg(store, { row, book, sides: sidesOf.get(row) }, prices)
    })
    const [one, other] = legs
    if (!one || !other || one.event !== other.event) return null
    const league = store.games.get(one.event)?.game.league ?? ''
    const pair = classifyPair(league, one.leg, other.leg)
    return pair === undefined
      ? null
      : { ...pair, bookId, fair: [one.own, other.own], product: one.decimal * other.decimal }
  })
}

interface LegAt {
  readonly event: number
  readonly leg: SideLeg
  /** Win probability by the book's own two prices. */
  readonly own: number
  readonly decimal: number
}

function readLeg(
  store: Store,
  { row, book, sides }: { readonly row: number; readonly book: number; readonly sides: Sides | undefined },
  prices: SidePrices,
): LegAt | undefined {
  if (sides === undefined || book < 0) return undefined
  prices.read(sides)
  const isUpper = row === sides.upper
  const logOdds = prices.logOdds[book] ?? Number.NaN
  const decimal = (isUpper ? prices.upper : prices.lower).decimals[book] ?? 0
  if (Number.isNaN(logOdds) || decimal <= 1) return undefined
  return {
    event: store.selections.event[row] ?? none,
    leg: toSideLeg(store, sides, isUpper),
    own: toChance(isUpper ? logOdds : -logOdds),
    decimal,
  }
}

/** The two sides of the bet of each row, by one pass over the board. */
function findSides(store: Store, rows: readonly number[]): ReadonlyMap<number, Sides> {
  const { selections } = store
  const wanted = new Map<number, Map<number, number[]>>()
  for (const row of rows) {
    if (row < 0) continue
    const markets = wanted.get(selections.event[row] ?? none) ?? new Map<number, number[]>()
    wanted.set(selections.event[row] ?? none, markets.set(selections.market[row] ?? none, []))
  }
  for (let row = 0; row < selections.count; row++)
    if (selections.firstOffer[row] !== none)
      wanted
        .get(selections.event[row] ?? none)
        ?.get(selections.market[row] ?? none)
        ?.push(row)
  const all = [...wanted.values()].flatMap(markets => [...markets.values()])
  return new Map(
    all
      .flatMap(ofMarket => listSides(store, ofMarket))
      .flatMap(sides => [
        [sides.upper, sides],
        [sides.lower, sides],
      ]),
  )
}
