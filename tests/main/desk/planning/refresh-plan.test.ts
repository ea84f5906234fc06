import { describe, expect, it } from 'vitest'
import {
  maxShares,
  RefreshPlan,
  type CellToRefresh,
  type RefreshTick,
  type RowToRefresh,
} from '../../../../src/main/desk/planning/refresh-plan.ts'
import type { BookPace } from '../../../../src/main/desk/planning/refresh-value.ts'
import { fc } from '../../../support/property.ts'

const now = 1_000_000
const pace: BookPace = { halfLifeMs: 30_000, moveSize: 0.05 }
const tick = (calls: number, given: Partial<RefreshTick> = {}): RefreshTick => ({
  calls,
  perMinute: 60 * calls,
  now,
  paceOf: () => pace,
  ...given,
})

const cell = (bookId: string, ageSeconds: number, logOdds: number | null, isDue = true): CellToRefresh => ({
  bookId,
  at: now - ageSeconds * 1_000,
  freshUntil: now - ageSeconds * 1_000 + 7_500,
  logOdds,
  isDue,
})
const row = (
  parlayId: number,
  cells: readonly CellToRefresh[],
  given: Partial<RowToRefresh> = {},
): RowToRefresh => ({
  parlayId,
  stage: 'before',
  isInView: true,
  isSelected: false,
  isPinned: false,
  weight: 1,
  cells,
  ...given,
})
const names = (chosen: readonly { parlayId: number; bookId: string }[]) =>
  chosen.map(({ parlayId, bookId }) => `${parlayId} ${bookId}`)

