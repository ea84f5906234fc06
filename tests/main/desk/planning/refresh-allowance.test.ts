import { describe, expect, it } from 'vitest'
import { RefreshAllowance } from '../../../../src/main/desk/planning/refresh-allowance.ts'

describe('RefreshAllowance', () => {
  it('grants a quarter of the calls for a quarter of a minute', () => {
    const allowance = new RefreshAllowance()
    expect(allowance.countFree(360, 0)).toBe(90)
    allowance.use(90, 0)
    expect(allowance.countFree(360, 14_999)).toBe(0)
    expect(allowance.freeAt(360, 5_000)).toBe(15_000)
    expect(allowance.countFree(360, 15_000)).toBe(90)
    expect(allowance.freeAt(360, 15_000)).toBe(15_000)
  })

  it('grants few calls one by one', () => {
    const allowance = new RefreshAllowance()
    allowance.use(1, 0)
    expect(allowance.countFree(6, 9_999)).toBe(0)
    expect(allowance.countFree(6, 10_000)).toBe(1)
    expect(allowance.countFree(0.5, 119_999)).toBe(0)
    expect(allowance.countFree(0.5, 120_000)).toBe(1)
  })

  it.each([0.5, 1, 4, 6, 7.2, 14, 19.9, 20, 23, 60, 360])(
    'never passes %d calls in any minute',
    perMinute => {
      const allowance = new RefreshAllowance()
      const sent: number[] = []
      for (let now = 0; now < 600_000; now += 250) {
        const free = allowance.countFree(perMinute, now)
        if (free > 0) expect(allowance.freeAt(perMinute, now)).toBe(now)
        else expect(allowance.freeAt(perMinute, now)).toBeGreaterThan(now)
        allowance.use(free, now)
        for (let call = 0; call < free; call += 1) sent.push(now)
      }
      const busiest = sent.map((from, at) => sent.slice(at).filter(time => time < from + 60_000).length)
      expect(Math.max(...busiest)).toBeLessThanOrEqual(Math.max(1, perMinute))
      expect(sent.length / 10).toBeGreaterThan(perMinute * 0.8)
    },
  )
})
