import { describe, expect, it } from 'vitest'
import { solveLinearProgram } from '../../../../src/shared/value/numeric/linear-program.ts'
import { fc } from '../../../support/property.ts'

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
const times = (row: readonly number[], x: readonly number[]) =>
  sum(row.map((each, place) => each * (x[place] ?? 0)))

describe('solveLinearProgram', () => {
  it('finds the corner with the largest objective', () => {
    const program = {
      objectives: [[3, 5]],
      rows: [
        [1, 0],
        [0, 2],
        [3, 2],
      ],
      limits: [4, 12, 18],
    }
    expect(solveLinearProgram(program)).toEqual([2, 6])
  })

  it('decides by a later objective among the best of those before it', () => {
    const rows = [
      [1, 1, 1],
      [0, 0, 1],
    ]
    const limits = [10, 4]
    const solve = (objectives: readonly (readonly number[])[]) =>
      solveLinearProgram({ objectives, rows, limits })
    expect(solve([[1, 1, 1]])).toEqual([10, 0, 0])
    expect(
      solve([
        [1, 1, 1],
        [0, 1, 2],
      ]),
    ).toEqual([0, 6, 4])
    expect(solve([[-1, -1, -1]])).toEqual([0, 0, 0])
  })

  it('has no solution when a variable could grow without end', () => {
    expect(solveLinearProgram({ objectives: [[1, 0]], rows: [[0, 1]], limits: [1] })).toBeUndefined()
    expect(solveLinearProgram({ objectives: [[1]], rows: [[-1]], limits: [1] })).toBeUndefined()
  })

  it('ends where many rows meet in one corner', () => {
    // Beale, Cycling in the Dual Simplex Algorithm (1955): the first rule of Dantzig never ends here.
    const program = {
      objectives: [[0.75, -150, 0.02, -6]],
      rows: [
        [0.25, -60, -0.04, 9],
        [0.5, -90, -0.02, 3],
        [0, 0, 1, 0],
      ],
      limits: [0, 0, 1],
    }
    const solution = solveLinearProgram(program) ?? []
    expect(times([0.75, -150, 0.02, -6], solution)).toBeCloseTo(0.05, 12)
  })

  it('keeps all limits, and no random point within them is better', () => {
    const coefficient = fc.integer({ min: 1, max: 9 })
    const triple = fc.array(coefficient, { minLength: 3, maxLength: 3 })
    fc.assert(
      fc.property(
        triple,
        fc.array(fc.tuple(triple, fc.integer({ min: 1, max: 50 })), { minLength: 1, maxLength: 5 }),
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 3, maxLength: 3 }),
        (objective, limited, direction) => {
          const rows = limited.map(([row]) => row)
          const limits = limited.map(([, limit]) => limit)
          const solution = solveLinearProgram({ objectives: [objective], rows, limits }) ?? []
          for (const [place, row] of rows.entries())
            expect(times(row, solution)).toBeLessThanOrEqual((limits[place] ?? 0) + 1e-9)
          expect(Math.min(...solution)).toBeGreaterThanOrEqual(0)
          const reach = Math.min(...rows.map((row, place) => (limits[place] ?? 0) / times(row, direction)))
          if (!Number.isFinite(reach)) return
          const other = direction.map(each => each * reach)
          expect(times(objective, other)).toBeLessThanOrEqual(times(objective, solution) + 1e-9)
        },
      ),
    )
  })
})
