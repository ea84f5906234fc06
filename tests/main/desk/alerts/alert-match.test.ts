import { describe, expect, it } from 'vitest'
import { PriceTrack } from '../../../../src/main/desk/alerts/price-tracker.ts'
import { findMatch, findStart, type PriceRule } from '../../../../src/main/desk/alerts/alert-match.ts'
import { rowValue } from '../../../../src/shared/model/price/row-value.ts'
import {
  americanPrice,
  cell,
  leg,
  noon,
  plainDisplay,
  plainSettings,
  priced,
} from '../../../support/shared/desk-rows.ts'
import { fc } from '../../../support/property.ts'

const minute = 60_000
type Prices = Readonly<Record<string, number>>

/** The match of a price rule at noon, by book; prices of `old` are stale, those of `partial` lack a leg. */
function seen(
  rule: PriceRule,
  prices: Prices,
  { old = [], partial = [] }: { old?: string[]; partial?: string[] } = {},
) {
  const cells = Object.entries(prices).map(([bookId, american]) =>
    cell(bookId, {
      quote: priced(american, old.includes(bookId) ? noon - plainSettings.staleAfterMs - 1 : noon),
      missingLegs: partial.includes(bookId) ? 1 : 0,
    }),
  )
  const scene = { value: rowValue(cells, null, plainDisplay), track: new PriceTrack(), now: noon }
  const sighting = findMatch(rule, scene)
  return sighting !== undefined && 'cell' in sighting ? sighting.cell.bookId : undefined
}

const reaches = (american: number, bookIds: string[] = []): PriceRule => ({
  kind: 'price-reaches',
  bookIds,
  price: americanPrice(american),
})
const evOver = (ev: number): PriceRule => ({ kind: 'ev-over', ev })

describe('findMatch for a price to reach', () => {
  it.each([
    ['is reached exactly', reaches(550), { a: 500, b: 550 }, 'b'],
    ['is passed by the best', reaches(550), { a: 560, b: 570 }, 'b'],
    ['is not reached', reaches(550), { a: 500, b: 549 }, undefined],
    ['is reached, but at another book', reaches(550, ['a']), { a: 500, b: 570 }, undefined],
    ['is reached at the book named', reaches(550, ['a']), { a: 550, b: 570 }, 'a'],
    ['is below evens', reaches(-150), { a: -160, b: -140 }, 'b'],
    ['is asked of no price', reaches(550), {}, undefined],
  ])('%s', (_what, rule, prices, book) => {
    expect(seen(rule, prices)).toBe(book)
  })

  it('ignores a price at a book that takes less than the stake, as the grid does', () => {
    const cells = [cell('a', { quote: priced(640), maxStakeMinor: 500 }), cell('b', { quote: priced(560) })]
    const value = rowValue(cells, null, plainDisplay, { fairs: [], legs: [], stakeMinor: 5_000 })
    const match = (american: number) =>
      findMatch(reaches(american), { value, track: new PriceTrack(), now: noon })
    expect(match(600)).toBeUndefined()
    expect(match(550)).toMatchObject({ cell: { bookId: 'b' } })
  })

  it('ignores a stale price, one of fewer legs, and a suspect one', () => {
    expect(seen(reaches(550), { a: 500, b: 560 }, { old: ['b'] })).toBeUndefined()
    expect(seen(reaches(550), { a: 500, b: 560 }, { partial: ['b'] })).toBeUndefined()
    expect(seen(reaches(550), { a: 500, b: 505, c: 510, d: 900 })).toBeUndefined()
  })
})

describe('findMatch for an expected profit', () => {
  it.each([
    ['over the limit is seen at the best book', evOver(0.02), { a: 500, b: 505, c: 510, d: 560 }, 'd'],
    ['at the limit is none', evOver(0), { a: 500, b: 500, c: 500, d: 500 }, undefined],
    ['needs enough other books', evOver(0.02), { a: 500, b: 505, d: 560 }, undefined],
    ['of a suspect price is none', evOver(0.02), { a: 500, b: 505, c: 510, d: 900 }, undefined],
  ])('%s', (_what, rule, prices, book) => {
    expect(seen(rule, prices)).toBe(book)
  })
})

describe('findMatch for any rule', () => {
  const american = fc.oneof(fc.integer({ min: 100, max: 2_000 }), fc.integer({ min: -2_000, max: -101 }))
  const books = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), american)
  const some = fc.subarray(['a', 'b', 'c', 'd', 'e', 'f'])
  const rule = fc.oneof(
    american.map(price => reaches(price)),
    fc.double({ min: 0, max: 0.3, noNaN: true }).map(evOver),
  )

  it('finds only a fresh, complete price that is not suspect', () => {
    fc.assert(
      fc.property(rule, books, some, some, (each, prices, old, partial) => {
        const book = seen(each, prices, { old, partial })
        if (book === undefined) return
        expect([...old, ...partial]).not.toContain(book)
        const fresh = Object.entries(prices).filter(([id]) => ![...old, ...partial].includes(id))
        const cells = fresh.map(([id, price]) => cell(id, { quote: priced(price) }))
        expect(rowValue(cells, null, plainDisplay).cells.get(book)?.suspectBy).toBeNull()
      }),
    )
  })

  it('finds a price reached exactly when the best is at least that', () => {
    fc.assert(
      fc.property(american, books, (price, prices) => {
        const cells = Object.entries(prices).map(([id, each]) => cell(id, { quote: priced(each) }))
        const best = rowValue(cells, null, plainDisplay).ranked[0]?.price.decimal ?? 0
        expect(seen(reaches(price), prices) !== undefined).toBe(best >= americanPrice(price).decimal)
      }),
    )
  })
})

