/** Every book's prices of a bet's two sides, and what the other books together make of each. */
import { devigRange } from '../../../shared/value/devig.ts'
import type { ChanceRange } from '../../../shared/value/screening.ts'
import { none } from '../columns/columns.ts'
import type { Store } from '../store/store.ts'
import type { Sides } from './sides.ts'

/** Decimal odds by book number; 0 without a price. */
interface SideOdds {
  readonly decimals: Float64Array
  /** 1 where the book has a token for parlays. */
  readonly hasToken: Uint8Array
}

/** Room for one bet, read again and again: a scan reads hundreds of thousands. */
export class SidePrices {
  readonly #store: Store
  readonly upper: SideOdds
  readonly lower: SideOdds
  /** Log-odds that the upper side wins by each book's two prices, without their margin; NaN without both. */
  readonly logOdds: Float64Array
  /** Known ones, lowest first. */
  readonly #sorted: number[] = []
  /** Time of the oldest price, epoch ms; Infinity when not known. */
  oldestAt = Infinity

  constructor(store: Store) {
    const books = store.books.length
    const room = () => ({ decimals: new Float64Array(books), hasToken: new Uint8Array(books) })
    this.#store = store
    this.upper = room()
    this.lower = room()
    this.logOdds = new Float64Array(books)
  }

  read({ upper, lower }: Sides): void {
    this.oldestAt = Infinity
    this.#readSide(this.upper, upper)
    this.#readSide(this.lower, lower)
    this.#sorted.length = 0
    for (let book = 0; book < this.logOdds.length; book++) {
      const known = toLogOdds(this.upper.decimals[book] ?? 0, this.lower.decimals[book] ?? 0)
      this.logOdds[book] = known
      if (!Number.isNaN(known)) this.#insert(known)
    }
  }

  #insert(value: number): void {
    let at = this.#sorted.length
    for (; at > 0 && (this.#sorted[at - 1] ?? 0) > value; at--) this.#sorted[at] = this.#sorted[at - 1] ?? 0
    this.#sorted[at] = value
  }

  #readSide({ decimals, hasToken }: SideOdds, row: number): void {
    const { selections, offers, decimals: ofPrice } = this.#store
    decimals.fill(0)
    hasToken.fill(0)
    for (let at = selections.firstOffer[row] ?? none; at !== none; at = offers.next[at] ?? none) {
      const book = this.#store.bookOf(at)
      decimals[book] = ofPrice[offers.price[at] ?? none] ?? 0
      hasToken[book] = offers.hasSgp(at) ? 1 : 0
      const asOf = offers.updatedAt[at] ?? Number.NaN
      if (asOf < this.oldestAt) this.oldestAt = asOf
    }
  }

  /** Median log-odds of the upper side at all books but this one; NaN when fewer than two have it. */
  othersOf(book: number): number {
    const own = this.logOdds[book] ?? Number.NaN
    const left = Number.isNaN(own) ? none : this.#sorted.indexOf(own)
    const count = this.#sorted.length - (left === none ? 0 : 1)
    if (count < 2) return Number.NaN
    const at = (place: number) => this.#sorted[place < left ? place : place + 1] ?? Number.NaN
    return (at((count - 1) >> 1) + at(count >> 1)) / 2
  }

  /** Win probability of a side by all books but this one: medians of their methods' lowest, and of their highest. */
  rangeOf(book: number, isUpper: boolean): ChanceRange {
    const mid = toChance((isUpper ? 1 : -1) * this.othersOf(book))
    const ranges = [...this.logOdds.keys()]
      .filter(other => other !== book && !Number.isNaN(this.logOdds[other] ?? Number.NaN))
      .flatMap(other => {
        const both = [this.upper.decimals[other] ?? 0, this.lower.decimals[other] ?? 0]
        return devigRange(isUpper ? both : both.toReversed())[0] ?? []
      })
    return {
      low: Math.min(mid, median(ranges.map(({ low }) => low))),
      mid,
      high: Math.max(mid, median(ranges.map(({ high }) => high))),
    }
  }
}

/**
 * Log-odds of the upper side with the margin taken off as a ratio of odds, which for two sides is the mean of what both
 * say; NaN when a price is missing, or both together promise a profit.
 */
function toLogOdds(upper: number, lower: number): number {
  if (!(upper > 1 && lower > 1) || 1 / upper + 1 / lower < 1) return Number.NaN
  return (Math.log(lower - 1) - Math.log(upper - 1)) / 2
}

export const toChance = (logOdds: number): number => 1 / (1 + Math.exp(-logOdds))

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return ((sorted[(sorted.length - 1) >> 1] ?? 0) + (sorted[sorted.length >> 1] ?? 0)) / 2
}
