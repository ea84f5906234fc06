import { describe, expect, it } from 'vitest'
import { findBestPrice, getRowValue } from '../../../../../src/renderer/features/desk/value/best-price.ts'
import { americanPrice, cell, noon, plainDisplay, priced, row } from '../../../../support/shared/desk-rows.ts'

/** The columns shown; the rows know one book more. */
const columns = [
  { bookId: 'a', name: 'Alpha' },
  { bookId: 'b', name: 'Bravo' },
  { bookId: 'c', name: 'Charlie' },
]

describe('findBestPrice', () => {
  it('finds the highest decimal price, whatever its sign', () => {
    const of = row(1, [cell('a', { quote: priced(-105) }), cell('b', { quote: priced(120) })])
    expect(findBestPrice(of, columns, plainDisplay)?.books.map(each => each.name)).toEqual(['Bravo'])
  })

  it('names all books of a tie', () => {
    const of = row(1, [cell('a', { quote: priced(120) }), cell('b', { quote: priced(120) })])
    expect(findBestPrice(of, columns, plainDisplay)?.books.map(each => each.name)).toEqual(['Alpha', 'Bravo'])
  })

  it('ranks no stale price, no incomplete one, and none of a book that is off', () => {
    const of = row(1, [
      cell('a', { quote: priced(900, noon - 31_000) }),
      cell('b', { quote: priced(800), missingLegs: 1 }),
      cell('off', { quote: priced(700) }),
      cell('c', { quote: priced(100) }),
    ])
    expect(findBestPrice(of, columns, plainDisplay)?.price.text).toBe('+100')
  })

  it('is undefined without a fresh price', () => {
    expect(findBestPrice(row(1, [cell('a')]), columns, plainDisplay)).toBeUndefined()
  })
})

describe('getRowValue', () => {
  const at = (now: number) => ({ ...plainDisplay, now })
  const of = () =>
    row(1, [cell('a', { quote: priced(120, noon - 20_000) }), cell('b', { quote: priced(110) })])

  it('is computed once while nothing can have changed', () => {
    const same = of()
    const first = getRowValue(same, columns, at(noon))
    expect(getRowValue(same, columns, at(noon + 10_000))).toBe(first)
  })

  it('is computed again when a price goes stale, and when the clock is set back', () => {
    const same = of()
    const best = (now: number) => getRowValue(same, columns, at(now)).ranked[0]?.bookId
    expect(['a', 'b', 'a']).toEqual([best(noon), best(noon + 10_001), best(noon)])
  })

  it('is computed again for other books, other settings and another fair price', () => {
    const same = of()
    const some = columns.slice(1)
    expect(getRowValue(same, some, plainDisplay).ranked[0]?.bookId).toBe('b')
    expect(getRowValue(same, columns, plainDisplay).cells.get('a')?.worth).toBeNull()
    const value = { ...plainDisplay.value, fewestBooks: 1 }
    expect(getRowValue(same, columns, { ...plainDisplay, value }).cells.get('a')?.worth?.source).toBe(
      'consensus',
    )
    const mine = { ...same, fairPrice: americanPrice(100) }
    expect(getRowValue(mine, columns, plainDisplay).cells.get('a')?.worth?.source).toBe('mine')
  })
})
