import { describe, expect, it } from 'vitest'
import {
  findBookToRecheck,
  findRowTop,
  getRowValue,
} from '../../../../../src/renderer/features/desk/value/best-price.ts'
import type { Cell } from '../../../../../src/shared/model/price/cell.ts'
import { americanPrice, cell, noon, plainDisplay, priced, row } from '../../../../support/shared/desk-rows.ts'

/** The columns shown; the rows know one book more. */
const columns = [
  { bookId: 'a', name: 'Alpha' },
  { bookId: 'b', name: 'Bravo' },
  { bookId: 'c', name: 'Charlie' },
]

describe('findRowTop', () => {
  const booksOf = (cells: Cell[]) =>
    findRowTop(row(1, cells), columns, plainDisplay)?.books.map(({ name }) => name)

  it('finds the highest decimal price, whatever its sign', () => {
    expect(booksOf([cell('a', { quote: priced(-105) }), cell('b', { quote: priced(120) })])).toEqual([
      'Bravo',
    ])
  })

  it('names all books of a tie', () => {
    const tied = [cell('a', { quote: priced(120) }), cell('b', { quote: priced(120) })]
    expect(booksOf(tied)).toEqual(['Alpha', 'Bravo'])
  })

  it('names first, of a tie, a book whose bet slip opens', () => {
    const tied = [
      cell('a', { quote: priced(271, noon, null) }),
      cell('b', { quote: priced(271) }),
      cell('c', { quote: priced(271) }),
    ]
    expect(booksOf(tied)).toEqual(['Bravo', 'Charlie', 'Alpha'])
  })

  it('is not the best beside a higher price that is merely older, whose book and age it names', () => {
    const of = row(1, [
      cell('a', { quote: priced(900, noon - 46_000) }),
      cell('b', { quote: priced(800), missingLegs: 1 }),
      cell('off', { quote: priced(700) }),
      cell('c', { quote: priced(100) }),
    ])
    const top = findRowTop(of, columns, plainDisplay)
    expect(top).toMatchObject({ claim: 'unsure', price: { text: '+100' } })
    expect(top?.older).toMatchObject({ book: 'Alpha', price: { text: '+900' }, at: noon - 46_000 })
  })

  it('is the only fresh price where the others are old or at books that are hidden', () => {
    const of = row(1, [
      cell('a', { quote: priced(90, noon - 46_000) }),
      cell('off', { quote: priced(95) }),
      cell('c', { quote: priced(100) }),
    ])
    expect(findRowTop(of, columns, plainDisplay)?.claim).toBe('only')
  })

  it('is undefined without a fresh price', () => {
    expect(findRowTop(row(1, [cell('a')]), columns, plainDisplay)).toBeUndefined()
  })
})

describe('findBookToRecheck', () => {
  const bookOf = (cells: Cell[]) => findBookToRecheck(row(1, cells), columns, plainDisplay)?.name
  const old = (american: number) => priced(american, noon - 46_000)

  it('is the book of the highest price known, fresh or older', () => {
    expect(bookOf([cell('a', { quote: priced(120) }), cell('b', { quote: old(110) })])).toBe('Alpha')
    expect(bookOf([cell('a', { quote: priced(120) }), cell('b', { quote: old(130) })])).toBe('Bravo')
    expect(bookOf([cell('a', { quote: old(120) }), cell('b', { quote: old(110) })])).toBe('Alpha')
    expect(bookOf([cell('a'), cell('b')])).toBeUndefined()
  })

  it('is, among equals, a book whose bet slip opens', () => {
    const unlinked = (at: number) => priced(271, at, null)
    expect(bookOf([cell('a', { quote: unlinked(noon) }), cell('b', { quote: priced(271) })])).toBe('Bravo')
    const older = cell('a', { quote: unlinked(noon - 46_000) })
    expect(bookOf([older, cell('b', { quote: old(271) })])).toBe('Bravo')
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
