import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { priority } from '../../../../src/main/odds-service/permits.ts'
import {
  answered,
  byHand,
  failed,
  have,
  learned,
  limitedFor,
  pass,
  settle,
  startBudget,
  whys,
  type Started,
} from '../../../support/desk/test-budget.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('CallBudget after a 429', () => {
  it('pauses the host that answered it alone, until the time it named', async () => {
    const started = startBudget({ limits: byHand(1_000) })
    await have(started, 'a', () => limitedFor(30_000))
    for (const host of ['a', 'b']) started.acquire(host, priority.user, { waitsThrough: 'limits' })
    await pass(29_999)
    expect(started.hosts()).toEqual(['b'])
    expect(started.budget.meter()).toMatchObject({
      pausedUntil: null,
      pausedHosts: [{ host: 'a', why: 'limited' }],
    })
    await pass(1)
    expect(started.hosts()).toEqual(['b', 'a'])
  })

  it('pauses the key when several hosts answer it within moments, until the first of them may be called', async () => {
    const started = startBudget({ limits: byHand(1_000) })
    await pass(10_000)
    await have(started, 'a', () => limitedFor(60_000))
    await have(started, 'b', () => limitedFor(20_000))
    for (const host of ['a', 'b', 'c']) started.acquire(host, priority.recheck, { waitsThrough: 'limits' })
    await pass(19_000)
    expect(started.hosts()).toEqual([])
    expect(started.budget.meter().pausedUntil).not.toBe(null)
    await pass(1_000)
    expect(started.hosts().sort()).toEqual(['b', 'c'])
  })

  it('pauses for as long as the service asks, and ends a pause of more than a day when the user says so', async () => {
    const dayMs = 86_400_000
    const started = startBudget({ limits: byHand(1_000) })
    await have(started, 'a', () => limitedFor(3 * dayMs))
    await pass(6_000)
    await have(started, 'b', () => limitedFor(dayMs - 1_000))
    for (const host of ['a', 'b']) started.acquire(host, priority.user, { waitsThrough: 'limits' })
    await pass(60_000)
    expect(started.hosts()).toEqual([])
    started.budget.endLongPauses()
    await settle()
    expect(started.budget.meter().pausedHosts.map(({ host }) => host)).toEqual(['b'])
    expect(started.disk.kept?.pauses.map(({ host }) => host)).toEqual(['b'])
    await pass(dayMs)
    expect(started.hosts()).toEqual(['a', 'b'])
  })

  it('does not pause the key when another host answers it long after', async () => {
    const started = startBudget({ limits: byHand(1_000) })
    await have(started, 'a', () => limitedFor(60_000))
    await pass(5_000)
    await have(started, 'b', () => limitedFor(60_000))
    started.acquire('c')
    await settle()
    expect(started.hosts()).toEqual(['c'])
  })

  it('does not pause the key when one host answers it twice', async () => {
    const started = startBudget({ limits: byHand(1_000) })
    for (let call = 0; call < 2; call += 1) started.acquire('a')
    await settle()
    for (const { permit } of started.granted.splice(0)) permit.release(limitedFor(30_000))
    started.acquire('c')
    await settle()
    expect(started.hosts()).toEqual(['c'])
  })

  it('refuses calls that do not wait for the end of the pause, also later ones', async () => {
    const started = startBudget({ limits: byHand(1_000, 64, 1) })
    started.acquire('a')
    started.acquire('a')
    started.acquire('a', priority.background, { waitsThrough: 'limits' })
    await settle()
    started.granted[0]?.permit.release(limitedFor(30_000))
    started.acquire('a')
    await settle()
    expect(whys(started)).toEqual(['a limited', 'a limited'])
  })

  it('only makes a pause longer, whatever change of the clock', async () => {
    const started = startBudget({ limits: byHand(1_000) })
    for (let call = 0; call < 2; call += 1) started.acquire('a')
    await settle()
    const [first, second] = started.granted.splice(0)
    first?.permit.release(limitedFor(30_000))
    second?.permit.release(limitedFor(1_000))
    vi.setSystemTime(Date.now() + 3_600_000)
    started.acquire('a', priority.background, { waitsThrough: 'limits' })
    await pass(29_000)
    expect(started.hosts()).toEqual([])
    await pass(1_000)
    expect(started.hosts()).toEqual(['a'])
  })

  it('pauses the host also after a restart', async () => {
    const first = startBudget({ limits: byHand(1_000) })
    await have(first, 'a', () => limitedFor(3_600_000))
    expect(first.disk.kept).toMatchObject({ pauses: [{ host: 'a' }], pausedUntil: null })
    const lone = startBudget({ limits: byHand(1_000), kept: first.disk.kept })
    for (const host of ['a', 'c']) lone.acquire(host)
    await settle()
    expect([whys(lone), lone.hosts()]).toEqual([['a limited'], ['c']])
    await have(first, 'b', () => limitedFor(3_600_000))
    first.budget.close()
    const next = startBudget({ limits: byHand(1_000), kept: first.disk.kept })
    for (const host of ['a', 'c']) next.acquire(host)
    await settle()
    expect(whys(next)).toEqual(['a limited', 'c limited'])
  })

  it('does not pause calls with another key', async () => {
    const started = startBudget({ limits: learned })
    expect(started.budget.meter().limitFrom).toBe('start')
    await have(started, 'a', () => limitedFor(3_600_000))
    expect(started.budget.meter().limitFrom).toBe('service')
    started.acquire('a', priority.background, { waitsThrough: 'limits' })
    await settle()
    expect(started.hosts()).toEqual([])
    started.budget.keyChanged()
    await settle()
    expect([started.hosts(), started.budget.limit]).toEqual([['a'], 600])
    expect(started.disk.kept).toMatchObject({ pauses: [], learned: 600 })
  })
})