describe('RefreshPlan', () => {
  it('takes every due cell when calls suffice', () => {
    const rows = [row(1, [cell('a', 20, 1), cell('b', 20, 0.9, false)]), row(2, [cell('a', 60, null)])]
    expect(names(new RefreshPlan().choose(rows, tick(9))).sort()).toEqual(['1 a', '2 a'])
  })

  it('takes the cell nearest to the best price of the row that matters most', () => {
    const choose = (ageOfBest: number) => {
      const cells = [cell('a', ageOfBest, 1), cell('b', 30, 0.98), cell('c', 30, 0.2)]
      return names(new RefreshPlan().choose([row(1, cells), row(2, cells, { weight: 10 })], tick(1)))
    }
    expect(choose(30)).toEqual(['2 a'])
    expect(choose(0)).toEqual(['2 b'])
  })

  it('goes by the pace of each book', () => {
    const cells = [cell('slow', 30, null), cell('quick', 30, null)]
    const paceOf = (bookId: string) => ({ ...pace, halfLifeMs: bookId === 'quick' ? 5_000 : 300_000 })
    expect(names(new RefreshPlan().choose([row(1, cells)], tick(1, { paceOf })))).toEqual(['1 quick'])
  })

  describe('with a live row', () => {
    const live = row(1, [cell('a', 30, 1), cell('b', 30, 0.9)], { stage: 'live', weight: 2 })
    const answered = { ...live, cells: [cell('a', 1, 1, false), cell('b', 30, 0.9)] }
    const old = row(2, [cell('a', 90, -5), cell('b', 90, -5)])
    const other = row(3, [cell('a', 30, 1)], { weight: 100 })

    it('finishes it before another is begun, so that its prices are of one time', () => {
      const plan = new RefreshPlan()
      expect(names(plan.choose([live, old], tick(1, { perMinute: 120 })))).toEqual(['1 a'])
      expect(names(plan.choose([answered, old, other], tick(1, { perMinute: 120 })))).toEqual(['1 b'])
    })

    it('prefers it no more once calls sufficed for all', () => {
      const plan = new RefreshPlan()
      plan.choose([live, old], tick(1, { perMinute: 120 }))
      expect(plan.choose([live], tick(9, { perMinute: 120 }))).toHaveLength(2)
      const next = names(plan.choose([answered, old, other], tick(3, { perMinute: 120 })))
      expect(next.filter(name => !name.startsWith('2'))).toEqual(['3 a'])
    })
  })

  describe('with few calls', () => {
    /** Calls of some minutes, one every five seconds, on a desk of six rows at four books each. */
    function watch(given: (parlayId: number, turn: number) => Partial<RowToRefresh>, calls: number) {
      const plan = new RefreshPlan()
      const at = new Map<string, number>()
      return Array.from({ length: calls }, (_, turn) => {
        const time = turn * 5_000
        const rows = [1, 2, 3, 4, 5, 6].map(id =>
          row(
            id,
            ['a', 'b', 'c', 'd'].map((bookId, place) => {
              const answeredAt = at.get(`${id} ${bookId}`) ?? -60_000 - 100 * ((id * 7 + place * 3) % 11)
              const freshUntil = answeredAt + 7_500
              return { bookId, at: answeredAt, freshUntil, logOdds: 1 - place / 10, isDue: time > freshUntil }
            }),
            given(id, turn),
          ),
        )
        const [chosen = ''] = names(plan.choose(rows, tick(1, { perMinute: 12, now: time })))
        at.set(chosen, time)
        return Number(chosen.split(' ')[0])
      })
    }
    const inFours = (ids: readonly number[]) =>
      Array.from({ length: ids.length / 4 }, (_, at) => new Set(ids.slice(4 * at, 4 * at + 4)))

    it('refreshes one whole row after another, so that its prices can be compared', () => {
      const groups = inFours(watch(() => ({}), 48))
      expect(groups.filter(({ size }) => size > 1)).toEqual([])
      expect(new Set(groups.slice(0, 8).flatMap(group => [...group]))).toHaveLength(6)
    })

    it('refreshes the selected row first and with a third of the calls, then a row with its own interval', () => {
      const ids = watch(id => ({ isSelected: id === 5, isPinned: id === 3, weight: id === 1 ? 50 : 1 }), 120)
      expect(ids.slice(0, 8)).toEqual([5, 5, 5, 5, 3, 3, 3, 3])
      expect(ids.filter(id => id === 3).length).toBeGreaterThan(20)
      expect(ids.filter(id => id === 5).length).toBeLessThanOrEqual(32)
      const selected = watch(id => ({ isSelected: id === 5 }), 120).filter(id => id === 5).length
      expect(selected).toBeGreaterThanOrEqual(38)
      expect(selected).toBeLessThanOrEqual(50)
    })

    it('gives a row selected later no more than its third', () => {
      const ids = watch((id, turn) => ({ isSelected: id === 5 && turn >= 240 }), 360).slice(240)
      expect(ids.filter(id => id === 5).length).toBeLessThanOrEqual(50)
    })

    it('prefers the next selected row as much when none was selected before the last one was whole', () => {
      const selectedAt = (turn: number) => (turn < 2 ? 5 : turn < 6 ? null : 6)
      const ids = watch((id, turn) => ({ isSelected: id === selectedAt(turn) }), 126)
      expect(ids.slice(0, 4)).toEqual([5, 5, 5, 5])
      expect(ids.slice(6).filter(id => id === 6).length).toBeGreaterThanOrEqual(38)
    })

    it('keeps giving the rows elsewhere their turn after all were in view while one was not yet whole', () => {
      for (let from = 1; from <= 40; from += 1) {
        const isInView = (id: number, turn: number) => id > 3 || (turn >= from && turn < from + 4)
        const ids = watch((id, turn) => ({ isInView: isInView(id, turn), weight: id > 3 ? 50 : 1 }), 160)
        expect(ids.slice(from + 4).filter(id => id <= 3).length).toBeGreaterThanOrEqual(12)
      }
    })
  })

  it('gives a row with an interval of its own no calls but by its value when there are more of them', () => {
    const cells = ['a', 'b', 'c'].map(bookId => cell(bookId, 30, 1))
    const rows = [row(1, cells, { isPinned: true, weight: 3 }), row(2, cells, { weight: 50 })]
    expect(names(new RefreshPlan().choose(rows, tick(1)))).toEqual(['2 a'])
  })

  it('refreshes the selected row whole and first, however many calls there are', () => {
    const cells = ['a', 'b', 'c'].map(bookId => cell(bookId, 30, -1))
    const rows = [row(1, cells, { weight: 50 }), row(2, cells, { isSelected: true }), row(3, cells)]
    expect(names(new RefreshPlan().choose(rows, tick(3))).sort()).toEqual(['2 a', '2 b', '2 c'])
  })

  it('gives a cell without value its turn', () => {
    const rows = [
      row(1, [cell('a', 30, 1), cell('far', 500, -9)]),
      row(2, [cell('a', 30, 1), cell('b', 30, 1)]),
    ]
    const plan = new RefreshPlan()
    const ticks = Array.from({ length: 2 }, () => names(plan.choose(rows, tick(1))))
    expect(ticks).toEqual([['1 a'], ['1 far']])
  })

  const anyRow = fc.record({
    isInView: fc.boolean(),
    weight: fc.double({ min: 1, max: 150, noNaN: true }),
    prices: fc.array(fc.option(fc.double({ min: -2, max: 3, noNaN: true })), { minLength: 1, maxLength: 6 }),
  })
  const anyDesk = fc.array(anyRow, { minLength: 2, maxLength: 12 })

  it('never takes more than its calls, a cell twice, or one that is not due', () => {
    fc.assert(
      fc.property(anyDesk, fc.nat(20), fc.nat(3), (desk, calls, dueEvery) => {
        const rows = desk.map(({ prices, ...given }, at) =>
          row(
            at,
            prices.map((price, book) => cell(String(book), book * 9, price, book % 4 <= dueEvery)),
            given,
          ),
        )
        const plan = new RefreshPlan()
        for (let turn = 0; turn < 5; turn += 1) {
          const chosen = names(plan.choose(rows, tick(calls)))
          expect(chosen.length).toBeLessThanOrEqual(calls)
          expect(new Set(chosen).size).toBe(chosen.length)
          const due = rows.flatMap(({ parlayId, cells }) =>
            cells.flatMap(({ bookId, isDue }) => (isDue ? [`${parlayId} ${bookId}`] : [])),
          )
          expect(chosen.filter(name => !due.includes(name))).toEqual([])
          expect(chosen.length).toBe(Math.min(calls, due.length))
        }
      }),
    )
  })

  it('lets no cell in view grow older than two shares, and no other than four, whatever the values are', () => {
    fc.assert(
      fc.property(anyDesk, fc.integer({ min: 1, max: 4 }), (desk, calls) => {
        const ages = desk.map(({ prices }) => prices.map(() => 0))
        const cells = ages.reduce((sum, each) => sum + each.length, 0)
        // In ticks; a turn comes in whole calls, of which a lane may wait for two.
        const share = cells / calls
        const plan = new RefreshPlan()
        const oldest = { inView: 0, elsewhere: 0 }
        for (let turn = 0; turn < 10 * share; turn += 1) {
          const rows = desk.map(({ prices, ...given }, at) =>
            row(
              at,
              prices.map((price, book) => cell(String(book), ages[at]?.[book] ?? 0, price)),
              given,
            ),
          )
          const chosen = new Set(names(plan.choose(rows, tick(calls))))
          for (const [at, { isInView, prices }] of desk.entries()) {
            const lane = isInView ? 'inView' : 'elsewhere'
            ages[at] = prices.map((_, book) =>
              chosen.has(`${at} ${book}`) ? 0 : (ages[at]?.[book] ?? 0) + 1,
            )
            oldest[lane] = Math.max(oldest[lane], ...ages[at])
          }
        }
        expect(oldest.inView).toBeLessThanOrEqual(maxShares.inView * share + 2)
        expect(oldest.elsewhere).toBeLessThanOrEqual(maxShares.elsewhere * share + 2)
      }),
      { numRuns: 50 },
    )
  })
})

