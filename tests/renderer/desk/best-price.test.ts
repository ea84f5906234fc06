import { describe, expect, it } from 'vitest'
import { bestOf } from '../../../src/renderer/features/desk/best-price.ts'
import { bookColumns } from '../../../src/renderer/features/desk/price-columns.ts'
import { repriceCost } from '../../../src/renderer/features/desk/reprice-cost.ts'
import { book, cell, noon, priced, row } from '../../fakes/desk-rows.ts'

const columns = bookColumns([
  book('a', 'Alpha'),
  book('b', 'Bravo'),
  book('c', 'Charlie'),
  book('off', 'Off', false),
])
const fresh = { now: noon, staleAfterMs: 30_000 }

describe('bestOf', () => {
  it('finds the highest decimal price, whatever its sign', () => {
    const of = row(1, [cell('a', { quote: priced(-105) }), cell('b', { quote: priced(120) })])
    expect(bestOf(of, columns, fresh)?.books.map(each => each.name)).toEqual(['Bravo'])
  })

  it('shares a tie', () => {
    const of = row(1, [cell('a', { quote: priced(120) }), cell('b', { quote: priced(120) })])
    expect(bestOf(of, columns, fresh)?.books.map(each => each.name)).toEqual(['Alpha', 'Bravo'])
  })

  it('ranks no stale price, no incomplete one, and none of a book that is off', () => {
    const of = row(1, [
      cell('a', { quote: priced(900, noon - 31_000) }),
      cell('b', { quote: priced(800), missingLegs: 1 }),
      cell('off', { quote: priced(700) }),
      cell('c', { quote: priced(100) }),
    ])
    expect(bestOf(of, columns, fresh)?.price.text).toBe('+100')
  })

  it('is nothing without a fresh price', () => {
    expect(bestOf(row(1, [cell('a')]), columns, fresh)).toBeUndefined()
  })
})

it('repriceCost counts a call for every shown book that carries all legs', () => {
  const rows = [
    row(1, [cell('a'), cell('b', { missingLegs: 1 }), cell('off')]),
    row(2, [cell('a'), cell('b'), cell('c')]),
  ]
  expect(repriceCost(rows, columns)).toBe(4)
})
