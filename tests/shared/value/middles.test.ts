import { describe, expect, it } from 'vitest'
import { findMiddles, type LineOffer } from '../../../src/shared/value/middles.ts'
import { fc } from '../../support/property.ts'

const over = (line: number, decimal: number): LineOffer => ({ id: `o${line}`, side: 'over', line, decimal })
const under = (line: number, decimal: number): LineOffer => ({ id: `u${line}`, side: 'under', line, decimal })

describe('findMiddles', () => {
  it('finds the results between two lines that win both', () => {
    const [middle, ...others] = findMiddles([over(44.5, 1.9), under(47.5, 1.9)])
    expect(others).toEqual([])
    expect(middle?.window).toEqual({ from: 45, to: 47 })
    expect(middle?.refundsAt).toEqual([])
    expect(middle?.overShare).toBeCloseTo(0.5, 12)
    expect(middle?.outside).toBeCloseTo(-0.05, 12)
    expect(middle?.inside).toBeCloseTo(0.9, 12)
    expect(middle?.breakEven).toBeCloseTo(1 / 19, 12)
  })

  it('leaves whole lines, which are refunded, out of the window', () => {
    const [middle] = findMiddles([over(3, 2), under(7, 2)])
    expect(middle?.window).toEqual({ from: 4, to: 6 })
    expect(middle?.refundsAt).toEqual([3, 7])
    expect(findMiddles([over(3, 2), under(3.5, 2)])).toEqual([])
    expect(findMiddles([over(3, 2), under(4, 2)])).toEqual([])
    expect(findMiddles([over(-6.5, 2), under(-3, 2)])[0]?.window).toEqual({ from: -6, to: -4 })
  })

  it('finds none on one line, on crossed lines or on one side', () => {
    expect(findMiddles([over(44.5, 2), under(44.5, 2)])).toEqual([])
    expect(findMiddles([over(47.5, 2), under(44.5, 2)])).toEqual([])
    expect(findMiddles([over(44.5, 2), over(47.5, 2)])).toEqual([])
    expect(findMiddles([under(44.5, 2), under(47.5, 2)])).toEqual([])
  })

  it('lists the lowest break-even first, 0 for one that cannot lose', () => {
    const found = findMiddles([over(44.5, 1.8), over(45.5, 2.1), under(46.5, 2.1)])
    expect(found.map(({ over: { id }, breakEven }) => [id, breakEven === 0])).toEqual([
      ['o45.5', true],
      ['o44.5', false],
    ])
  })

  it('earns nothing on average at its break-even, and pays the same on either side', () => {
    const decimal = fc.double({ min: 1.2, max: 5, noNaN: true })
    fc.assert(
      fc.property(decimal, decimal, (a, b) => {
        const [middle] = findMiddles([over(1.5, a), under(3.5, b)])
        const { overShare = 0, outside = 0, inside = 0, breakEven = 0 } = middle ?? {}
        expect(overShare * a).toBeCloseTo((1 - overShare) * b, 9)
        expect(outside).toBeCloseTo(overShare * a - 1, 9)
        expect(inside).toBeCloseTo(2 * overShare * a - 1, 9)
        const mean = breakEven * inside + (1 - breakEven) * outside
        if (breakEven > 0) expect(mean).toBeCloseTo(0, 9)
        else expect(mean).toBeGreaterThanOrEqual(-1e-12)
      }),
    )
  })

  it('refuses what cannot be', () => {
    for (const line of [1.25, NaN, Infinity])
      expect(() => findMiddles([over(line, 2)])).toThrow('A line is a multiple of a half')
    for (const decimal of [1, NaN, Infinity])
      expect(() => findMiddles([over(1.5, decimal)])).toThrow('Odds must be above 1')
  })
})
