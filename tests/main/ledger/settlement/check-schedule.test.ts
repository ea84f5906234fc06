import { describe, expect, it } from 'vitest'
import {
  correctionsMs,
  nextCheckAt,
  type CheckedLeg,
  type Pace,
} from '../../../../src/main/ledger/settlement/check-times.ts'
import { fc } from '../../../property.ts'

const minute = 60_000
const pending: CheckedLeg = { startAt: 0, placedAt: -1, resultedAt: null, result: 'pending', checkedAt: null }

/** The looks at a leg that never changes, in minutes after `from`. */
function looksAt(leg: CheckedLeg, most: number, pace: Pace = 'hours'): number[] {
  const looks: number[] = []
  let at = nextCheckAt(leg, pace)
  while (at !== undefined && looks.length < most) {
    looks.push(at / minute)
    at = nextCheckAt({ ...leg, checkedAt: at }, pace)
  }
  return looks
}

describe('a pending leg', () => {
  it('is looked at 2, 5, 15, 30 and 60 minutes after one another, from the start of its game', () => {
    expect(looksAt(pending, 7)).toEqual([2, 7, 22, 52, 112, 172, 232])
  })

  it('without a start is looked at from when its bet was placed', () => {
    expect(nextCheckAt({ ...pending, startAt: null, placedAt: minute })).toBe(3 * minute)
  })

  it('is looked at once for all looks that were missed', () => {
    const late = nextCheckAt({ ...pending, checkedAt: 180 * minute })
    expect(late).toBe(232 * minute)
    expect(nextCheckAt(pending)).toBe(2 * minute)
  })

  it('is left to the user after two weeks', () => {
    const looks = looksAt(pending, 1_000)
    expect(looks.at(-1)).toBeLessThanOrEqual(14 * 24 * 60)
    expect(looks.length).toBeLessThan(70)
  })

  it('is asked about too when the service’s word was not understood', () => {
    expect(nextCheckAt({ ...pending, result: 'unknown', resultedAt: 1 })).toBe(2 * minute)
  })
})

describe('a settled leg', () => {
  const settled = { ...pending, result: 'won', resultedAt: 0, checkedAt: 0 }

  it('is looked at again for some hours, for corrections', () => {
    expect(looksAt(settled, 99)).toEqual([15, 45, 105, 165, 225, 285, 345])
    expect(correctionsMs).toBe(360 * minute)
  })

  it('is looked at every half minute for a while where games last minutes', () => {
    expect(looksAt(settled, 12, 'minutes')).toEqual([0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5, 20, 50])
    const looks = looksAt(pending, 1_000, 'minutes')
    expect(looks.slice(0, 2)).toEqual([0.5, 1])
    expect(looks.slice(39, 42)).toEqual([20, 22, 27])
    expect(looks.length).toBeLessThan(110)
  })

  it('that only the user settled and nobody asked about is not', () => {
    expect(nextCheckAt({ ...settled, resultedAt: null })).toBeUndefined()
  })
})

it('the next look is always later than the last', () => {
  const time = fc.integer({ min: 0, max: 40 * 24 * 60 * minute })
  fc.assert(
    fc.property(
      time,
      fc.constantFrom('pending', 'unknown', 'won', 'lost'),
      time,
      fc.constantFrom<Pace>('hours', 'minutes'),
      (startAt, result, checkedAt, pace) => {
        const next = nextCheckAt({ startAt, placedAt: 0, resultedAt: startAt, result, checkedAt }, pace)
        expect(next ?? Infinity).toBeGreaterThan(checkedAt)
      },
    ),
  )
})