describe('Learned limit', () => {
  it('starts high and falls under what was let through when the key is limited', async () => {
    const started = startBudget({ limits: learned })
    await have(started, 'a', () => answered, 20)
    await have(started, 'a', () => limitedFor(1_000))
    await have(started, 'b', () => limitedFor(1_000))
    expect(started.budget.limit).toBe(18)
  })

  it('falls to five at the lowest', async () => {
    const started = startBudget({ limits: learned })
    for (const host of ['a', 'b', 'c']) await have(started, host, () => limitedFor(1_000))
    expect(started.budget.limit).toBe(5)
  })

  it('keeps what the key was allowed before when one host alone answers 429, but not when a second does', async () => {
    const started = startBudget({ limits: learned })
    await have(started, 'b', () => answered, 100)
    await pass(300_000)
    await have(started, 'a', () => limitedFor(1_000))
    expect(started.budget.limit).toBe(90)
    await have(started, 'b', () => limitedFor(1_000))
    expect(started.budget.limit).toBe(5)
  })

  it('rises by a tenth for each quiet minute that it held calls back, and not otherwise', async () => {
    const started = startBudget({ limits: learned })
    await have(started, 'a', () => answered, 100)
    await have(started, 'a', () => limitedFor(1_000))
    await pass(600_000)
    expect(started.budget.limit).toBe(90)
    started.granted.length = 0
    for (let call = 0; call < 400; call += 1) started.acquire(`h${call}`)
    const limits = new Set<number>()
    for (let second = 0; second < 200; second += 1) {
      for (const { permit } of started.granted) permit.release(answered)
      await pass(1_000)
      limits.add(started.budget.limit)
    }
    expect([...limits]).toEqual([90, 99, 108, 118, 129])
  })
})

describe('CircuitBreaker', () => {
  const fail = (started: Started, count = 5) => have(started, 'a', () => failed, count)

  it('opens after five failures in a row, and refuses calls that wait', async () => {
    const started = startBudget({ limits: byHand(1_000, 64, 1) })
    await fail(started, 4)
    started.acquire('a')
    started.acquire('a', priority.background, { waitsThrough: 'any' })
    await settle()
    started.granted[0]?.permit.release(failed)
    started.acquire('a', priority.visible, { waitsThrough: 'limits' })
    started.acquire('b')
    await settle()
    expect(whys(started)).toEqual(['a host-failing', 'a host-failing'])
    expect(started.hosts()).toEqual(['a', 'b'])
    expect(started.budget.meter().pausedHosts).toEqual([
      { host: 'a', why: 'failing', untilAt: Date.now() + 15_000 },
    ])
    started.budget.close()
    expect(started.disk.kept?.pauses).toEqual([])
  })

  it('is not opened again by calls that fail late', async () => {
    const started = startBudget()
    for (let call = 0; call < 6; call += 1) started.acquire('a')
    await settle()
    for (const { permit } of started.granted.splice(0)) permit.release(failed)
    await pass(14_999)
    expect(started.budget.pauseOf('a')).toMatchObject({ why: 'failing' })
    await pass(1)
    expect(started.budget.pauseOf('a')).toBeUndefined()
  })

  it('stays closed after failures with a 429 between them', async () => {
    const started = startBudget()
    await fail(started, 4)
    await have(started, 'a', () => limitedFor(1_000))
    await pass(1_000)
    await fail(started, 4)
    expect(started.budget.pauseOf('a')).toBeUndefined()
  })

  it('stays closed after failures with an answer between them', async () => {
    const started = startBudget()
    await fail(started, 4)
    await have(started, 'a', () => answered)
    await fail(started, 4)
    started.acquire('a')
    await settle()
    expect(started.hosts()).toEqual(['a'])
  })

  it('lets a single call through after its pause, and closes when that is answered', async () => {
    const started = startBudget()
    await fail(started)
    for (let call = 0; call < 3; call += 1) started.acquire('a', priority.background, { waitsThrough: 'any' })
    await pass(14_999)
    expect(started.hosts()).toEqual([])
    await pass(1)
    expect(started.hosts()).toEqual(['a'])
    started.granted[0]?.permit.release(answered)
    await settle()
    expect(started.hosts()).toEqual(['a', 'a', 'a'])
  })

  it('pauses for longer each time, up to five minutes', async () => {
    const started = startBudget()
    await fail(started)
    for (const restMs of [15_000, 30_000, 60_000, 120_000, 240_000, 300_000, 300_000]) {
      started.granted.length = 0
      started.acquire('a', priority.background, { waitsThrough: 'any' })
      await pass(restMs - 1)
      expect(started.hosts()).toEqual([])
      await pass(1)
      started.granted[0]?.permit.release(failed)
      await settle()
    }
  })

  it('lets calls of the user through before the end of its pause, one at a time', async () => {
    const started = startBudget()
    await fail(started)
    started.acquire('a', priority.user)
    await settle()
    expect(started.hosts()).toEqual(['a'])
    started.acquire('a', priority.recheck)
    await settle()
    expect(started.hosts()).toEqual(['a'])
  })
})
