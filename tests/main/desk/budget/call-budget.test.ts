import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { priority, type Priority } from '../../../../src/main/odds-service/permits.ts'
import {
  answered,
  byHand,
  failed,
  fakeClock,
  have,
  limitedFor,
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

describe('CallBudget', () => {
  it('grants permits by priority, then by age, whatever the host', async () => {
    const { acquire, granted, hosts } = startBudget({ limits: byHand(1_000, 1) })
    const wanted = [
      ['a', priority.background],
      ['b', priority.background],
      ['c', priority.visible],
      ['d', priority.user],
      ['e', priority.visible],
      ['f', priority.recheck],
      ['a', priority.background],
      ['b', priority.background],
    ] as const
    for (const [host, level] of wanted) acquire(host, level)
    for (let round = 0; round < 8; round += 1) {
      await settle()
      expect(granted).toHaveLength(round + 1)
      granted.at(-1)?.permit.release(answered)
    }
    expect(hosts()).toEqual(['f', 'd', 'c', 'e', 'a', 'b', 'a', 'b'])
  })

  it('names the place and the time of each that waits, and moves one to another priority', async () => {
    const started = startBudget({ limits: byHand(1) })
    const { budget, acquire } = started
    await pass(5_000)
    const [sent, b, c] = [acquire('a'), acquire('b'), acquire('c')]
    await settle()
    const startsIn = (place: number) => ({ kind: 'waiting', place, startsAt: Date.now() + place * 60_500 })
    expect([sent, b, c].map(each => budget.findPlace(each))).toEqual([undefined, startsIn(1), startsIn(2)])
    expect([sent, b, c].map(each => budget.isWaiting(each))).toEqual([false, true, true])
    budget.setPriority(c, priority.visible)
    budget.setPriority(sent, priority.visible)
    budget.cancel(sent)
    expect([b, c].map(each => budget.findPlace(each))).toEqual([startsIn(2), startsIn(1)])
    budget.cancel(c)
    expect([b, c].map(each => budget.findPlace(each))).toEqual([startsIn(1), undefined])
  })

  it('names no place at a paused host, only the end of the pause, and a place after it', async () => {
    const started = startBudget({ limits: byHand(100, 1) })
    const { budget, acquire } = started
    await have(started, 'a', () => limitedFor(30_000))
    acquire('c')
    const waiting = acquire('a', priority.background, { waitsThrough: 'any' })
    const behind = acquire('b')
    await settle()
    const untilAt = Date.now() + 30_000
    expect(budget.findPlace(waiting)).toEqual({ kind: 'waiting', place: 0, startsAt: untilAt })
    expect(budget.findPlace(behind)).toMatchObject({ place: 1 })
    await pass(30_000)
    expect([waiting, behind].map(each => budget.findPlace(each))).toMatchObject([{ place: 1 }, { place: 2 }])
  })

  it('sends a waiting call to a failing host once it is the user’s', async () => {
    const started = startBudget()
    await have(started, 'a', () => failed, 5)
    const waiting = started.acquire('a', priority.background, { waitsThrough: 'any' })
    await settle()
    started.budget.setPriority(waiting, priority.visible)
    await settle()
    expect(started.hosts()).toEqual([])
    started.budget.setPriority(waiting, priority.user)
    await settle()
    expect(started.hosts()).toEqual(['a'])
  })

  it('takes no request that is aborted already, and cancels those that wait at its end', async () => {
    const started = startBudget({ limits: byHand(1) })
    started.acquire('a', priority.user, { signal: AbortSignal.abort() })
    await settle()
    expect(whys(started)).toEqual(['a unreachable'])
    for (const host of ['b', 'c']) started.acquire(host)
    await settle()
    started.budget.close()
    await settle()
    expect(whys(started)).toEqual(['a unreachable', 'c unreachable'])
    expect(vi.getTimerCount()).toBe(0)
  })

  it('refuses all that wait with the reason when a call cannot be recorded', async () => {
    const write = () => {
      throw new Error('a fault')
    }
    const started = startBudget({ write })
    for (const host of ['a', 'b']) started.acquire(host)
    await settle()
    const failure = {
      kind: 'storage',
      sentence: 'The data folder can’t be written. No calls are sent until it can.',
      remedy: 'Check its permissions, then try again.',
    }
    expect(started.refused.map(({ why }) => why)).toMatchObject([{ failure }, { failure }])
  })

  it('records the calls of a burst immediately, and the next block soon after', async () => {
    const written: number[] = []
    const limits = byHand(100, 200, 200)
    const { acquire, granted } = startBudget({ limits, write: ({ reserved }) => written.push(reserved) })
    for (let call = 0; call < 20; call += 1) acquire('a')
    await settle()
    expect([granted.length, written]).toEqual([20, [20]])
    await pass(250)
    expect(written).toEqual([20, 10])
  })

  it('says when the meter or a place changed', async () => {
    const onChanged = vi.fn()
    const off = new AbortController()
    const { acquire, granted, budget } = startBudget({ limits: byHand(1), onChanged })
    acquire('a', priority.user, { signal: off.signal })
    await settle()
    expect(onChanged).toHaveBeenCalledTimes(1)
    off.abort()
    expect(onChanged).toHaveBeenCalledTimes(1)
    const waiting = acquire('b')
    budget.cancel(waiting)
    expect(onChanged).toHaveBeenCalledTimes(2)
    granted[0]?.permit.release(answered)
    expect(onChanged).toHaveBeenCalledTimes(3)
    budget.endLongPauses()
    expect(onChanged).toHaveBeenCalledTimes(4)
  })

  it('keeps calls free for closing prices, whatever else waits, and gives them back', async () => {
    const { budget, acquire, hosts } = startBudget({ limits: byHand(4) })
    budget.keepFree(2, 30_000)
    for (const host of ['a', 'b', 'c', 'd', 'e']) acquire(host, priority.recheck)
    await settle()
    expect(hosts()).toEqual(['a', 'b'])
    // Others wait for the whole limit, and the screen says so.
    expect((budget.meter().nextAt ?? 0) - Date.now()).toBeGreaterThan(59_000)
    await pass(10_000)
    acquire('close', priority.closing)
    await settle()
    expect(hosts()).toEqual(['a', 'b', 'close'])
    budget.keepFree(0, 0)
    await settle()
    expect(hosts()).toEqual(['a', 'b', 'close', 'c'])
  })

  it('gives kept calls back by itself, and never keeps the whole limit', async () => {
    const { budget, acquire, hosts } = startBudget({ limits: byHand(3) })
    budget.keepFree(5, 30_000)
    for (const host of ['a', 'b', 'c']) acquire(host)
    await settle()
    expect(hosts()).toEqual(['a'])
    await pass(29_000)
    expect(hosts()).toEqual(['a'])
    await pass(1_000)
    expect(hosts()).toEqual(['a', 'b', 'c'])
  })

  it('skips a host with all the calls it may have, and comes back to it', async () => {
    const { acquire, granted, hosts } = startBudget({ limits: byHand(1_000, 8, 2) })
    for (const host of ['a', 'a', 'a', 'b']) acquire(host)
    await settle()
    expect(hosts()).toEqual(['a', 'a', 'b'])
    granted[0]?.permit.release(answered)
    await settle()
    expect(hosts()).toEqual(['a', 'a', 'b', 'a'])
  })

  it('shows places, the time until each permit, and the time more calls would take', async () => {
    const { budget, acquire } = startBudget({ limits: byHand(2) })
    acquire('a')
    await pass(10_000)
    for (const host of ['b', 'c', 'd', 'e']) acquire(host)
    await settle()
    const meter = budget.meter()
    expect(meter).toMatchObject({ lastMinute: 2, inFlight: 2, waiting: 3, limit: 2, limitFrom: 'user' })
    expect((meter.nextAt ?? 0) - Date.now()).toBe(50_500)
    const seconds = (more: number, level: Priority) => budget.msUntilSent(more, level) / 1000
    expect([0, 1, 2].map(more => seconds(more, priority.background))).toEqual([111, 121, 171.5])
    expect([0, 1, 2, 3].map(more => seconds(more, priority.user))).toEqual([0, 50.5, 60.5, 111])
    acquire('f', priority.user)
    await settle()
    expect([1, 2].map(more => seconds(more, priority.user))).toEqual([60.5, 111])
  })

  it('shows no more calls than the limit after it was lowered within the minute, and sends none until it may', async () => {
    const { budget, limits, acquire, granted } = startBudget({ limits: byHand(5) })
    for (let call = 0; call < 5; call += 1) acquire('a')
    await settle()
    for (const { permit } of granted) permit.release(answered)
    limits.now = byHand(2)
    budget.grantPermits()
    acquire('a')
    await settle()
    expect(budget.meter()).toMatchObject({ lastMinute: 2, limit: 2, waiting: 1 })
    limits.now = byHand(6)
    budget.grantPermits()
    await settle()
    expect(budget.meter()).toMatchObject({ lastMinute: 6, limit: 6, waiting: 0 })
  })

  it('drops a request that is aborted, and one whose time is up', async () => {
    const off = new AbortController()
    const started = startBudget({ limits: byHand(1) })
    const { acquire, granted } = started
    acquire('a')
    acquire('b', priority.background, { signal: off.signal })
    await settle()
    off.abort()
    await settle()
    expect(whys(started)).toEqual(['b unreachable'])
    granted[0]?.permit.release(answered)
    const again = granted[0]?.permit.renew(2_000)
    await pass(2_000)
    expect(await again).toBe(false)
    expect(started.budget.meter()).toMatchObject({ inFlight: 0, waiting: 0 })
  })

  it('grants permits by a clock that moves between two readings, as real ones do', async () => {
    let reading = 0
    const steady = () => performance.now() + (reading += 0.001)
    const { acquire, hosts, budget } = startBudget({ limits: byHand(100), clock: { ...fakeClock, steady } })
    for (let call = 0; call < 50; call += 1) acquire(`h${call}`)
    await settle()
    expect(hosts()).toHaveLength(50)
    expect(budget.meter().nextAt).toBe(null)
  })
})

describe('Permit', () => {
  it('is given back to the budget when it was not used', async () => {
    const { acquire, granted, hosts } = startBudget({ limits: byHand(1) })
    acquire('a')
    acquire('b')
    await settle()
    granted[0]?.permit.release({ kind: 'unsent' })
    await settle()
    expect(hosts()).toEqual(['a', 'b'])
  })

  it.each([
    ['is given back when it failed before it left', false, 0],
    ['counts when it failed after it left', true, 1],
  ])('%s', async (_case, leaves, sent) => {
    const { budget, acquire, granted } = startBudget({ limits: byHand(2) })
    acquire('a')
    await settle()
    if (leaves) granted[0]?.permit.left()
    granted[0]?.permit.release(failed)
    expect(budget.meter().lastMinute).toBe(sent)
  })

  it('counts once, however often it is released', async () => {
    const { budget, acquire, granted } = startBudget()
    acquire('a')
    await settle()
    for (let pushed = 0; pushed < 3; pushed += 1) granted[0]?.permit.release(answered)
    granted[0]?.permit.left()
    expect(budget.meter().inFlight).toBe(0)
  })

  it('is given back and taken again when it is renewed', async () => {
    const { budget, acquire, granted } = startBudget({ limits: byHand(2) })
    acquire('a')
    await settle()
    const permit = granted[0]?.permit
    expect(await permit?.renew(1_000)).toBe(true)
    expect(budget.meter()).toMatchObject({ lastMinute: 1, inFlight: 1, nextAt: null })
    permit?.release(answered)
    expect(budget.meter()).toMatchObject({ lastMinute: 1, inFlight: 0 })
  })

  it('is renewed for another attempt by its place in the queue', async () => {
    const { acquire, granted, hosts } = startBudget({ limits: byHand(1) })
    acquire('a')
    await settle()
    granted[0]?.permit.left()
    granted[0]?.permit.release(failed)
    expect(await granted[0]?.permit.renew(60_000)).toBe(false)
    const again = granted[0]?.permit.renew(70_000)
    acquire('b', priority.user)
    await pass(60_500)
    expect(hosts()).toEqual(['a', 'b'])
    await pass(10_000)
    expect(await again).toBe(false)
  })
})
