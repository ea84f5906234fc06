import { describe, expect, it } from 'vitest'
import {
  findNextPlace,
  moveRows,
  sortByMyOrder,
} from '../../../../../src/renderer/features/desk/rows/my-order.ts'
import { fc } from '../../../../support/property.ts'

describe('sortByMyOrder', () => {
  it('puts rows as the user did, those added since last, without those gone', () => {
    expect(sortByMyOrder([1, 2, 3, 4, 5], [4, 9, 2, 1])).toEqual([4, 2, 1, 3, 5])
  })
})

describe('moveRows', () => {
  const shown = [1, 2, 3, 4, 5]
  const move = (moved: number[], place: number) => moveRows({ all: shown, shown, moved, place })

  it('puts a row between two others', () => {
    expect(move([1], 3)).toEqual([2, 3, 1, 4, 5])
    expect(move([5], 0)).toEqual([5, 1, 2, 3, 4])
    expect(move([2], 5)).toEqual([1, 3, 4, 5, 2])
  })

  it('brings several rows together, in the order of the screen', () => {
    expect(move([5, 1], 3)).toEqual([2, 3, 1, 5, 4])
    expect(move([2, 4], 1)).toEqual([1, 2, 4, 3, 5])
  })

  it('is no move at the rows’ own place', () => {
    expect(move([2], 1)).toBeUndefined()
    expect(move([2], 2)).toBeUndefined()
    expect(move([2, 3], 2)).toBeUndefined()
    expect(move(shown, 3)).toBeUndefined()
  })

  it('begins as what is on screen, and leaves rows that a filter hides where they are', () => {
    expect(moveRows({ all: [9, 1, 2, 8, 3, 7], shown: [3, 1, 2], moved: [2], place: 1 })).toEqual([
      9, 3, 2, 1, 8, 7,
    ])
  })

  it('loses no row and doubles none, wherever it goes', () => {
    const ids = fc.uniqueArray(fc.integer({ min: 1, max: 500 }), { minLength: 1, maxLength: 40 })
    fc.assert(
      fc.property(ids, fc.nat(), fc.nat(), fc.nat(), (all, seed, count, place) => {
        const onScreen = all.filter(id => (id * (seed % 7)) % 3 !== 1)
        const moved = onScreen.slice(0, 1 + (count % 5)).toReversed()
        const next = moveRows({ all, shown: onScreen, moved, place: place % (onScreen.length + 1) })
        if (next === undefined) return
        expect(next.toSorted((a, b) => a - b)).toEqual(all.toSorted((a, b) => a - b))
        const rest = (rows: readonly number[]) =>
          rows.filter(id => onScreen.includes(id) && !moved.includes(id))
        expect(rest(next)).toEqual(rest(onScreen))
      }),
    )
  })
})

describe('findNextPlace', () => {
  it('is one row away, and the end at the end', () => {
    const shown = [1, 2, 3, 4]
    expect(findNextPlace(shown, [2], -1)).toBe(0)
    expect(findNextPlace(shown, [2], 1)).toBe(3)
    expect(findNextPlace(shown, [2, 3], 1)).toBe(4)
    expect(findNextPlace(shown, [1], -1)).toBe(0)
    expect(findNextPlace(shown, [3, 4], 1)).toBe(4)
  })
})
