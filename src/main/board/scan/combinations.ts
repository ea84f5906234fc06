/** Combines the best legs of a game at one book, and ranks the parlays. */
import type { PairClass, PairModel } from '../../../shared/value/pair-model.ts'
import { classifyPair, type BestLeg } from './best-legs.ts'

export interface Combination {
  readonly book: number
  readonly legs: readonly BestLeg[]
  /** In the order 0-1, 0-2, 1-2 of the legs. */
  readonly pairs: readonly PairClass[]
  readonly score: number
}

/** Game and book of legs. */
export interface LegsAt {
  readonly league: string
  readonly book: number
  readonly bookId: string
}

/** A class at a book, as the model knows it. */
interface KnownClass {
  readonly pair: PairClass
  readonly take: number
  readonly error: number
}

/** A pair of legs: what the book takes, less the doubt about its correlation. */
interface Pair {
  readonly pair: PairClass
  readonly cost: number
}

/** Pairs that a third leg is added to. */
const grownPairs = 30
/** Parlays of one book that share a leg at most, so that one wrong single does not fill the list. */
const sharesOfLeg = 3
const maxMarkets = 65_536
const maxBooks = 256

export class Combiner {
  readonly #model: PairModel
  readonly #markets = new Map<string, number>()
  /** By league, then by markets, relation, sign and book: the model's own keys are texts, which take too long to make. */
  readonly #known = new Map<string, Map<number, KnownClass | null>>()

  constructor(model: PairModel) {
    this.#model = model
  }

  /** All pairs, and the triples that the best of them grow into when `maxLegs` is 3. */
  combine(legs: readonly BestLeg[], at: LegsAt, maxLegs: 2 | 3): readonly Combination[][] {
    const count = legs.length
    const table: (Pair | undefined)[] = Array.from({ length: count * count })
    const pairs: (Combination & { readonly places: readonly [number, number] })[] = []
    for (let i = 0; i < count; i++)
      for (let j = i + 1; j < count; j++) {
        const [one, other] = [legs[i], legs[j]]
        const pair = one && other && this.#pairOf(one, other, at)
        if (pair === undefined || one === undefined || other === undefined) continue
        table[i * count + j] = pair
        table[j * count + i] = pair
        const score = one.edge + other.edge + pair.cost
        pairs.push({ book: at.book, legs: [one, other], pairs: [pair.pair], score, places: [i, j] })
      }
    if (maxLegs === 2) return [pairs]
    const best = pairs.toSorted((a, b) => b.score - a.score).slice(0, grownPairs)
    return [pairs, grow(best, legs, table)]
  }

  #pairOf(one: BestLeg, other: BestLeg, at: LegsAt): Pair | undefined {
    const known = this.#find(one, other, at)
    return known && { pair: known.pair, cost: known.take - known.error * one.pull * other.pull }
  }

  /** Undefined for a class that the book does not combine. */
  #find(one: BestLeg, other: BestLeg, { league, book, bookId }: LegsAt): KnownClass | undefined {
    const pair = classifyPair(league, one, other)
    if (pair === undefined) return undefined
    const markets = this.#numberOf(one.market) * maxMarkets + this.#numberOf(other.market)
    const kind = (pair.relation === 'same' ? 2 : 0) + (pair.sign === 1 ? 1 : 0)
    const key = (markets * 4 + kind) * maxBooks + book
    const ofLeague = this.#known.get(league) ?? new Map<number, KnownClass | null>()
    this.#known.set(league, ofLeague)
    let known = ofLeague.get(key)
    if (known === undefined) {
      const { take } = this.#model.takeOf(bookId, pair)
      const { error } = this.#model.correlationOf(pair)
      known = this.#model.isRefused(bookId, pair) ? null : { pair, take, error }
      ofLeague.set(key, known)
    }
    return known ?? undefined
  }

  #numberOf(market: string): number {
    const known = this.#markets.get(market) ?? this.#markets.size
    this.#markets.set(market, known)
    return known
  }
}

/** Adds a third leg to each pair, where all pairs among the three can be combined. */
function grow(
  pairs: readonly (Combination & { readonly places: readonly [number, number] })[],
  legs: readonly BestLeg[],
  table: readonly (Pair | undefined)[],
): Combination[] {
  const count = legs.length
  const seen = new Set<number>()
  const grown: Combination[] = []
  for (const { book, places, legs: two, pairs: ofTwo } of pairs) {
    const [i, j] = places
    const own = table[i * count + j]
    for (const [k, third] of legs.entries()) {
      const [first, second] = [table[i * count + k], table[j * count + k]]
      const [low = 0, mid = 0, high = 0] = [i, j, k].sort((a, b) => a - b)
      const name = (low * count + mid) * count + high
      if (own === undefined || first === undefined || second === undefined || seen.has(name)) continue
      seen.add(name)
      // A further leg costs as much as the first one more, by the mean of all pairs.
      const cost = ((own.cost + first.cost + second.cost) * 2) / 3
      const score = two.reduce((sum, { edge }) => sum + edge, third.edge) + cost
      grown.push({ book, legs: [...two, third], pairs: [...ofTwo, first.pair, second.pair], score })
    }
  }
  return grown
}

/** The best parlays, of which few share a leg. */
export function pickBest(all: readonly Combination[], limit: number): Combination[] {
  const uses = new Map<number, number>()
  const picked: Combination[] = []
  for (const each of all.toSorted((a, b) => b.score - a.score)) {
    if (picked.length === limit) break
    const names = each.legs.map(({ row }) => (row * 4 + each.legs.length) * maxBooks + each.book)
    if (names.some(name => (uses.get(name) ?? 0) >= sharesOfLeg)) continue
    for (const name of names) uses.set(name, (uses.get(name) ?? 0) + 1)
    picked.push(each)
  }
  return picked
}
