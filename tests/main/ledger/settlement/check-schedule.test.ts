import { describe, expect, it } from 'vitest'
import {
  correctionsMs,
  nextCheckAt,
  type ScheduledLeg,
  type Pace,
} from '../../../../src/main/ledger/settlement/check-schedule.ts'
import { fc } from '../../../support/property.ts'

const minute = 60_000
const pending: ScheduledLeg = {
  startAt: 0,
  placedAt: -1,
  resultedAt: null,
  result: 'pending',
  checkedAt: null,
}

/** Times of the checks of a leg that never changes, in minutes. */
function listChecks(leg: ScheduledLeg, max: number, pace: Pace = 'hours'): number[] {
  const checks: number[] = []
  let at = nextCheckAt(leg, pace)
  while (at !== undefined && checks.length < max) {
    checks.push(at / minute)
    at = nextCheckAt({ ...leg, checkedAt: at }, pace)
  }
  return checks
}

describe('CheckSchedule of a pending leg', () => {
  it('checks after 2, 5, 15, 30 and 60 minutes, from the start of its game', () => {
    expect(listChecks(pending, 7)).toEqual([2, 7, 22, 52, 112, 172, 232])
  })

  it('without a start, counts from the time the bet was placed', () => {
    expect(nextCheckAt({ ...pending, startAt: null, placedAt: minute })).toBe(3 * minute)
  })

  it('after missed checks, checks once', () => {
    const late = nextCheckAt({ ...pending, checkedAt: 180 * minute })
    expect(late).toBe(232 * minute)
    expect(nextCheckAt(pending)).toBe(2 * minute)
  })

  it('ends after two weeks', () => {
    const checks = listChecks(pending, 1_000)
    expect(checks.at(-1)).toBeLessThanOrEqual(14 * 24 * 60)
    expect(checks.length).toBeLessThan(70)
  })

  it('with a word of the service that was not understood, checks too', () => {
    expect(nextCheckAt({ ...pending, result: 'unknown', resultedAt: 1 })).toBe(2 * minute)
  })
})

describe('CheckSchedule of a settled leg', () => {
  const settled: ScheduledLeg = { ...pending, result: 'won', resultedAt: 0, checkedAt: 0 }

  it('checks again for six hours, for corrections', () => {
    expect(listChecks(settled, 99)).toEqual([15, 45, 105, 165, 225, 285, 345])
    expect(correctionsMs).toBe(360 * minute)
  })

  it('where games last minutes, begins with checks every half minute', () => {
    expect(listChecks(settled, 12, 'minutes')).toEqual([0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5, 20, 50])
    const checks = listChecks(pending, 1_000, 'minutes')
    expect(checks.slice(0, 2)).toEqual([0.5, 1])
    expect(checks.slice(39, 42)).toEqual([20, 22, 27])
    expect(checks.length).toBeLessThan(110)
  })

  it('without a result of the service, never checks', () => {
    expect(nextCheckAt({ ...settled, resultedAt: null })).toBeUndefined()
  })
})

it('CheckSchedule plans every check later than the last', () => {
  const time = fc.integer({ min: 0, max: 40 * 24 * 60 * minute })
  fc.assert(
    fc.property(
      time,
      fc.constantFrom<ScheduledLeg['result']>('pending', 'unknown', 'won', 'lost'),
      time,
      fc.constantFrom<Pace>('hours', 'minutes'),
      (startAt, result, checkedAt, pace) => {
        const next = nextCheckAt({ startAt, placedAt: 0, resultedAt: startAt, result, checkedAt }, pace)
        expect(next ?? Infinity).toBeGreaterThan(checkedAt)
      },
    ),
  )
})
