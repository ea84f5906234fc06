import { describe, expect, it } from 'vitest'
import {
  listToCheck,
  rankProposals,
  type RankContext,
} from '../../../../src/main/desk/scanner/proposal-rank.ts'
import type { Cell } from '../../../../src/shared/model/price/cell.ts'
import type { PricedParlay } from '../../../../src/shared/model/price/scan.ts'
import { cell, leg, noon, plainSettings, priced, row } from '../../../support/shared/desk-rows.ts'
import { proposal } from '../../../support/shared/scanner-answers.ts'

const plain: RankContext = {
  ...{ deskRows: () => [], maxStakes: new Map(), stakeMinor: 5_000 },
  ...{ now: noon, staleAfterMs: 15_000, value: plainSettings.value },
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
    const other = { ...at('b', 3.6), legs: legsOf(false).slice(0, 1) }
    expect(books([at('a', 5), other])).toEqual([
      ['b', 'only-price', null],
      ['a', 'too-high', null],
    ])
    expect(books([at('a', 4), other]).map(([book]) => book)).toEqual(['a', 'b'])
  })

  it('finds a suspect price by one other, which then is in its place', () => {
    expect(books([at('a', 4.6), at('b', 3.6)])).toEqual([
      ['b', null, null],
      ['a', 'suspect', null],
    ])
    expect(books([at('a', 4.4), at('b', 3.6)])).toEqual([['a', null, null]])
  })

  it('lists the prices of the other books, highest first', () => {
    const [first] = rankProposals([at('a', 4), at('b', 3.6), at('c', 3.8)], plain)
    expect(first?.others.map(({ bookId, price }) => [bookId, price.decimal])).toEqual([
      ['c', 3.8],
      ['b', 3.6],
    ])
  })

  it('ranks old prices after all fresh ones, and those from before a start that has passed', () => {
    const apart = (bookId: string, decimal: number, given: Partial<PricedParlay>) => {
      const legs = legsOf(false).map(leg => ({ ...leg, key: `${bookId}${leg.key}` }))
      return { ...at(bookId, decimal), legs, ...given }
    }
    const started = legsOf(false).map(leg => ({
      ...{ ...leg, key: `c${leg.key}` },
      game: { ...leg.game, startAt: noon - 1_000 },
    }))
    const all = [
      apart('a', 4.2, { at: noon - 16_000 }),
      apart('b', 3.6, {}),
      apart('c', 4.1, { legs: started }),
      apart('d', 6, {}),
    ]
    expect(books(all).map(([book]) => book)).toEqual(['b', 'd', 'a', 'c'])
    const ranked = rankProposals(all, plain)
    expect(listToCheck(ranked, plain).map(({ bookId }) => bookId)).toEqual(['b'])
  })

  it('wants the prices with the fewest others checked first, and none with two', () => {
    const apart = (name: string, prices: readonly PricedParlay[]) =>
      prices.map(each => ({ ...each, legs: legsOf(false).map(leg => ({ ...leg, key: name + leg.key })) }))
    const ranked = rankProposals(
      [
        ...apart('x', [at('a', 4.3), at('b', 4.1), at('c', 4.2)]),
        ...apart('y', [at('a', 4.2), at('b', 4)]),
        ...apart('z', [at('a', 4.1)]),
      ],
      plain,
    )
    expect(ranked.map(({ others }) => others.length)).toEqual([2, 1, 0])
    expect(listToCheck(ranked, plain).map(({ others }) => others.length)).toEqual([0, 1])
  })

  it('finds a suspect price by the prices of the desk, and ranks it last', () => {
    expect(books([at('a', 6), at('b', 3.6)], deskWith(250))).toEqual([
      ['b', null, null],
      ['a', 'suspect', null],
    ])
  })

  it('has the price, fair price and doubt of the desk for a parlay that is there, and its best price', () => {
    const follow = (american: number, quotedAt = noon) => {
      const desk = deskWith(250, quotedAt)
      const own = cell('a', { quote: priced(american, quotedAt) })
      const deskRows: RankContext['deskRows'] = wanted =>
        desk.deskRows?.(wanted).map(each => ({ ...each, cells: [own, ...each.cells] })) ?? []
      return rankProposals([at('a', 3.8)], { ...plain, deskRows })[0]
    }
    const suspect = follow(475)
    expect([suspect?.price.decimal, suspect?.at, suspect?.doubt]).toEqual([5.75, noon, 'suspect'])
    expect(suspect?.bestOnDesk?.price.decimal).toBe(3.5)
    const beaten = follow(240)
    expect([beaten?.doubt, beaten?.bestOnDesk?.bookId]).toEqual([null, 'b'])
    const best = follow(260)
    expect([best?.doubt, best?.bestOnDesk]).toEqual([null, null])
    expect(best?.fair).toEqual({ low: best?.fair.mid, mid: best?.fair.mid, high: best?.fair.mid })
    expect(follow(475, noon - 10_000)?.price.decimal).toBe(3.8)
  })

  it('compares no price that was stale when it came, or that lacks a leg', () => {
    expect(doubtOf([at('a', 4), { ...at('b', 3.6), at: noon - 19_000 }])).toBe('only-price')
    expect(doubtOf([at('a', 4)], deskWith(250, noon - 19_000))).toBe('only-price')
    expect(doubtOf([at('a', 4)], deskWith(250, noon, { missingLegs: 1 }))).toBe('only-price')
    expect(doubtOf([at('a', 6)], { ...deskWith(250), now: noon + 60_000 })).toBe('suspect')
    expect(doubtOf([at('a', 6)], deskWith(250))).toBe('suspect')
  })

  it('compares the newer price of each other book, of the desk or its own', () => {
    const found = ['b', 'c', 'd'].map(bookId => at(bookId, 3.5))
    expect(doubtOf([at('a', 6), ...found], deskWith(500, noon))).toBeNull()
    expect(doubtOf([at('a', 6), ...found], deskWith(500, noon - 10_000))).toBe('suspect')
  })

  it('compares only prices of the same seconds in a live game', () => {
    const live = { ...at('a', 6), legs: legsOf(true) }
    expect(doubtOf([live], deskWith(250, noon - 14_000))).toBe('too-high')
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