const inDecimal = (decimal: number) => ({ text: String(decimal), format: 'decimal' as const, decimal })

describe('findMatch for moves within a time', () => {
  /** Prices by book as [minutes before noon, decimal], the last of them in the cells. */
  function movesOf(
    prices: Readonly<Record<string, readonly (readonly [number, number])[]>>,
    given: Partial<Extract<PriceRule, { kind: 'books-move' }>> = {},
  ) {
    const track = new PriceTrack()
    const cells = Object.entries(prices).map(([bookId, points]) => {
      for (const [before, decimal] of points)
        track.add(bookId, { at: noon - before * minute, price: inDecimal(decimal) }, 60 * minute)
      const decimal = points.at(-1)?.[1] ?? 2
      return cell(bookId, { quote: priced((decimal - 1) * 100) })
    })
    const rule = {
      kind: 'books-move',
      direction: 'either',
      books: 2,
      points: 0.05,
      withinMs: 5 * minute,
      ...given,
    } as const
    const value = rowValue(cells, null, plainDisplay)
    const sighting = findMatch(rule, { value, track, now: noon })
    if (sighting?.kind !== 'books-move') return undefined
    return [sighting.direction, sighting.moves.map(({ bookId }) => bookId).join()]
  }
  const shorter = [
    [4, 5],
    [0, 4],
  ] as const
  const longer = [
    [4, 4],
    [0, 5],
  ] as const

  it('finds enough books that move the same way', () => {
    expect(movesOf({ a: shorter, b: shorter, c: longer })).toEqual(['down', 'a,b'])
    expect(movesOf({ a: longer, b: longer })).toEqual(['up', 'a,b'])
    expect(movesOf({ a: shorter, b: longer })).toBeUndefined()
  })

  it('finds moves of one direction only where the rule names one', () => {
    expect(movesOf({ a: shorter, b: shorter }, { direction: 'up' })).toBeUndefined()
    expect(movesOf({ a: longer, b: longer }, { direction: 'up' })).toEqual(['up', 'a,b'])
  })

  it('counts a move of exactly the points asked for: 20% to 25% is 5', () => {
    expect(movesOf({ a: shorter, b: shorter }, { points: 0.05 })).toBeDefined()
    expect(movesOf({ a: shorter, b: shorter }, { points: 0.051 })).toBeUndefined()
  })

  it('needs a price within the time: an earlier one may have moved long ago', () => {
    const slow = [
      [6, 5],
      [0, 4],
    ] as const
    expect(movesOf({ a: slow, b: slow })).toBeUndefined()
    expect(movesOf({ a: slow, b: slow }, { withinMs: 6 * minute })).toBeDefined()
  })

  it('counts from the last time that a price was given', () => {
    const held = [
      [9, 5],
      [4, 5],
      [0, 4],
    ] as const
    expect(movesOf({ a: held, b: held })).toBeDefined()
  })

  it('counts from the farthest price of the time, also if it came back between', () => {
    const waved = [
      [4, 5],
      [3, 6],
      [2, 4.5],
      [0, 4.4],
    ] as const
    expect(movesOf({ a: waved, b: waved }, { points: 0.06 })).toEqual(['down', 'a,b'])
  })

  it('ignores a book whose price is suspect now', () => {
    expect(
      movesOf({
        a: shorter,
        b: [
          [4, 5],
          [0, 2],
        ],
        c: [[0, 5]],
        d: [[0, 5]],
        e: [[0, 5]],
      }),
    ).toBeUndefined()
  })
})

describe('findStart', () => {
  const rule = { kind: 'game-starts', beforeMs: 10 * minute } as const
  const at = (startAt: number | null, short = 'RVT at HBR') => leg(short, 'Moneyline', { short, startAt })
  const pushed = (legs: Parameters<typeof findStart>[1], now: number, lastStartAt = 0) => {
    const sighting = findStart(rule, legs, { now, lastStartAt })
    return sighting && [sighting.game.short, sighting.isLate]
  }
  const start = noon + 60 * minute

  it.each([
    ['is not found before its time', 50 * minute - 1, undefined],
    ['is found in its time', 50 * minute, false],
    ['is found a little after its time', 51 * minute, false],
    ['is found late after a sleep', 51 * minute + 1, true],
    ['is found late at the last moment', 60 * minute, true],
    ['is not found when it is over', 60 * minute + 1, undefined],
  ])('%s', (_what, after, isLate) => {
    expect(pushed([at(start)], noon + after)?.[1]).toBe(isLate)
  })

  it('finds a start once, and again when it was put off', () => {
    const now = noon + 55 * minute
    expect(pushed([at(start)], now, start)).toBeUndefined()
    expect(pushed([at(start + minute)], now, start)).toBeDefined()
  })

  it('finds each game of a parlay, one after the other', () => {
    const legs = [at(start + minute, 'B'), at(start, 'A'), at(null, 'C')]
    const now = noon + 52 * minute
    expect(pushed(legs, now)?.[0]).toBe('A')
    expect(pushed(legs, now, start)?.[0]).toBe('B')
    expect(pushed(legs, now, start + minute)).toBeUndefined()
  })
})
