import { describe, expect, it } from 'vitest'
import { bothWin } from '../../../src/shared/value/copula.ts'
import { PairModel, type PairClass } from '../../../src/shared/value/pair-model.ts'
import {
  fairAt,
  rank,
  screen,
  type ScreenedLeg,
  type ScreenedParlay,
} from '../../../src/shared/value/screening.ts'

const pairOf = (markets: readonly [string, string]): PairClass => ({
  league: 'ubl',
  markets,
  relation: 'different',
  sign: 1,
})
const pair = pairOf(['Total', 'Moneyline'])

/** A leg that a book prices at its own probability less a margin of 4%. */
const leg = (chance: number, own = chance): ScreenedLeg => ({
  fair: { low: chance - 0.01, mid: chance, high: chance + 0.01 },
  own,
  decimal: 1 / (own * 1.04),
})
const parlay = (legs: readonly ScreenedLeg[], pairs: readonly PairClass[] = [pair]): ScreenedParlay => ({
  bookId: 'bravo',
  legs,
  pairs,
})

/** A model that has seen this correlation, with the margins of the legs and no more. */
function learned(rho: number, pairs: readonly PairClass[] = [pair], count = 400): PairModel {
  const model = new PairModel()
  for (const each of pairs)
    for (let at = 0; at < count; at++)
      model.add({
        ...each,
        bookId: 'bravo',
        fair: [0.5, 0.5],
        product: 4 / 1.04 ** 2,
        decimal: 1 / (bothWin(0.5, 0.5, rho) * 1.04 ** 2),
      })
  return model
}

describe('screen', () => {
  it('values a pair by the other books, and expects the book’s own price of it', () => {
    const { fair, product, edge, expected, seen } = screen(parlay([leg(0.5, 0.4), leg(0.6)]), learned(0.3))
    expect(fair.mid).toBeCloseTo(bothWin(0.5, 0.6, 0.3), 2)
    expect(product).toBeCloseTo(1 / (0.4 * 0.6 * 1.04 ** 2), 9)
    expect(edge).toBeCloseTo((0.5 * 0.6) / (0.4 * 0.6 * 1.04 ** 2) - 1, 9)
    expect(expected).toBeCloseTo(1 / (bothWin(0.4, 0.6, 0.3) * 1.04 ** 2), 1)
    expect(seen).toEqual({ ofPair: 400, ofClass: 400, ofBook: 400 })
  })

  it('counts a price that no correlation explains among those of all books', () => {
    const model = new PairModel()
    model.add({ ...pair, bookId: 'bravo', fair: [0.5, 0.5], product: 4 / 1.04 ** 2, decimal: 1.01 })
    expect(model.correlationOf(pair).count).toBe(0)
    expect(screen(parlay([leg(0.5), leg(0.6)]), model).seen).toEqual({ ofPair: 1, ofClass: 1, ofBook: 1 })
  })

  it('ranges from the lowest legs to the highest', () => {
    const { fair } = screen(parlay([leg(0.5), leg(0.6)]), learned(0.3))
    expect(fair.low).toBeCloseTo(bothWin(0.49, 0.59, 0.3), 2)
    expect(fair.high).toBeCloseTo(bothWin(0.51, 0.61, 0.3), 2)
  })

  it('takes a class that was never seen for one with the default discount', () => {
    const { product, expected, seen } = screen(parlay([leg(0.5), leg(0.6)]), new PairModel())
    expect(expected / product).toBeCloseTo(0.94, 9)
    expect(seen).toEqual({ ofPair: 0, ofClass: 0, ofBook: 0 })
  })

  it('values three legs by all their pairs, each further leg at the same discount', () => {
    const pairs = [pair, pairOf(['Total', 'Spread']), pairOf(['Moneyline', 'Spread'])]
    const legs = [leg(0.5), leg(0.5), leg(0.5)]
    const half = screen(parlay(legs, pairs), learned(0.5, pairs, 4_000))
    expect(half.fair.mid).toBeCloseTo(0.25, 1)
    expect(half.seen.ofPair).toBe(4_000)
    const unseen = screen(parlay(legs, pairs), new PairModel())
    expect(unseen.fair.mid).toBeCloseTo(0.125, 3)
    expect(unseen.expected / unseen.product).toBeCloseTo(0.94 ** 2, 2)
  })

  it('repairs correlations that contradict each other', () => {
    const pairs = [pair, pairOf(['Total', 'Spread']), pairOf(['Moneyline', 'Spread'])]
    const model = new PairModel()
    const see = (each: PairClass, rho: number) => {
      for (let at = 0; at < 200; at++)
        model.add({
          ...each,
          bookId: 'bravo',
          fair: [0.5, 0.5],
          product: 4,
          decimal: 1 / Math.max(0.001, bothWin(0.5, 0.5, rho)),
        })
    }
    for (const [place, rho] of [0.9, 0.9, -0.9].entries()) see(pairs[place] ?? pair, rho)
    const { fair } = screen(parlay([leg(0.5), leg(0.5), leg(0.5)], pairs), model)
    expect(fair.mid).toBeGreaterThan(0)
    expect(fair.mid).toBeLessThan(0.5)
  })
})

