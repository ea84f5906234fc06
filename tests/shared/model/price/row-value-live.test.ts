import { describe, expect, it } from 'vitest'
import { maxLiveSpreadMs } from '../../../../src/shared/model/price/live-prices.ts'
import { findTop, rowValue } from '../../../../src/shared/model/price/row-value.ts'
import { defaultValueSettings } from '../../../../src/shared/model/settings/settings.ts'
import { americanPrice, cell, leg, noon, priced } from '../../../support/shared/desk-rows.ts'

const staleAfterMs = 30_000
const settings = { ...defaultValueSettings, margin: 0, fewestBooks: 2 }
const reading = { now: noon, staleAfterMs, value: settings }
const toBookIds = (values: readonly { readonly bookId: string }[]) => values.map(({ bookId }) => bookId)

describe('rowValue of a live parlay', () => {
  const inPlay = { fairs: [], legs: [leg('Flint O23.5 pts', 'points', { isLive: true })] }
  const starting = { fairs: [], legs: [leg('Flint O23.5 pts', 'points', { startAt: noon + 5_000 })] }
  const before = noon - maxLiveSpreadMs - 1
  const apart = [
    cell('a', { quote: priced(590) }),
    ...[400, 510, 700].map((american, at) => cell('bcd'.charAt(at), { quote: priced(american, before) })),
  ]

  it('compares only prices of about one time, so that one new price has no expected value and is not the best', () => {
    expect(rowValue(apart, null, reading, starting).cells.get('a')?.worth).not.toBeNull()
    const value = rowValue(apart, null, reading, inPlay)
    expect([...value.cells.keys()]).toEqual(['a'])
    expect(value.cells.get('a')?.worth).toBeNull()
    expect(findTop(value)).toMatchObject({ claim: 'unsure', cells: [{ bookId: 'a' }] })
    expect(value.older).toMatchObject({ bookId: 'd', at: before })
    expect([...value.leftBehind]).toEqual(['b', 'c', 'd'].map(bookId => [bookId, 'older']))
    expect([...rowValue(apart, null, reading, starting).leftBehind]).toEqual([])
  })

  const [early, late] = [
    ['a', 'b', 'c', 'd'],
    ['e', 'f', 'g', 'h'],
  ] as const
  const scored = (books: readonly string[], american: number, seconds: number) =>
    books.map((bookId, place) =>
      cell(bookId, {
        quote: priced(american + 5 * place, noon - seconds * 1_000),
        before: { ...americanPrice(450 + place), at: noon - 30_000 },
      }),
    )

  it('right after a score ranks and values only the prices from after it', () => {
    const value = rowValue([...scored(early, 850, 2), ...scored(late, 520, 0)], null, reading, inPlay)
    expect(toBookIds(value.ranked)).toEqual(['h', 'g', 'f', 'e'])
    expect(value.ranked[0]?.worth?.ev).toBeCloseTo(6.35 / 6.25 - 1, 2)
    expect([...value.leftBehind]).toEqual(early.map(bookId => [bookId, 'moving']))
    expect(findTop(value)?.claim).toBe('best')
    expect(value.older).toBeNull()
  })

  it('has no best price, no expected value and no suspect price while one book alone has jumped', () => {
    const value = rowValue([...scored(early, 850, 2), ...scored(['e'], 520, 0)], null, reading, inPlay)
    expect(findTop(value)).toBeUndefined()
    expect(value.cells.size).toBe(0)
    expect(value.leftBehind.size).toBe(5)
    const beforeStart = rowValue(
      [...scored(early, 850, 2), ...scored(['e'], 520, 0)],
      null,
      reading,
      starting,
    )
    expect(toBookIds(beforeStart.ranked)).toEqual(['d', 'c', 'b', 'a'])
  })

  it('ranks no price from before a line move with those after it, before the start too, nor finds those suspect', () => {
    const [last] = scored(['a'], 450, 16)
    const moved = [...scored(['b', 'c', 'd'], 300, 2), ...scored(['e'], 290, 0)]
    const value = rowValue([...(last ? [last] : []), ...moved], null, reading, starting)
    expect(toBookIds(value.ranked)).toEqual(['d', 'c', 'b', 'e'])
    expect([...value.leftBehind]).toEqual([['a', 'moving']])
    expect([...value.cells.values()].filter(({ suspectBy }) => suspectBy !== null)).toEqual([])
    expect(value.older).toBeNull()
  })

  it('compares all prices of one refresh', () => {
    const together = apart.map(({ bookId }, at) =>
      cell(bookId, { quote: priced(400 + at, noon - at * 3_000) }),
    )
    expect(rowValue(together, null, reading, inPlay).cells.size).toBe(4)
  })

  it('does not depend on the time until a game starts', () => {
    expect(rowValue(apart, null, reading, starting).freshUntil).toBe(noon + 4_999)
  })
})
