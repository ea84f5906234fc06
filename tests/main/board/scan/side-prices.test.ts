import { describe, expect, it } from 'vitest'
import { SidePrices } from '../../../../src/main/board/scan/side-prices.ts'
import { listSides } from '../../../../src/main/board/scan/sides.ts'
import { marketOf, overUnder, type TwoSides } from '../../../support/board/scan-market.ts'

function read(bet: Partial<TwoSides>) {
  const store = marketOf([{ market: 'Total', sides: overUnder('', 210.5), ...bet }])
  const [sides] = listSides(store, [0, 1])
  const prices = new SidePrices(store)
  if (sides === undefined) throw new Error('no sides')
  prices.read(sides)
  const at = (id: string) => store.books.findIndex(book => book.id === id)
  return { prices, chanceAt: (id: string) => prices.rangeOf(at(id), true), at }
}

describe('SidePrices', () => {
  it('take the margin off both sides', () => {
    const { chanceAt } = read({ chance: 0.4 })
    expect(chanceAt('bravo').mid).toBeCloseTo(0.4, 2)
    expect(chanceAt('bravo').low).toBeLessThanOrEqual(chanceAt('bravo').mid)
  })

  it('compare a book with the median of the others, without its own', () => {
    const { chanceAt } = read({ wrong: { alpha: 0.3, bravo: 0.45, charlie: 0.5, delta: 0.6 } })
    expect(chanceAt('alpha').mid).toBeCloseTo(0.5, 2)
    expect(chanceAt('delta').mid).toBeCloseTo(0.45, 2)
    expect(chanceAt('bravo').mid).toBeCloseTo(0.5, 2)
  })

  it('know nothing of others when fewer than two have both sides', () => {
    // A chance above 1 makes a price that is none.
    const two = read({ books: ['alpha', 'bravo', 'charlie'], wrong: { charlie: 1.2 } })
    expect(two.prices.othersOf(two.at('alpha'))).toBeNaN()
    expect(two.prices.othersOf(two.at('charlie'))).not.toBeNaN()
  })

  it('range from the lowest to the highest method of taking the margin off', () => {
    const { chanceAt } = read({ chance: 0.12 })
    const { low, mid, high } = chanceAt('bravo')
    expect(high - low).toBeGreaterThan(0.003)
    expect(mid).toBeGreaterThanOrEqual(low)
    expect(high).toBeGreaterThanOrEqual(mid)
  })

  it('forget the bet that was read before', () => {
    const store = marketOf([
      { market: 'Total', sides: overUnder('', 210.5) },
      { market: 'Total', sides: overUnder('', 220.5), books: ['alpha', 'bravo', 'charlie'] },
    ])
    const sides = listSides(store, [...Array(store.selections.count).keys()])
    const prices = new SidePrices(store)
    for (const each of sides) prices.read(each)
    expect(prices.logOdds[store.books.findIndex(({ id }) => id === 'delta')]).toBeNaN()
  })
})
