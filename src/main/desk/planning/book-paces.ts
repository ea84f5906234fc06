/**
 * Learns how fast and how far each book's prices move, from pairs of successive quotes of its cells. Quotes are only
 * seen when asked for: of a pair with another price it is known that it moved within the gap, not when. The rate is
 * estimated by expectation maximization on such interval-censored times (Turnbull, JRSS B 38 (1976), for one constant
 * rate), with older pairs forgotten, and shrunk to the mean of all books of its stage while little is known.
 */
import type { BookHalfLife } from '../../../shared/model/price/link-outcome.ts'
import type { BookPace, GameStage } from './refresh-value.ts'

/** Two successive prices of a cell. */
export interface PricePair {
  readonly bookId: string
  readonly stage: GameStage
  /** Time between the two quotes, ms. */
  readonly gapMs: number
  /** Change of the log-odds; 0 for an unchanged price. */
  readonly move: number
}

/** Before anything is known. */
const startPace: Readonly<Record<GameStage, BookPace>> = {
  before: { halfLifeMs: 60_000, moveSize: 0.03 },
  live: { halfLifeMs: 15_000, moveSize: 0.1 },
}
/** Pairs that the mean of the stage counts as. */
const meanWeight = 12
/** Each pair counts this share of the next one, so that about 200 count. */
const memory = 1 - 1 / 200
const halfLifeRange = { min: 1_000, max: 3_600_000 } as const
const minMoveSize = 0.002
/** Pairs of its own from which a book's half-life is more than the mean of all books. */
const minPairs = 20

/** Sums over pairs, newer ones more. */
interface Sums {
  pairs: number
  moves: number
  /** Time without a move, ms. */
  exposureMs: number
  moveSize: number
}

export class BookPaces {
  readonly #books = new Map<string, Sums>()
  readonly #stages = new Map<GameStage, Sums>()

  add(pair: PricePair): void {
    if (!(pair.gapMs > 0) || !Number.isFinite(pair.move)) return
    count(findOrAdd(this.#stages, pair.stage), pair, startPace[pair.stage])
    count(findOrAdd(this.#books, toKey(pair)), pair, this.#stagePace(pair.stage))
  }

  /** Pace of a book's prices. */
  paceOf(bookId: string, stage: GameStage): BookPace {
    return shrink(this.#books.get(toKey({ bookId, stage })), this.#stagePace(stage))
  }

  /** Half-lives of the books with enough pairs of their own. */
  halfLives(): BookHalfLife[] {
    return [...new Set([...this.#books.keys()].map(key => key.slice(key.indexOf(' ') + 1)))]
      .map(bookId => ({
        bookId,
        beforeMs: this.#halfLife(bookId, 'before'),
        liveMs: this.#halfLife(bookId, 'live'),
      }))
      .filter(({ beforeMs, liveMs }) => beforeMs !== null || liveMs !== null)
  }

  #halfLife(bookId: string, stage: GameStage): number | null {
    const { pairs = 0 } = this.#books.get(toKey({ bookId, stage })) ?? {}
    return pairs < minPairs ? null : this.paceOf(bookId, stage).halfLifeMs
  }

  clear(): void {
    this.#books.clear()
    this.#stages.clear()
  }

  #stagePace(stage: GameStage): BookPace {
    return shrink(this.#stages.get(stage), startPace[stage])
  }
}

const toKey = ({ bookId, stage }: Pick<PricePair, 'bookId' | 'stage'>): string => `${stage} ${bookId}`

function findOrAdd<K>(sums: Map<K, Sums>, key: K): Sums {
  const known = sums.get(key) ?? { pairs: 0, moves: 0, exposureMs: 0, moveSize: 0 }
  sums.set(key, known)
  return known
}

/** Adds a pair to the sums; for a moved price, the expected time until the move by the pace known so far. */
function count(sums: Sums, { gapMs, move }: PricePair, mean: BookPace): void {
  const hasMoved = move !== 0
  const rate = Math.LN2 / shrink(sums, mean).halfLifeMs
  const until = hasMoved ? 1 / rate - gapMs / Math.expm1(rate * gapMs) : gapMs
  sums.pairs = sums.pairs * memory + 1
  sums.moves = sums.moves * memory + (hasMoved ? 1 : 0)
  sums.exposureMs = sums.exposureMs * memory + until
  sums.moveSize = sums.moveSize * memory + Math.abs(move)
}

/** The mean of the class counts as some pairs of its own, which fade as pairs of the book come in. */
function shrink(sums: Sums | undefined, mean: BookPace): BookPace {
  if (sums === undefined) return mean
  const moves = sums.moves + meanWeight
  const exposureMs = sums.exposureMs + (meanWeight * mean.halfLifeMs) / Math.LN2
  const halfLifeMs = (Math.LN2 * exposureMs) / moves
  return {
    halfLifeMs: Math.min(halfLifeRange.max, Math.max(halfLifeRange.min, halfLifeMs)),
    moveSize: Math.max(minMoveSize, (sums.moveSize + meanWeight * mean.moveSize) / moves),
  }
}
