import { describe, expect, it } from 'vitest'
import {
  estimateEv,
  findDecideChance,
  findMoveChance,
  findStayChance,
  rateCells,
  weighRow,
  type RefreshCell,
  type RowStakes,
} from '../../../../src/main/desk/planning/refresh-value.ts'
import { fc } from '../../../support/property.ts'

const best: RefreshCell = { ageMs: 30_000, behind: 0, halfLifeMs: 30_000, moveSize: 0.05 }
const second: RefreshCell = { ...best, behind: 0.05 }
const fresh = { ageMs: 0 }

describe('findMoveChance', () => {
  it.each([
    [0, 0],
    [30_000, 0.5],
    [60_000, 0.75],
    [Infinity, 1],
    [-5_000, 0],
  ])('of a quote %d ms old with a half-life of 30 s is %d', (ageMs, chance) => {
    expect(findMoveChance({ ...best, ageMs })).toBeCloseTo(chance, 12)
  })
})

describe('findDecideChance', () => {
  it('is 1 for the best price, and one in all cells without a price', () => {
    expect(findDecideChance(best, 12)).toBe(1)
    expect(findDecideChance({ ...best, behind: null }, 12)).toBe(1 / 12)
  })

  it('is half of e^-1 for a price behind by one mean move, and falls with the distance', () => {
    expect(findDecideChance(second, 12)).toBeCloseTo(0.5 / Math.E, 12)
    expect(findDecideChance({ ...best, behind: 0.1 }, 12)).toBeCloseTo(0.5 / Math.E ** 2, 12)
  })

  it('grows with the moves expected by the age', () => {
    const four = { ...second, ageMs: (4 * second.halfLifeMs) / Math.LN2 }
    expect(findDecideChance(four, 12)).toBeCloseTo(0.5 * Math.exp(-1 / 2), 12)
  })
})

describe('findStayChance', () => {
  it('is half when the half-life is the time to act, 5 s, and near 1 for prices that last', () => {
    expect(findStayChance({ halfLifeMs: 5_000 })).toBeCloseTo(0.5, 12)
    expect(findStayChance({ halfLifeMs: 2_500 })).toBeCloseTo(0.25, 12)
    expect(findStayChance({ halfLifeMs: 3_600_000 })).toBeGreaterThan(0.999)
  })
})

describe('rateCells', () => {
  const rate = (...cells: readonly RefreshCell[]) => rateCells(cells, 1)

  it('puts older cells, books that move faster and nearer prices first', () => {
    const [old = 0, young = 0] = rate(second, { ...second, ageMs: 10_000 })
    const [quick = 0, slow = 0] = rate({ ...second, halfLifeMs: 10_000 }, second)
    const [near = 0, far = 0] = rate(second, { ...second, behind: 0.2 })
    const [first = 0, other = 0] = rate(best, second)
    expect([old > young, quick > slow, near > far, first > other]).toEqual([true, true, true, true])
  })

  it('puts a price that lasts before one that moves before it can be bet', () => {
    const [quick = 0, steady = 0] = rate({ ...best, halfLifeMs: 2_000 }, best)
    expect(quick).toBeLessThan(steady)
  })

  it('finishes the row that was begun: a cell is worth more the safer the others are', () => {
    const [begun = 0] = rate(best, { ...second, ...fresh }, { ...second, ...fresh })
    const [untouched = 0] = rate(best, second, second)
    const stays = findStayChance(best)
    expect(begun).toBeCloseTo(stays * 0.9 * 0.5, 12)
    const safe = (1 - (0.9 * 0.5 * 0.5) / Math.E) ** 2
    expect(untouched).toBeCloseTo(stays * 0.9 * 0.5 * (0.2 + 0.8 * safe), 12)
  })

  it('goes by age alone in a row without prices', () => {
    const cells = [10_000, 20_000, Infinity].map(ageMs => ({ ...best, behind: null, ageMs }))
    expect(rate(...cells)).toEqual(cells.map(cell => (0.9 * findMoveChance(cell)) / 3))
  })

  it('is at most the weight of the row, in proportion to it, and never less than 0', () => {
    const cell = fc.record({
      ageMs: fc.double({ min: -60_000, max: 1e9, noNaN: true }),
      behind: fc.option(fc.double({ min: 0, max: 20, noNaN: true })),
      halfLifeMs: fc.double({ min: 1_000, max: 3_600_000, noNaN: true }),
      moveSize: fc.double({ min: 0.002, max: 5, noNaN: true }),
    })
    fc.assert(
      fc.property(
        fc.array(cell, { maxLength: 30 }),
        fc.double({ min: 1, max: 300, noNaN: true }),
        (cells, weight) => {
          const single = rateCells(cells, 1)
          const values = rateCells(cells, weight)
          for (const [at, value] of values.entries()) {
            expect(value).toBeGreaterThanOrEqual(0)
            expect(value).toBeLessThanOrEqual(weight)
            expect(value).toBeCloseTo(weight * (single[at] ?? NaN), 6)
          }
        },
      ),
    )
  })
})

describe('weighRow', () => {
  const plain: RowStakes = { isInView: false, isPinned: false, alerts: 0, ev: null, startsInMs: null }

  it.each<[string, Partial<RowStakes>, number]>([
    ['nothing known', {}, 1],
    ['in view', { isInView: true }, 4],
    ['pinned', { isPinned: true }, 3],
    ['one alert', { alerts: 1 }, 2],
    ['many alerts', { alerts: 9 }, 2],
    ['an expected profit of 5%', { ev: 0.05 }, 2],
    ['one of 50%', { ev: 0.5 }, 3],
    ['an expected loss', { ev: -0.1 }, 1],
    ['a game under way', { startsInMs: -60_000 }, 2],
    ['one in a quarter of an hour', { startsInMs: 900_000 }, 1.5],
    ['all of it', { isInView: true, isPinned: true, alerts: 1, ev: 1, startsInMs: 0 }, 144],
  ])('of %s', (_, stakes, weight) => {
    expect(weighRow({ ...plain, ...stakes })).toBeCloseTo(weight, 12)
  })
})

describe('estimateEv', () => {
  const settings = { margin: 0.05, fewestBooks: 3 }

  it('is by the user’s fair price first, else by the consensus of the other books', () => {
    expect(estimateEv([2, 2.4], 2, settings)).toBeCloseTo(0.2, 12)
    expect(estimateEv([2.4, 2, 2, 2], null, settings)).toBeCloseTo((0.95 / 2) * 2.4 - 1, 12)
  })

  it('is unknown without a price, and with too few other books', () => {
    expect(estimateEv([], 2, settings)).toBeNull()
    expect(estimateEv([2.4, 2, 2], null, settings)).toBeNull()
  })
})
