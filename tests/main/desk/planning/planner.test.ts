import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { priority, type Permit } from '../../../../src/main/odds-service/permits.ts'
import { failed } from '../../../support/desk/test-budget.ts'
import { job, settle, startPlanner } from '../../../support/desk/scripted-planner.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('Planner', () => {
  it('sends calls by priority, then by age', async () => {
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

  it('moves a call planned again ahead, never back', async () => {
    const { planner, names, endLast } = startPlanner()
    for (const book of ['a', 'b', 'c', 'd']) void planner.plan(job(book), priority.visible)
    void planner.plan(job('d'), priority.user)
    void planner.plan(job('b'), priority.background)
    await settle()
    for (let round = 0; round < 4; round += 1) await endLast()
    expect(names()).toEqual(['d1', 'a1', 'b1', 'c1'])
  })

  it('drops a call whose permit is not counted, and sends the next one', async () => {
    const { planner, names, moved } = startPlanner()
    const refused = planner.plan(job('a'), priority.user, () => undefined)
    void planner.plan(job('b'), priority.visible, permit => permit)
    await refused
    await settle()
    expect(names()).toEqual(['b1'])
    expect(planner.isPlanned(job('a'))).toBe(false)
    expect(moved.filter(name => name === 'a1')).toHaveLength(2)
  })

  it('sends a call that the user plans too, whether its permit is counted or not', async () => {
    const { planner, names, endLast } = startPlanner()
    void planner.plan(job('a'), priority.background)
    await settle()
    void planner.plan(job('b'), priority.visible, () => undefined)
    void planner.plan(job('b'), priority.user)
    await endLast()
    expect(names()).toEqual(['a1', 'b1'])
  })

  it('counts the call again that is sent after a pause, or with newer tokens', async () => {
    const { planner, runs, names, endLast } = startPlanner(2)
    let counted = 0
    const count = vi.fn((permit: Permit) => ((counted += 1) <= 2 ? permit : undefined))
    void planner.plan(job('a'), priority.visible, count)
    await settle()
    await endLast('again')
    planner.restart(({ bookId }) => bookId === 'a')
    await settle()
    expect(names()).toEqual(['a1', 'a1'])
    expect(count).toHaveBeenCalledTimes(3)
    expect(runs).toHaveLength(2)
  })

  it('sends calls of visible rows first, only while they are visible', async () => {
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

  it('sends one call for a cell planned several times, and resolves all of them', async () => {
    const { planner, names, endLast } = startPlanner()
    const asked = [priority.background, priority.user, priority.visible].map(level =>
      planner.plan(job('a'), level),
    )
    await settle()
    await endLast()
    await Promise.all(asked)
    expect(names()).toEqual(['a1'])
  })

  it('sends another call for a cell whose call has ended', async () => {
    const { planner, names, endLast } = startPlanner()
    void planner.plan(job('a'), priority.background)
    await settle()
    await endLast()
    void planner.plan(job('a'), priority.background)
    await settle()
    expect(names()).toEqual(['a1', 'a1'])
  })

  it('sends two calls for one book of two parlays', async () => {
    const { planner, names } = startPlanner(4)
    void planner.plan(job('a', 1), priority.background)
    void planner.plan(job('a', 2), priority.background)
    await settle()
    expect(names()).toEqual(['a1', 'a2'])
  })

  it('gives places from 1 in the order of planning', async () => {
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

  it('reports each change of a cell: planned, under way, ended', async () => {
    const { planner, moved, endLast } = startPlanner()
    void planner.plan(job('a'), priority.background)
    expect(moved).toEqual(['a1'])
    await settle()
    expect(moved).toEqual(['a1', 'a1'])
    await endLast()
    expect(moved).toEqual(['a1', 'a1', 'a1'])
  })

  it('names the rows with waiting cells, only visible ones where those are known', async () => {
    const { planner } = startPlanner()
    for (const parlay of [1, 2, 3]) void planner.plan(job('a', parlay), priority.background)
    await settle()
    expect(planner.waitingRows()).toEqual(new Set([2, 3]))
    planner.setVisibleRows(new Set([1, 2]))
    expect(planner.waitingRows()).toEqual(new Set([2]))
  })
})

describe('Planner.cancel', () => {
  it('aborts calls under way and drops waiting ones that match, and leaves the rest', async () => {
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

  it('ignores the end of a cancelled call, also one to be sent again', async () => {
    const { planner, runs, names } = startPlanner()
    void planner.plan(job('a'), priority.background)
    await settle()
    planner.cancel(() => true)
    await runs[0]?.end('again')
    expect([names(), planner.activityOf(job('a'))]).toEqual([['a1'], { kind: 'none' }])
  })

  it('lets the same cell be planned again, which the old call does not end', async () => {
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

  it('sends nothing for a call between its permit and its run', async () => {
    const { planner, budget, names } = startPlanner()
    void planner.plan(job('a'), priority.background)
    planner.cancel(() => true)
    await settle()
    expect([names(), budget().meter().inFlight, budget().meter().lastMinute]).toEqual([[], 0, 0])
  })
})

describe('Planner.restart', () => {
  it('aborts and sends again a call that is out of date; waiting ones stay', async () => {
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

describe('Planner and permits', () => {
  it('gives back a permit that was not used', async () => {
    const { planner, budget, endLast } = startPlanner()
    void planner.plan(job('a'), priority.background)
    await settle()
    await endLast()
    expect([budget().meter().inFlight, budget().meter().lastMinute]).toEqual([0, 0])
  })

  it('ends a call that is refused a permit, with the reason', async () => {
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
