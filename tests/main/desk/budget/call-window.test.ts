import { describe, expect, it } from 'vitest'
import { CallWindow, windowMs } from '../../../../src/main/desk/budget/call-window.ts'
import { fc } from '../../../support/property.ts'

const stepMs = 100

/** Whole ms, so that calls meet the edges of steps and of the window. */
const time = (max: number) => fc.integer({ min: 0, max })
/** A burst, and calls over more than the window. */
const times = fc.oneof(...[500, 2 * windowMs].map(max => fc.array(time(max), { maxLength: 60 })))

describe('CallWindow', () => {
  it('gives back only a call that it counts', () => {
    const window = new CallWindow()
    for (const at of [5, 10, 10]) window.add(at)
    window.giveBack(7)
    expect(window.count(10)).toBe(3)
    window.giveBack(10)
    expect(window.count(10)).toBe(2)
    expect(window.count(5 + windowMs)).toBe(1)
    window.giveBack(5)
    expect(window.count(5 + windowMs)).toBe(1)
  })

  it('counts a call of an earlier time with the last one', () => {
    const window = new CallWindow()
    for (const at of [1, 9, 20, 15]) window.add(at)
    expect([9, 15, 20].map(at => window.count(at + windowMs))).toEqual([2, 2, 0])
  })
})

describe('CallWindow.ages', () => {
  it('has each call that still counts once, in whole steps since it was sent, and each age once', () => {
    fc.assert(
      fc.property(times, time(windowMs), (sent, laterMs) => {
        const calls = sent.toSorted((a, b) => a - b)
        const window = new CallWindow()
        for (const at of calls) window.add(at)
        const now = (calls.at(-1) ?? 0) + laterMs
        const counted = calls.filter(at => at > now - windowMs)
        const expected = Map.groupBy(counted, at => Math.floor((now - at) / stepMs) * stepMs)
        expect(window.ages(now, stepMs)).toEqual([...expected].map(([ageMs, { length }]) => [ageMs, length]))
      }),
    )
  })
})
