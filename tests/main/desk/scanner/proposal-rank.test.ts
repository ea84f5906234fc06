import { describe, expect, it } from 'vitest'
import { rankProposals, type RankContext } from '../../../../src/main/desk/scanner/proposal-rank.ts'
import { toFingerprint } from '../../../../src/shared/model/parlay/parlay.ts'
import { proposal } from '../../../support/shared/scanner-answers.ts'

const plain: RankContext = { deskPrices: new Map(), maxStakes: new Map(), stakeMinor: 5_000 }
/** A price of one parlay, whose likely fair price is 3.57. */
const at = (bookId: string, decimal: number) =>
  proposal({ bookId, price: { text: '', format: 'decimal', decimal } })
const books = (prices: readonly ReturnType<typeof at>[], context: Partial<RankContext> = {}) =>
  rankProposals(prices, { ...plain, ...context }).map(({ bookId, doubt, takesMinor }) => [
    bookId,
    doubt,
    takesMinor,
  ])
const fingerprint = toFingerprint(proposal().legs.map(({ key }) => key))
const deskPrices = new Map([[fingerprint, ['c', 'd', 'e'].map(bookId => ({ bookId, decimal: 3.5 }))]])

describe('rankProposals', () => {
  it('marks a price without another, and ranks one last that pays far too much', () => {
    expect(books([at('a', 3.8)])).toEqual([['a', 'only-price', null]])
    const other = { ...at('b', 3.6), legs: proposal().legs.slice(0, 1) }
    expect(books([at('a', 5), other]).map(([book]) => book)).toEqual(['b', 'a'])
    expect(books([at('a', 4), other]).map(([book]) => book)).toEqual(['a', 'b'])
  })

  it('finds a suspect price by the prices of the desk, and ranks it last', () => {
    expect(books([at('a', 6), at('b', 3.6)], { deskPrices })).toEqual([
      ['b', null, null],
      ['a', 'suspect', null],
    ])
  })

  it('ranks a book that takes less than the stake after the others, with its limit', () => {
    const maxStakes = new Map([
      ['a', 500],
      ['b', 5_000],
      ['c', 0],
    ])
    expect(books([at('a', 4), at('b', 3.6), at('c', 4.2)], { maxStakes, stakeMinor: 5_000 })).toEqual([
      ['b', null, null],
      ['c', null, 0],
      ['a', null, 500],
    ])
  })
})
