import { describe, expect, it } from 'vitest'
import { factor, solveFactored } from '../../../../src/shared/value/numeric/cholesky.ts'

describe('factor', () => {
  it('is the lower factor, from the lower half alone', () => {
    expect(factor([[4], [2, 5]])).toEqual([[2], [1, 2]])
    expect(
      factor([
        [4, 9],
        [2, 5],
      ]),
    ).toEqual([[2], [1, 2]])
  })

  it('shows a matrix without a factor on its diagonal', () => {
    const [, [, last] = []] = factor([[1], [2, 1]])
    expect(last).toBeNaN()
  })
})

describe('solveFactored', () => {
  it('solves the equations of the whole matrix', () => {
    const root = factor([[4], [2, 5], [1, 1, 3]])
    for (const [place, value] of solveFactored(root, [11, 15, 12]).entries())
      expect(value).toBeCloseTo(place + 1, 12)
  })
})