describe('fairAt', () => {
  const legs = [leg(0.5), leg(0.6)]

  it('is the screened chance when the price is as expected', () => {
    const screening = screen(parlay(legs), learned(0.3))
    expect(fairAt(screening, screening.expected).mid).toBeCloseTo(screening.fair.mid, 9)
  })

  it('takes a surprising price for value where the class is well known', () => {
    const screening = screen(parlay(legs), learned(0.3))
    const { mid } = fairAt(screening, screening.expected * 1.2)
    expect(mid / screening.fair.mid).toBeGreaterThan(0.97)
  })

  it('takes it for correlation where the class is not known', () => {
    const screening = screen(parlay(legs), new PairModel())
    const { mid } = fairAt(screening, screening.expected * 1.2)
    expect((mid / screening.fair.mid) * 1.2).toBeGreaterThan(1)
    expect((mid / screening.fair.mid) * 1.2).toBeLessThan(1.03)
  })

  it('is less sure of legs that are not known', () => {
    const width = (model: PairModel) => {
      const screening = screen(parlay(legs), model)
      const { low, mid, high } = fairAt(screening, screening.expected)
      expect(low).toBeLessThan(mid)
      expect(high).toBeGreaterThan(mid)
      return high - low
    }
    expect(width(new PairModel())).toBeGreaterThan(1.5 * width(learned(0.3)))
  })

  it('stays below certainty', () => {
    const sure = screen(parlay([leg(0.97), leg(0.97)]), new PairModel())
    expect(fairAt(sure, 1.01).high).toBeLessThan(1)
  })
})

describe('rank', () => {
  it('prefers legs that the book pays more for than the others', () => {
    const model = learned(0.3)
    const cheap = rank(parlay([leg(0.5), leg(0.6)]), model)
    expect(rank(parlay([leg(0.5, 0.45), leg(0.6)]), model)).toBeGreaterThan(cheap)
    expect(rank(parlay([leg(0.5, 0.55), leg(0.6)]), model)).toBeLessThan(cheap)
  })

  it('prefers what was seen to what was not, and the book that takes less', () => {
    const legs = [leg(0.5), leg(0.6)]
    const model = learned(0.3)
    expect(rank(parlay(legs), model)).toBeGreaterThan(rank(parlay(legs, [pairOf(['Other', 'New'])]), model))
    expect(rank(parlay(legs), model)).toBeGreaterThan(rank({ ...parlay(legs), bookId: 'unseen' }, model))
  })

  it('is about what a stake returns, by the price that is expected', () => {
    const legs = [leg(0.5, 0.46), leg(0.6, 0.58)]
    const model = learned(0.2)
    const { fair, expected } = screen(parlay(legs), model)
    expect(rank(parlay(legs), model)).toBeCloseTo(Math.log(fair.mid * expected), 1)
  })
})
