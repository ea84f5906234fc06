import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CallWindow, windowMs } from '../../../../src/main/desk/budget/call-window.ts'

const stepMs = 100

const time = (max: number) => fc.double({ min: 0, max, noNaN: true })

describe('the ages of calls', () => {
  it('hold each call that still counts once, by the whole steps since it was sent', () => {
    fc.assert(
      fc.property(fc.array(time(2 * windowMs), { maxLength: 60 }), time(windowMs), (sent, laterMs) => {
        const calls = sent.toSorted((a, b) => a - b)
        const window = new CallWindow()
        for (const at of calls) window.add(at)
        const now = (calls.at(-1) ?? 0) + laterMs
        const ages = window.ages(now, stepMs).flatMap(([ageMs, count]) => Array<number>(count).fill(ageMs))
        const counted = calls.filter(at => at > now - windowMs)
        expect(ages).toEqual(counted.map(at => Math.floor((now - at) / stepMs) * stepMs))
      }),
    )
  })
})
