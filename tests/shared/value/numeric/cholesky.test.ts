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
    const [x = 0, y = 0, z = 0] = solveFactored(factor([[4], [2, 5], [1, 1, 3]]), [
      4 + 4 + 3,
      2 + 10 + 3,
      1 + 2 + 9,
    ])
    expect([x, y, z]).toEqual([1, 2, 3].map(value => expect.closeTo(value, 12)))
  })
})
