import { describe, expect, it } from 'vitest'
import { findBestPrice, getRowValue } from '../../../../../src/renderer/features/desk/value/best-price.ts'
import { countRepriceCalls } from '../../../../../src/renderer/features/desk/budget/call-count.ts'
import { americanPrice, cell, noon, plainReading, priced, row } from '../../../../support/shared/desk-rows.ts'

/** Of those shown; the rows know one more. */
const columns = [
  { bookId: 'a', name: 'Alpha' },
  { bookId: 'b', name: 'Bravo' },
  { bookId: 'c', name: 'Charlie' },
]

describe('bestOf', () => {
  it('finds the highest decimal price, whatever its sign', () => {
    const of = row(1, [cell('a', { quote: priced(-105) }), cell('b', { quote: priced(120) })])
    expect(findBestPrice(of, columns, plainReading)?.books.map(each => each.name)).toEqual(['Bravo'])
  })

  it('shares a tie', () => {
    const of = row(1, [cell('a', { quote: priced(120) }), cell('b', { quote: priced(120) })])
    expect(findBestPrice(of, columns, plainReading)?.books.map(each => each.name)).toEqual(['Alpha', 'Bravo'])
  })

  it('ranks no stale price, no incomplete one, and none of a book that is off', () => {
    const of = row(1, [
      cell('a', { quote: priced(900, noon - 31_000) }),
      cell('b', { quote: priced(800), missingLegs: 1 }),
      cell('off', { quote: priced(700) }),
      cell('c', { quote: priced(100) }),
    ])
    expect(findBestPrice(of, columns, plainReading)?.price.text).toBe('+100')
  })

  it('is nothing without a fresh price', () => {
    expect(findBestPrice(row(1, [cell('a')]), columns, plainReading)).toBeUndefined()
  })
})

describe('valueOf', () => {
  const at = (now: number) => ({ ...plainReading, now })
  const of = () =>
    row(1, [cell('a', { quote: priced(120, noon - 20_000) }), cell('b', { quote: priced(110) })])

  it('is worked out once while nothing can have changed', () => {
    const same = of()
    const first = getRowValue(same, columns, at(noon))
    expect(getRowValue(same, columns, at(noon + 10_000))).toBe(first)
  })

  it('is worked out again when a price goes stale, and when the clock is set back', () => {
    const same = of()
    const best = (now: number) => getRowValue(same, columns, at(now)).ranked[0]?.bookId
    expect(['a', 'b', 'a']).toEqual([best(noon), best(noon + 10_001), best(noon)])
  })

  it('is worked out again for other books, other settings and another fair price', () => {
    const same = of()
    const some = columns.slice(1)
    expect(getRowValue(same, some, plainReading).ranked[0]?.bookId).toBe('b')
    expect(getRowValue(same, columns, plainReading).cells.get('a')?.worth).toBeNull()
    const value = { ...plainReading.value, fewestBooks: 1 }
    expect(getRowValue(same, columns, { ...plainReading, value }).cells.get('a')?.worth?.source).toBe(
      'consensus',
    )
    const mine = { ...same, fairPrice: americanPrice(100) }
    expect(getRowValue(mine, columns, plainReading).cells.get('a')?.worth?.source).toBe('mine')
  })
})

it('repriceCost counts a call for every shown book that carries all legs', () => {
  const rows = [
    row(1, [cell('a'), cell('b', { missingLegs: 1 }), cell('off')]),
    row(2, [cell('a'), cell('b'), cell('c')]),
  ]
  expect(countRepriceCalls(rows, columns)).toBe(4)
})
