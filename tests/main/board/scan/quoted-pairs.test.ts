import { describe, expect, it } from 'vitest'
import { describePairs } from '../../../../src/main/board/scan/quoted-pairs.ts'
import { event, marketOf, overUnder, type TwoSides } from '../../../support/board/scan-market.ts'

const total: TwoSides = { market: 'Total', sides: overUnder('', 210.5) }
const moneyline: TwoSides = { market: 'Moneyline', sides: ['River Town', 'Harbor City'] }
const points: TwoSides = {
  market: 'Player Points',
  sides: overUnder('Ada North ', 27.5),
  player: 'Ada North',
}
const key = ({ market }: TwoSides, name: string) => `${event}#${market}#${name}`
const over = key(total, 'Over 210.5')
const winner = key(moneyline, 'River Town')

describe('describePairs', () => {
  it('gives the class, the book’s own chances and the product of its singles', () => {
    const store = marketOf([{ ...total, wrong: { bravo: 0.45 } }, moneyline])
    const [pair] = describePairs(store, [{ bookId: 'bravo', keys: [over, winner] }])
    expect(pair).toMatchObject({
      ...{ bookId: 'bravo', league: 'hoops', markets: ['Total', 'Moneyline'] },
      ...{ relation: 'different', sign: 1 },
    })
    expect(pair?.fair[0]).toBeCloseTo(0.45, 2)
    expect(pair?.fair[1]).toBeCloseTo(0.5, 2)
    expect(pair?.product).toBeCloseTo(1 / (0.45 * 1.04) / (0.5 * 1.04), 1)
  })

  it('turns the direction of a pair with one lower side', () => {
    const keys = [key(total, 'Under 210.5'), key(points, 'Ada North Over 27.5')] as const
    const store = marketOf([{ ...total, chance: 0.6 }, points])
    const [pair] = describePairs(store, [{ bookId: 'alpha', keys }])
    expect(pair).toMatchObject({ sign: -1 })
    expect(pair?.fair[0]).toBeCloseTo(0.4, 2)
  })

  it.each([
    ['a leg that left the board', 'alpha', [over, `${event}#Total#Over 1.5`]],
    ['a book that is not on it', 'zulu', [over, winner]],
    ['a book without both sides', 'delta', [over, winner]],
    ['one bet', 'alpha', [winner, key(moneyline, 'Harbor City')]],
  ] as const)('says nothing of %s', (_, bookId, keys) => {
    const store = marketOf([{ ...total, books: ['alpha', 'bravo', 'charlie'] }, moneyline])
    expect(describePairs(store, [{ bookId, keys }])).toEqual([null])
  })
})
