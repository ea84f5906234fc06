import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { meterOf, takesMs } from '../../../../src/main/desk/budget/budget-status.ts'
import { priority, type Priority } from '../../../../src/main/odds-service/permits.ts'
import {
  answered,
  byHand,
  failed,
  fakeClock,
  pass,
  settle,
  startBudget,
  whys,
} from '../../../support/desk/test-budget.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('the line', () => {
  it('is served by priority, then by age, whatever the host', async () => {
    const { seek, given, hosts } = startBudget({ limits: byHand(1_000, 1) })
    const wanted = [
      ['a', priority.rest],
      ['b', priority.rest],
      ['c', priority.visible],
      ['d', priority.act],
      ['e', priority.visible],
      ['f', priority.recheck],
    ] as const
    for (const [host, level] of wanted) seek(host, level)
    for (let turn = 0; turn < 6; turn += 1) {
      await settle()
      given.at(-1)?.turn.end(answered)
    }
    expect(hosts()).toEqual(['f', 'd', 'c', 'e', 'a', 'b'])
  })

  it('passes over a host that has as many calls as it may, and comes back to it', async () => {
    const { seek, given, hosts } = startBudget({ limits: byHand(1_000, 8, 2) })
    for (const host of ['a', 'a', 'a', 'b']) seek(host)
    await settle()
    expect(hosts()).toEqual(['a', 'a', 'b'])
    given[0]?.turn.end(answered)
    await settle()
    expect(hosts()).toEqual(['a', 'a', 'b', 'a'])
  })

  it('tells places and the seconds until each turn, and what more calls would take', async () => {
    const { budget, seek } = startBudget({ limits: byHand(2) })
    seek('a')
    await pass(10_000)
    for (const host of ['b', 'c', 'd', 'e']) seek(host)
    await settle()
    const meter = meterOf(budget)
    expect(meter).toMatchObject({ lastMinute: 2, inFlight: 2, waiting: 3, limit: 2, isLearned: false })
    expect((meter.nextAt ?? 0) - Date.now()).toBe(50_500)
    const seconds = (more: number, level: Priority) => takesMs(budget, more, level) / 1000
    expect([0, 1, 2].map(more => seconds(more, priority.rest))).toEqual([111, 121, 171.5])
    expect([0, 1, 2, 3].map(more => seconds(more, priority.act))).toEqual([0, 50.5, 60.5, 111])
    seek('f', priority.act)
    await settle()
    expect([1, 2].map(more => seconds(more, priority.act))).toEqual([60.5, 111])
  })

  it('lets an aborted seeker go, and one whose time is up', async () => {
    const off = new AbortController()
    const started = startBudget({ limits: byHand(1) })
    const { seek, given } = started
    seek('a')
    seek('b', priority.rest, { signal: off.signal })
    await settle()
    off.abort()
    await settle()
    expect(whys(started)).toEqual(['b unreachable'])
    given[0]?.turn.end(answered)
    const again = given[0]?.turn.again(2_000)
    await pass(2_000)
    expect(await again).toBe(false)
    expect(meterOf(started.budget)).toMatchObject({ inFlight: 0, waiting: 0 })
  })

  it('is served by a clock that moves between two readings, as real ones do', async () => {
    let reading = 0
    const steady = () => performance.now() + (reading += 0.001)
    const { seek, hosts, budget } = startBudget({ limits: byHand(100), clock: { ...fakeClock, steady } })
    for (let call = 0; call < 50; call += 1) seek(`h${call}`)
    await settle()
    expect(hosts()).toHaveLength(50)
    expect(meterOf(budget).nextAt).toBe(null)
  })
})

describe('a turn', () => {
  it('that was not used is given back', async () => {
    const { seek, given, hosts } = startBudget({ limits: byHand(1) })
    seek('a')
    seek('b')
    await settle()
    given[0]?.turn.end({ kind: 'unsent' })
    await settle()
    expect(hosts()).toEqual(['a', 'b'])
  })

  it('counts once, however often its end is told', async () => {
    const { budget, seek, given } = startBudget()
    seek('a')
    await settle()
    for (let told = 0; told < 3; told += 1) given[0]?.turn.end(answered)
    expect(budget.inFlight).toBe(0)
  })

  it('for another attempt stands in line like any', async () => {
    const { seek, given, hosts } = startBudget({ limits: byHand(1) })
    seek('a')
    await settle()
    given[0]?.turn.end(failed)
    expect(await given[0]?.turn.again(60_000)).toBe(false)
    const again = given[0]?.turn.again(70_000)
    seek('b', priority.act)
    await pass(60_500)
    expect(hosts()).toEqual(['a', 'b'])
    await pass(10_000)
    expect(await again).toBe(false)
  })
})
