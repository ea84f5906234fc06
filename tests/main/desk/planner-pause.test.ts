import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { priority, type Planner } from '../../../src/main/desk/planner.ts'
import { job, startPlanner } from './scripted-planner.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('a pause', () => {
  const pausedFor = (planner: Planner, ms: number) => {
    planner.pause('a', Date.now() + ms)
  }

  it('holds the jobs of its book until it ends, and no other', async () => {
    const { planner, names } = startPlanner(4)
    pausedFor(planner, 5_000)
    void planner.ask(job('a'), priority.act)
    void planner.ask(job('b'), priority.rest)
    expect(planner.activityOf(job('a'))).toEqual({ kind: 'waiting', place: 0, startsAt: Date.now() + 5_000 })
    await vi.advanceTimersByTimeAsync(4_999)
    expect(names()).toEqual(['b1'])
    await vi.advanceTimersByTimeAsync(1)
    expect(names()).toEqual(['b1', 'a1'])
  })

  it('holds jobs that were already in line', async () => {
    const { planner, runs, names } = startPlanner()
    void planner.ask(job('b'), priority.rest)
    void planner.ask(job('a'), priority.rest)
    pausedFor(planner, 5_000)
    await runs[0]?.end('done')
    expect(names()).toEqual(['b1'])
    await vi.advanceTimersByTimeAsync(5_000)
    expect(names()).toEqual(['b1', 'a1'])
  })

  it('can only be made longer', async () => {
    const { planner, names } = startPlanner()
    pausedFor(planner, 5_000)
    pausedFor(planner, 1_000)
    void planner.ask(job('a'), priority.rest)
    await vi.advanceTimersByTimeAsync(4_999)
    pausedFor(planner, 5_000)
    await vi.advanceTimersByTimeAsync(4_999)
    expect(names()).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(names()).toEqual(['a1'])
  })

  it('lets a job that asks to be asked again wait, with its priority', async () => {
    const { planner, runs, names } = startPlanner()
    const asked = planner.ask(job('a'), priority.act)
    pausedFor(planner, 5_000)
    await runs[0]?.end('again')
    await asked
    void planner.ask(job('b'), priority.row)
    void planner.ask(job('c'), priority.row)
    await vi.advanceTimersByTimeAsync(5_000)
    await runs[1]?.end('done')
    expect(names()).toEqual(['a1', 'b1', 'a1'])
  })

  it('is over even when the timer ends before the clock says so', async () => {
    const { planner, names } = startPlanner()
    pausedFor(planner, 5_000)
    void planner.ask(job('a'), priority.rest)
    vi.setSystemTime(Date.now() - 1_000)
    await vi.advanceTimersByTimeAsync(5_000)
    expect(names()).toEqual([])
    await vi.advanceTimersByTimeAsync(1_000)
    expect(names()).toEqual(['a1'])
  })

  it('may be longer than any timer can count', async () => {
    const { planner, names } = startPlanner()
    pausedFor(planner, 40 * 86_400_000)
    void planner.ask(job('a'), priority.rest)
    await vi.advanceTimersByTimeAsync(39 * 86_400_000)
    expect(names()).toEqual([])
    await vi.advanceTimersByTimeAsync(86_400_000)
    expect(names()).toEqual(['a1'])
  })

  it('is that of its profile: another one’s book of the same name is asked', async () => {
    const { planner, profile, names } = startPlanner(4)
    pausedFor(planner, 5_000)
    profile.id = 'other'
    pausedFor(planner, 9_000)
    profile.id = 'third'
    void planner.ask(job('a', 3), priority.rest)
    profile.id = 'mine'
    void planner.ask(job('a', 1), priority.rest)
    expect(names()).toEqual(['a3'])
    await vi.advanceTimersByTimeAsync(5_000)
    expect(names()).toEqual(['a3', 'a1'])
  })

  it('ends for nobody when its jobs were cancelled', async () => {
    const { planner, names } = startPlanner()
    pausedFor(planner, 5_000)
    void planner.ask(job('a'), priority.rest)
    planner.cancel(() => true)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(names()).toEqual([])
  })
})