/** A desk whose prices never move, which is refreshed by one call a second. */
function startSteadyDesk(pinnedId?: number) {
  const plan = new RefreshPlan()
  const at = new Map<string, number>()
  const toRows = (time: number) =>
    Array.from({ length: 10 }, (_, place) =>
      row(
        place,
        Array.from({ length: 6 }, (__, book) => {
          const answeredAt = at.get(`${place} ${book}`) ?? -60_000
          return {
            bookId: String(book),
            at: answeredAt,
            freshUntil: answeredAt + 7_500,
            logOdds: 1 - book * 0.02,
            isDue: time - answeredAt > 7_500,
          }
        }),
        { isInView: place < 4, weight: place < 4 ? 4 : 1, isPinned: place === pinnedId },
      ),
    )
  let time = 0
  const second = () => {
    const chosen = names(plan.choose(toRows(time), tick(1, { now: time })))
    for (const name of chosen) at.set(name, time)
    time += 1_000
    return chosen
  }
  const estimate = (parlayId: number, bookId: string) =>
    plan.estimateDue(toRows(time), { parlayId, bookId }, { now: time, perMinute: 60, paceOf: () => pace })
  return { second, estimate }
}

describe('RefreshPlan.estimateDue', () => {
  it('is a time by which the plan prices the cell, and without calls by value about that time', () => {
    const { second, estimate } = startSteadyDesk()
    for (let turn = 0; turn < 300; turn += 1) second()
    const estimates = new Map(
      Array.from({ length: 60 }, (_, at) => {
        const [parlayId, book] = [Math.floor(at / 6), String(at % 6)]
        return [`${parlayId} ${book}`, (estimate(parlayId, book) ?? NaN) / 1_000] as const
      }),
    )
    const actual = new Map<string, number>()
    for (let turn = 1; turn <= 300; turn += 1)
      for (const name of second()) if (!actual.has(name)) actual.set(name, turn)
    const late = [...estimates].map(([name, seconds]) => (actual.get(name) ?? Infinity) - seconds)
    expect(Math.max(...late)).toBeLessThan(4)
    const inTurn = [...estimates].filter(([name]) => Number(name.split(' ')[0]) > 3)
    const early = inTurn.map(([name, seconds]) => seconds / (actual.get(name) ?? NaN))
    expect(early.toSorted((a, b) => a - b)[Math.floor(early.length / 2)]).toBeLessThan(1.2)
  })

  it('is no sooner for a row with an interval of its own on a plan that does not put it first', () => {
    const [plain, pinned] = [startSteadyDesk(), startSteadyDesk(9)].map(({ second, estimate }) => {
      for (let turn = 0; turn < 300; turn += 1) second()
      return estimate(9, '5')
    })
    expect(pinned).toBe(plain)
  })

  it('is undefined for a cell that is in none of the rows', () => {
    const { estimate } = startSteadyDesk()
    expect(estimate(99, '0')).toBeUndefined()
    expect(estimate(1, 'z')).toBeUndefined()
  })
})
