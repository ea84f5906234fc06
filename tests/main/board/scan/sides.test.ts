import { describe, expect, it } from 'vitest'
import { listSides } from '../../../../src/main/board/scan/sides.ts'
import { books, marketOf, overUnder, type TwoSides } from '../../../support/board/scan-market.ts'

function sidesOf(...bets: readonly TwoSides[]): string[] {
  const store = marketOf(bets)
  const rows = [...store.selections.event.subarray(0, store.selections.count).keys()]
  return listSides(store, rows).map(({ upper, lower, isOverUnder }) => {
    const [one, other] = [upper, lower].map(row => store.keyPartsOf(row).name)
    return `${one} | ${other}${isOverUnder ? '' : ' | teams'}`
  })
}

describe('listSides', () => {
  it.each<[string, TwoSides, string]>([
    ['a half-point total', { market: 'Total', sides: overUnder('', 210.5) }, 'Over 210.5 | Under 210.5'],
    ['capitals', { market: 'Total', sides: ['OVER 210.5', 'UNDER 210.5'] }, 'OVER 210.5 | UNDER 210.5'],
    ['small letters', { market: 'Total', sides: ['over 2.5', 'under 2.5'] }, 'over 2.5 | under 2.5'],
    [
      'a player’s line',
      { market: 'Player Points', sides: overUnder('Ada North ', 27.5) },
      'Ada North Over 27.5 | Ada North Under 27.5',
    ],
    ['yes and no', { market: 'Overtime', sides: ['Yes', 'No'] }, 'Yes | No'],
    [
      'two teams, once',
      { market: 'Moneyline', sides: ['River Town', 'Harbor City'] },
      'River Town | Harbor City | teams',
    ],
    [
      'a half-point spread, once',
      { market: 'Spread', sides: ['River Town +3.5', 'Harbor City -3.5'] },
      'River Town +3.5 | Harbor City -3.5 | teams',
    ],
  ])('finds %s', (_, bet, expected) => {
    expect(sidesOf(bet)).toEqual([expected])
  })

  it.each<[string, TwoSides]>([
    ['a whole line, which can push', { market: 'Total', sides: overUnder('', 210) }],
    ['a market that can be refunded', { market: 'Draw No Bet', sides: ['River Town', 'Harbor City'] }],
    ['two lines of one bet', { market: 'Total', sides: ['Over 210.5', 'Under 211.5'] }],
    ['a bet at two books', { market: 'Total', sides: overUnder('', 210.5), books: books.slice(0, 2) }],
    ['what has no sides', { market: 'First Basket', sides: ['Ada North', 'Pearl Thorn'] }],
  ])('leaves out %s', (_, bet) => {
    expect(sidesOf(bet)).toEqual([])
  })
})
