import { describe, expect, it } from 'vitest'
import { rankProposals, type RankContext } from '../../../../src/main/desk/scanner/proposal-rank.ts'
import type { Cell } from '../../../../src/shared/model/price/cell.ts'
import type { PricedParlay } from '../../../../src/shared/model/price/scan.ts'
import { cell, leg, noon, priced, row } from '../../../support/shared/desk-rows.ts'
import { proposal } from '../../../support/shared/scanner-answers.ts'

const plain: RankContext = {
  ...{ deskRows: () => [], maxStakes: new Map(), stakeMinor: 5_000 },
  ...{ now: noon, staleAfterMs: 15_000 },
}
/** Legs of one game, that is live or has no start yet. */
const legsOf = (isLive: boolean) =>
  proposal().legs.map(each => ({ ...each, game: { ...each.game, startAt: null, isLive } }))
/** A price of one parlay, whose likely fair price is 3.57, three seconds before noon. */
const at = (bookId: string, decimal: number) =>
  proposal({ bookId, legs: legsOf(false), price: { text: '', format: 'decimal', decimal } })
const books = (prices: readonly PricedParlay[], context: Partial<RankContext> = {}) =>
  rankProposals(prices, { ...plain, ...context }).map(({ bookId, doubt, takesMinor }) => [
    bookId,
    doubt,
    takesMinor,
  ])
/** A desk with that parlay, of which three books have such a price, and with another. */
const deskWith = (american: number, quotedAt = noon, given: Partial<Cell> = {}): Partial<RankContext> => {
  const cells = ['b', 'c', 'd'].map(id => cell(id, { quote: priced(american, quotedAt), ...given }))
  const legs = proposal().legs.map(each => ({ ...leg('', ''), ...each }))
  return { deskRows: isWanted => [row(1, cells), row(2, cells, legs)].filter(isWanted) }
}
const doubtOf = (prices: readonly PricedParlay[], context: Partial<RankContext> = {}) =>
  rankProposals(prices, { ...plain, ...context }).find(({ bookId }) => bookId === 'a')?.doubt

describe('rankProposals', () => {
  it('marks a price without another, and ranks one last that pays far too much', () => {
    expect(books([at('a', 3.8)])).toEqual([['a', 'only-price', null]])
    const other = { ...at('b', 3.6), legs: proposal().legs.slice(0, 1) }
    expect(books([at('a', 5), other]).map(([book]) => book)).toEqual(['b', 'a'])
    expect(books([at('a', 4), other]).map(([book]) => book)).toEqual(['a', 'b'])
  })

  it('finds a suspect price by the prices of the desk, and ranks it last', () => {
    expect(books([at('a', 6), at('b', 3.6)], deskWith(250))).toEqual([
      ['b', null, null],
      ['a', 'suspect', null],
    ])
  })

  it('compares no price that is stale, or that lacks a leg', () => {
    expect(doubtOf([at('a', 6), { ...at('b', 3.6), at: noon - 16_000 }])).toBe('only-price')
    expect(doubtOf([at('a', 6)], deskWith(250, noon - 16_000))).toBe('only-price')
    expect(doubtOf([at('a', 6)], deskWith(250, noon, { missingLegs: 1 }))).toBe('only-price')
    expect(doubtOf([at('a', 6)], deskWith(250))).toBe('suspect')
  })

  it('compares the newer price of each other book, of the desk or its own', () => {
    const found = ['b', 'c', 'd'].map(bookId => at(bookId, 3.5))
    expect(doubtOf([at('a', 6), ...found], deskWith(500, noon))).toBeNull()
    expect(doubtOf([at('a', 6), ...found], deskWith(500, noon - 10_000))).toBe('suspect')
  })

  it('compares only prices of the same seconds in a live game', () => {
    const live = { ...at('a', 6), legs: legsOf(true) }
    expect(doubtOf([live], deskWith(250, noon - 14_000))).toBe('only-price')
    expect(doubtOf([live], deskWith(250, noon - 12_000))).toBe('suspect')
    expect(doubtOf([at('a', 6)], deskWith(250, noon - 14_000))).toBe('suspect')
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
