import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { priority } from '../../../../src/main/odds-service/permits.ts'
import { failed } from '../../../support/desk/test-budget.ts'
import { job, settle, startPlanner } from '../../../support/desk/scripted-planner.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('the line', () => {
  it('is asked by priority, then by age', async () => {
    const { planner, names, endLast } = startPlanner()
    const wanted = [
      ['a', priority.background],
      ['b', priority.background],
      ['c', priority.visible],
      ['d', priority.user],
      ['e', priority.visible],
      ['f', priority.recheck],
    ] as const
    for (const [book, level] of wanted) void planner.plan(job(book), level)
    await settle()
    for (let round = 0; round < 6; round += 1) await endLast()
    expect(names()).toEqual(['f1', 'd1', 'c1', 'e1', 'a1', 'b1'])
  })

  it('lets a job move ahead, never back', async () => {
    const { planner, names, endLast } = startPlanner()
    for (const book of ['a', 'b', 'c', 'd']) void planner.plan(job(book), priority.visible)
    void planner.plan(job('d'), priority.user)
    void planner.plan(job('b'), priority.background)
    await settle()
    for (let round = 0; round < 4; round += 1) await endLast()
    expect(names()).toEqual(['d1', 'a1', 'b1', 'c1'])
  })

  it('has the rows in view before the others, and only while they are', async () => {
    const { planner, names, endLast } = startPlanner()
    for (const parlay of [1, 2, 3, 4]) void planner.plan(job('a', parlay), priority.background)
    planner.setVisibleRows(new Set([4]))
    planner.setVisibleRows(new Set([3]))
    void planner.plan(job('b', 3), priority.background)
    void planner.plan(job('b', 2), priority.user)
    await settle()
    for (let round = 0; round < 6; round += 1) await endLast()
    expect(names()).toEqual(['b2', 'a3', 'b3', 'a1', 'a2', 'a4'])
  })

  it('asks once for a job that many want, and tells all of them', async () => {
    const { planner, names, endLast } = startPlanner()
    const asked = [priority.background, priority.user, priority.visible].map(level =>
      planner.plan(job('a'), level),
    )
    await settle()
    await endLast()
    await Promise.all(asked)
    expect(names()).toEqual(['a1'])
  })

  it('asks again for a job that has ended', async () => {
    const { planner, names, endLast } = startPlanner()
    void planner.plan(job('a'), priority.background)
    await settle()
    await endLast()
    void planner.plan(job('a'), priority.background)
    await settle()
    expect(names()).toEqual(['a1', 'a1'])
  })

  it('takes the same book of two parlays for two jobs', async () => {
    const { planner, names } = startPlanner(4)
    void planner.plan(job('a', 1), priority.background)
    void planner.plan(job('a', 2), priority.background)
    await settle()
    expect(names()).toEqual(['a1', 'a2'])
  })

  it('is told in places that count from 1 in the order of asking', async () => {
    const { planner } = startPlanner()
    for (const book of ['a', 'b', 'c', 'd']) void planner.plan(job(book), priority.background)
    await settle()
    void planner.plan(job('d'), priority.user)
    const activity = (book: string) => planner.activityOf(job(book))
    expect(activity('a')).toEqual({ kind: 'pricing' })
    expect(activity('d')).toEqual({ kind: 'waiting', place: 1, startsAt: null })
    expect(activity('b')).toEqual({ kind: 'waiting', place: 2, startsAt: null })
    expect(activity('c')).toEqual({ kind: 'waiting', place: 3, startsAt: null })
    expect(activity('z')).toEqual({ kind: 'none' })
  })

  it('says which jobs moved: planned, under way, ended', async () => {
    const { planner, moved, endLast } = startPlanner()
    void planner.plan(job('a'), priority.background)
    expect(moved).toEqual(['a1'])
    await settle()
    expect(moved).toEqual(['a1', 'a1'])
    await endLast()
    expect(moved).toEqual(['a1', 'a1', 'a1'])
  })

  it('names the rows with cells in line, of those in view where that is known', async () => {
    const { planner } = startPlanner()
    for (const parlay of [1, 2, 3]) void planner.plan(job('a', parlay), priority.background)
    await settle()
    expect(planner.waitingRows()).toEqual(new Set([2, 3]))
    planner.setVisibleRows(new Set([1, 2]))
    expect(planner.waitingRows()).toEqual(new Set([2]))
  })
})

describe('cancel', () => {
  it('aborts what is under way, drops what is in line, and leaves the rest', async () => {
    const { planner, runs, names } = startPlanner()
    const asked = [job('a', 1), job('b', 1), job('a', 2)].map(each => planner.plan(each, priority.background))
    await settle()
    planner.cancel(({ parlayId }) => parlayId === 1)
    await Promise.all(asked.slice(0, 2))
    expect(runs[0]?.signal.aborted).toBe(true)
    await runs[0]?.end('done')
    expect(names()).toEqual(['a1', 'a2'])
    expect(runs[1]?.signal.aborted).toBe(false)
  })

  it('forgets the answer of a cancelled run, also one that wants to be asked again', async () => {
    const { planner, runs, names } = startPlanner()
    void planner.plan(job('a'), priority.background)
    await settle()
    planner.cancel(() => true)
    await runs[0]?.end('again')
    expect([names(), planner.activityOf(job('a'))]).toEqual([['a1'], { kind: 'none' }])
  })

  it('makes room for the same job anew, which the old run does not end', async () => {
    const { planner, runs, names } = startPlanner(2)
    void planner.plan(job('a'), priority.background)
    await settle()
    planner.cancel(() => true)
    void planner.plan(job('a'), priority.background)
    await settle()
    await runs[0]?.end('done')
    expect(names()).toEqual(['a1', 'a1'])
    expect(planner.activityOf(job('a'))).toEqual({ kind: 'pricing' })
  })

  it('of a job between its turn and its run sends nothing', async () => {
    const { planner, budget, names } = startPlanner()
    void planner.plan(job('a'), priority.background)
    planner.cancel(() => true)
    await settle()
    expect([names(), budget().inFlight, budget().sent.count()]).toEqual([[], 0, 0])
  })
})

describe('a job under way that asks what is out of date', () => {
  it('is aborted and asked anew; those in line only wait', async () => {
    const { planner, runs, names } = startPlanner(1)
    void planner.plan(job('a'), priority.background)
    void planner.plan(job('b'), priority.background)
    await settle()
    planner.restart(() => true)
    expect(runs[0]?.signal.aborted).toBe(true)
    await runs[0]?.end('done')
    for (let round = 0; round < 2; round += 1) await runs.at(-1)?.end('done')
    expect(names()).toEqual(['a1', 'b1', 'a1'])
  })
})

describe('a turn', () => {
  it('that a run did not use is given back', async () => {
    const { planner, budget, endLast } = startPlanner()
    void planner.plan(job('a'), priority.background)
    await settle()
    await endLast()
    expect([budget().inFlight, budget().sent.count()]).toEqual([0, 0])
  })

  it('that is refused ends the job with the reason', async () => {
    const { planner, runs, refused } = startPlanner(6)
    for (let parlay = 1; parlay <= 6; parlay += 1) void planner.plan(job('a', parlay), priority.background)
    await settle()
    for (const { permit, end } of runs) {
      permit.release(failed)
      await end('done')
    }
    const ended = planner.plan(job('a', 9), priority.background)
    await ended
    expect(refused).toEqual(['a9'])
    expect(planner.activityOf(job('a', 9))).toEqual({ kind: 'none' })
  })
})
