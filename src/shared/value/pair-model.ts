/**
 * Statistics of books' prices of pairs: the correlation of each class of pairs, and the discount on the product of the
 * singles that each book takes. Seen pairs are added one by one; what was not seen comes from wider groups, then from
 * defaults.
 */
import { bothWin } from './copula.ts'
import {
  addCorrelation,
  impliedCorrelation,
  noCorrelations,
  shrunkCorrelation,
  type CorrelationStats,
} from './correlation.ts'

/** `same`: both legs are about one team or player. */
export type PairRelation = 'same' | 'different'

/** The class of a pair of legs of one game. */
export interface PairClass {
  readonly league: string
  readonly markets: readonly [string, string]
  readonly relation: PairRelation
  /**
   * -1 when exactly one leg is on the lower side (Under, No), so that Over with Under counts as the opposite of Over with
   * Over.
   */
  readonly sign: 1 | -1
}

/** A book's price of a pair beside its singles. */
export interface SeenPair extends PairClass {
  readonly bookId: string
  /** Win probabilities by the book's own singles, without their margin. */
  readonly fair: readonly [number, number]
  /** Product of its singles, decimal. */
  readonly product: number
  /** Decimal odds of the pair; null when the book does not combine the legs. */
  readonly decimal: number | null
  /** Hold of the book's complete partitions of two legs; undefined when none was seen. */
  readonly hold?: number | undefined
}

interface Mean {
  readonly count: number
  readonly mean: number
}

/** All that a model has learned; can be posted to a worker. */
export interface PairStats {
  readonly classes: Map<string, CorrelationStats>
  readonly relations: Map<string, CorrelationStats>
  /** ln of each book's prices over those that the correlation alone would give: by class, and in all. */
  readonly takes: Map<string, Mean>
  readonly books: Map<string, Mean>
  /** Classes that were not combined, and those by book and sign. */
  readonly refused: Set<string>
}

export const noPairs = (): PairStats => ({
  classes: new Map(),
  relations: new Map(),
  takes: new Map(),
  books: new Map(),
  refused: new Set(),
})

/** A class's correlation in the direction of the pair. */
export interface LikelyCorrelation {
  readonly rho: number
  /** Standard error of the mean. */
  readonly error: number
  /** Standard deviation of single pairs from the mean. */
  readonly spread: number
  /** Pairs of the class seen at any book. */
  readonly count: number
}

/** ln of a book's price over what the correlation alone would make of its singles. */
export interface LikelyTake {
  readonly take: number
  /** Pairs seen at the book: of the class, and in all. Both 0 when `take` is the default. */
  readonly ofClass: number
  readonly ofBook: number
}

/** Discount assumed of a book that no pair was seen of: 6% beyond the margin of its singles. */
export const defaultTake = Math.log(0.94)
/** Pairs of a book, and of a class at a book, that count as much as what is assumed without them. */
const halfOfBook = 4
const halfOfClass = 6
/** Spread of correlations assumed of a class, and the pairs that it counts as. */
const assumedSpread = 0.2
const assumedPairs = 4
/** Correlations closer to 1 would be contradictions in a matrix. */
const maxRho = 0.95

export class PairModel {
  readonly stats: PairStats

  constructor(stats: PairStats = noPairs()) {
    this.stats = stats
  }

  add(seen: SeenPair): void {
    const { classes, relations, takes, books, refused } = this.stats
    const ofBook = toTakeKey(seen)
    if (seen.decimal === null) {
      refused.add(ofBook).add(toClassKey(seen))
      return
    }
    refused.delete(ofBook)
    const rho = findRho(seen, seen.decimal)
    if (rho !== undefined) {
      const [name, relation] = [toClassKey(seen), seen.relation]
      classes.set(name, addCorrelation(classes.get(name) ?? noCorrelations, rho))
      relations.set(relation, addCorrelation(relations.get(relation) ?? noCorrelations, rho))
    }
    const take = Math.log(seen.decimal / seen.product) + Math.log(this.liftOf(seen, seen.fair))
    takes.set(ofBook, addToMean(takes.get(ofBook), take))
    books.set(seen.bookId, addToMean(books.get(seen.bookId), take))
  }

  correlationOf(pair: PairClass): LikelyCorrelation {
    const own = this.stats.classes.get(toClassKey(pair)) ?? noCorrelations
    const group = this.stats.relations.get(pair.relation) ?? noCorrelations
    const rho = Math.max(-maxRho, Math.min(maxRho, shrunkCorrelation(own, group)))
    const variance = (assumedPairs * assumedSpread ** 2 + own.squares) / (assumedPairs + own.count)
    const [error, spread] = [Math.sqrt(variance / (own.count + 1)), Math.sqrt(variance)]
    return { rho: pair.sign * rho, error, spread, count: own.count }
  }

  /** Times by which two legs win together more often than without correlation. */
  liftOf(pair: PairClass, [p, q]: readonly [number, number]): number {
    return bothWin(p, q, this.correlationOf(pair).rho) / (p * q)
  }

  takeOf(bookId: string, pair: PairClass): LikelyTake {
    const ofClass = this.stats.takes.get(toTakeKey({ ...pair, bookId }))
    const take = drawTo(ofClass, halfOfClass, this.takeOfBook(bookId))
    const ofBook = this.stats.books.get(bookId)?.count ?? 0
    return { take, ofClass: ofClass?.count ?? 0, ofBook }
  }

  takeOfBook(bookId: string): number {
    return drawTo(this.stats.books.get(bookId), halfOfBook, defaultTake)
  }

  /** True when the book did not combine legs of this class the last time, or another did not and none has. */
  isRefused(bookId: string, pair: PairClass): boolean {
    const { refused, classes } = this.stats
    if (refused.has(toTakeKey({ ...pair, bookId }))) return true
    return refused.has(toClassKey(pair)) && !classes.has(toClassKey(pair))
  }
}

/**
 * The correlation of the class that a pair's price implies. The margin taken off is the larger of its legs' margins
 * together and the hold of the book's partitions.
 */
function findRho({ fair: [p, q], sign, product, hold = 0 }: SeenPair, decimal: number): number | undefined {
  const ofLegs = 1 / (product * p * q)
  const both = 1 / decimal / Math.max(ofLegs, 1 + hold)
  const rho = impliedCorrelation(p, q, both)
  return rho === undefined ? undefined : sign * rho
}

const toClassKey = ({ league, markets, relation }: PairClass): string =>
  [league, ...markets.toSorted(), relation].join('\n')

const toTakeKey = (pair: PairClass & { readonly bookId: string }): string =>
  `${pair.bookId}\n${toClassKey(pair)}\n${pair.sign}`

function addToMean({ count, mean }: Mean = { count: 0, mean: 0 }, value: number): Mean {
  return { count: count + 1, mean: mean + (value - mean) / (count + 1) }
}

const drawTo = ({ count, mean }: Mean = { count: 0, mean: 0 }, half: number, usual: number): number =>
  (count * mean + half * usual) / (count + half)
