import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { priority } from '../../../../src/main/odds-service/permits.ts'
import { limitedFor } from '../../../support/desk/test-budget.ts'
import { job, settle, startPlanner } from '../../../support/desk/scripted-planner.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('Planner during a pause', () => {
  /** Has a book answer a call with 429. */
  async function startLimited(ms: number, concurrency = 4) {
    const started = startPlanner(concurrency)
    void started.planner.plan(job('a', 99), priority.background)
    await settle()
    started.runs[0]?.permit.release(limitedFor(ms))
    await started.runs[0]?.end('done')
    return { ...started, since: () => started.names().slice(1) }
  }

  it('holds the calls of its book until it ends, and no others', async () => {
    const { planner, since } = await startLimited(5_000)
    void planner.plan(job('a'), priority.user)
    void planner.plan(job('b'), priority.background)
    expect(planner.activityOf(job('a'))).toEqual({ kind: 'waiting', place: 0, startsAt: Date.now() + 5_000 })
    await vi.advanceTimersByTimeAsync(4_999)
    expect(since()).toEqual(['b1'])
    await vi.advanceTimersByTimeAsync(1)
    expect(since()).toEqual(['b1', 'a1'])
  })

  it('holds calls that were already waiting', async () => {
    const { planner, runs, names } = startPlanner(1)
    void planner.plan(job('a', 1), priority.background)
    void planner.plan(job('a', 2), priority.background)
    await settle()
    runs[0]?.permit.release(limitedFor(5_000))
    await runs[0]?.end('done')
    expect(names()).toEqual(['a1'])
    await vi.advanceTimersByTimeAsync(5_000)
    expect(names()).toEqual(['a1', 'a2'])
  })

  it('keeps a call to be sent again waiting, with its priority', async () => {
    const { planner, runs, names } = startPlanner(1)
    const asked = planner.plan(job('a'), priority.user)
    await settle()
    runs[0]?.permit.release(limitedFor(5_000))
    await runs[0]?.end('again')
    await asked
    void planner.plan(job('b'), priority.visible)
    void planner.plan(job('c'), priority.visible)
    await vi.advanceTimersByTimeAsync(5_000)
    await runs[1]?.end('done')
    expect(names()).toEqual(['a1', 'b1', 'a1'])
  })

  it('waits as long whatever change of the clock', async () => {
    const { planner, since } = await startLimited(5_000)
    void planner.plan(job('a'), priority.background)
    for (const jumpMs of [3_600_000, -7_200_000]) {
      vi.setSystemTime(Date.now() + jumpMs)
      await vi.advanceTimersByTimeAsync(2_000)
      expect(since()).toEqual([])
    }
    await vi.advanceTimersByTimeAsync(1_000)
    expect(since()).toEqual(['a1'])
  })

  it('waits longer than setTimeout can count', async () => {
    const { planner, since } = await startLimited(40 * 86_400_000)
    void planner.plan(job('a'), priority.background)
    await vi.advanceTimersByTimeAsync(39 * 86_400_000)
    expect(since()).toEqual([])
    await vi.advanceTimersByTimeAsync(86_400_000)
    expect(since()).toEqual(['a1'])
  })

  it('sends calls of another profile to a book of the same name', async () => {
    const { planner, profile, since } = await startLimited(5_000)
    profile.id = 'other'
    void planner.plan(job('a', 3), priority.background)
    profile.id = 'mine'
    void planner.plan(job('a', 1), priority.background)
    await settle()
    expect(since()).toEqual(['a3'])
    await vi.advanceTimersByTimeAsync(5_000)
    expect(since()).toEqual(['a3', 'a1'])
  })

  it('sends nothing at its end when its calls were cancelled', async () => {
    const { planner, since } = await startLimited(5_000)
    void planner.plan(job('a'), priority.background)
    planner.cancel(() => true)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(since()).toEqual([])
  })
})
