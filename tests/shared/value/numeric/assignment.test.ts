import { describe, expect, it } from 'vitest'
import { assign } from '../../../../src/shared/value/numeric/assignment.ts'
import { fc } from '../../../support/property.ts'

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
const totalOf = (gains: readonly (readonly number[])[], columns: readonly (number | null)[]) =>
  sum(columns.map((column, row) => (column === null ? 0 : (gains[row]?.[column] ?? NaN))))

/** The largest total, by trying all. */
function bestTotal(gains: readonly (readonly number[])[], taken: ReadonlySet<number> = new Set()): number {
  const [row, ...others] = gains
  if (row === undefined) return 0
  const totals = row.flatMap((gain, column) =>
    taken.has(column) ? [] : [gain + bestTotal(others, new Set([...taken, column]))],
  )
  return Math.max(bestTotal(others, taken), ...totals)
}

describe('assign', () => {
  it('gains as much as the best of all assignments', () => {
    const anyGains = fc
      .tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 5 }))
      .chain(([rows, columns]) => {
        const row = fc.array(fc.integer({ min: -5, max: 20 }), { minLength: columns, maxLength: columns })
        return fc.array(row, { minLength: rows, maxLength: rows })
      })
    fc.assert(
      fc.property(anyGains, gains => {
        const columns = assign(gains)
        const used = columns.filter(column => column !== null)
        expect(new Set(used).size).toBe(used.length)
        expect(totalOf(gains, columns)).toBe(bestTotal(gains))
      }),
    )
  })

  it('leaves a row without a gain unassigned', () => {
    expect(assign([[0, -1]])).toEqual([null])
    expect(assign([[3], [4]])).toEqual([null, 0])
    expect(assign([[], []])).toEqual([null, null])
    expect(assign([])).toEqual([])
  })

  it('refuses gains that are no table of numbers', () => {
    for (const gains of [[[1], [1, 2]], [[NaN]], [[Infinity]]])
      expect(() => assign(gains)).toThrow('Gains are rows of finite numbers')
  })
})
