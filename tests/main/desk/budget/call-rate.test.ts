import { describe, expect, it } from 'vitest'
import { CallRate } from '../../../../src/main/desk/budget/call-rate.ts'
import { LearnedLimit, startLimit } from '../../../../src/main/desk/budget/learned-limit.ts'
import { byHand, learned } from '../../../support/desk/test-budget.ts'

const windowMs = 60_500

function startRate(limits = byHand(6)) {
  const clock = { now: 0 }
  const rate = new CallRate({ limits: () => limits, steady: () => clock.now })
  const add = (count: number) => Array.from({ length: count }, () => rate.add())
  return { clock, rate, add }
}

describe('CallRate', () => {
  it('counts a call again that leaves 50 ms after it was counted, or later', () => {
    const { clock, rate } = startRate(byHand(1))
    clock.now = 1_000
    const stamp = rate.add()
    clock.now = 1_049
    expect([rate.left(stamp), rate.freeAt(1, 1_049)]).toEqual([1_000, 1_000 + windowMs])
    clock.now = 1_050
    expect([rate.left(stamp), rate.count(), rate.freeAt(1, 1_050)]).toEqual([1_050, 1, 1_050 + windowMs])
  })

  it('makes the calls of an earlier run 10 s younger, as they may have left so late, and none later than now', () => {
    const stored = { uptimeMs: 100_000, learned: 600, pauses: [], pausedUntil: null }
    const restore = (sent: [number, number][], reserved: number, uptimeMs: number) => {
      const { rate } = startRate()
      rate.restore({ ...stored, sent, reserved }, uptimeMs)
      const left = Array.from({ length: rate.count() }, (_, call) => rate.freeAt(7 - rate.count() + call, 0))
      return left.map(freeAt => freeAt - windowMs)
    }
    const both: [number, number][] = [
      [5_000, 1],
      [20_000, 2],
    ]
    // 31 s later, one of which may be missing.
    expect(restore(both, 3, 131_000)).toEqual([-40_000, -40_000, -25_000, 0, 0, 0])
    expect(restore([[0, 1]], 0, 100_000)).toEqual([0])
    // After a restart of the machine.
    expect(restore([[15_000, 1]], 0, 1_000)).toEqual([-5_000])
  })

  it('learns from the calls that were let through, without those in flight', () => {
    const quiet = startRate(learned)
    quiet.add(20)
    quiet.rate.answered(4)
    quiet.clock.now = windowMs
    quiet.rate.limited(true, 0)
    expect(quiet.rate.limit).toBe(14)
    const all = startRate(learned)
    all.add(20)
    all.rate.limited(false, 3)
    expect(all.rate.limit).toBe(14)
    const lone = startRate(learned)
    lone.add(21)
    lone.rate.limited(true, 3)
    expect(lone.rate.limit).toBe(18)
  })

  it('never raises a limit that the user set', () => {
    for (const [limits, raised] of [
      [byHand(6), false],
      [learned, true],
    ] as const) {
      const { clock, rate } = startRate(limits)
      expect(rate.raise()).toBe(false)
      clock.now = 60_000
      expect(rate.raise()).toBe(raised)
    }
  })
})

describe('LearnedLimit', () => {
  it('rises a minute after it first delayed a call, by a tenth or at least one', () => {
    const limit = new LearnedLimit(5)
    expect([limit.raise(0), limit.raise(59_999), limit.value]).toEqual([false, false, 5])
    expect([limit.raise(60_000), limit.value]).toEqual([true, 6])
    expect([limit.raise(119_999), limit.raise(120_000), limit.value]).toEqual([false, true, 7])
    expect(new LearnedLimit().value).toBe(startLimit)
  })

  it('never rises over 100,000', () => {
    const limit = new LearnedLimit(99_999)
    expect([limit.raise(0), limit.raise(60_000), limit.value]).toEqual([false, true, 100_000])
    expect([limit.raise(120_000), limit.value]).toEqual([false, 100_000])
  })

  it('falls under the most that was let through, until several hosts answer 429', () => {
    const limit = new LearnedLimit(1_000)
    limit.letThrough(100)
    limit.letThrough(50)
    limit.lower(10, true, 0)
    expect([limit.value, limit.raise(59_999)]).toEqual([90, false])
    limit.lower(20, false, 0)
    expect(limit.value).toBe(18)
    limit.lower(1, false, 0)
    expect(limit.value).toBe(5)
  })
})
