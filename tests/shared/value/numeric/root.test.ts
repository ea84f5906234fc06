import { describe, expect, it } from 'vitest'
import { findRoot } from '../../../../src/shared/value/numeric/root.ts'

type Falling = (x: number) => readonly [value: number, slope: number]

/** The root, and every place where the function was asked for. */
function search(at: Falling, low: number, high: number) {
  const asked: number[] = []
  const follow: Falling = x => {
    asked.push(x)
    return at(x)
  }
  return { root: findRoot(follow, low, high), asked }
}

/** Falls by a jump, which no slope shows. */
const jumpAt =
  (place: number): Falling =>
  x => [x < place ? 1 : -1, -1e-300]

describe('findRoot', () => {
  it('follows the slope, and ends where the value is 0', () => {
    expect(search(x => [3 - x, -1], 0, 10)).toEqual({ root: 3, asked: [0, 3] })
    const { root = NaN, asked } = search(x => [2 - x ** 3, -3 * x ** 2], 1, 2)
    expect(root).toBeCloseTo(Math.cbrt(2), 15)
    expect(asked.length).toBeLessThan(8)
  })

  it('takes a value of rounding for 0', () => {
    expect(search(() => [4 * Number.EPSILON, -1], 1, 2)).toEqual({ root: 1, asked: [1] })
  })

  it('never leaves its bracket, where the slope leads away', () => {
    for (const [low, high] of [
      [-10, 20],
      [-40, 4],
    ] as const) {
      const { root, asked } = search(x => [-Math.atan(x - 3), -1 / (1 + (x - 3) ** 2)], low, high)
      expect(root).toBeCloseTo(3, 12)
      expect(asked.every(x => x >= low && x <= high)).toBe(true)
    }
  })

  it('halves the bracket where the slope shows nothing, until two numbers are left', () => {
    const { root, asked } = search(jumpAt(3), 0, 10)
    expect(root).toBeCloseTo(3, 14)
    expect(asked.slice(0, 4)).toEqual([0, 5, 2.5, 3.75])
  })

  it('gives up after 100 steps', () => {
    const { root, asked } = search(jumpAt(0), -1, 1)
    expect([root, asked.length]).toEqual([undefined, 100])
  })

  it('ends at the lower end where it is not positive, and in a bracket that is empty', () => {
    expect(search(x => [-1 - x, -1], 0, 10)).toEqual({ root: 0, asked: [0] })
    expect(search(() => [1, -1], 5, 4)).toEqual({ root: 5, asked: [5] })
  })
})
