import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { priority } from '../../../src/main/desk/planner.ts'
import { job, nameOf, startPlanner } from './scripted-planner.ts'

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
      ['a', priority.rest],
      ['b', priority.rest],
      ['c', priority.row],
      ['d', priority.act],
      ['e', priority.row],
      ['f', priority.act],
    ] as const
    for (const [book, level] of wanted) void planner.ask(job(book), level)
    for (let turn = 0; turn < 6; turn += 1) await endLast()
    expect(names()).toEqual(['a1', 'd1', 'f1', 'c1', 'e1', 'b1'])
  })

  it('lets a job move ahead, never back', async () => {
    const { planner, names, endLast } = startPlanner()
    for (const book of ['a', 'b', 'c', 'd']) void planner.ask(job(book), priority.row)
    void planner.ask(job('d'), priority.act)
    void planner.ask(job('b'), priority.rest)
    for (let turn = 0; turn < 4; turn += 1) await endLast()
    expect(names()).toEqual(['a1', 'd1', 'b1', 'c1'])
  })

  it('keeps to so many calls at once', async () => {
    const { planner, runs, names } = startPlanner(2)
    for (const book of ['a', 'b', 'c']) void planner.ask(job(book), priority.rest)
    expect([names(), planner.inFlight]).toEqual([['a1', 'b1'], 2])
    await runs[1]?.end('done')
    expect([names(), planner.inFlight]).toEqual([['a1', 'b1', 'c1'], 2])
  })

  it('asks once for a job that many want, and tells all of them', async () => {
    const { planner, names, endLast } = startPlanner()
    const asked = [priority.rest, priority.act, priority.row].map(level => planner.ask(job('a'), level))
    await endLast()
    await Promise.all(asked)
    expect(names()).toEqual(['a1'])
  })

  it('asks again for a job that has ended', async () => {
    const { planner, names, endLast } = startPlanner()
    void planner.ask(job('a'), priority.rest)
    await endLast()
    void planner.ask(job('a'), priority.rest)
    expect(names()).toEqual(['a1', 'a1'])
  })

  it('takes the same book of two parlays for two jobs', () => {
    const { planner, names } = startPlanner(4)
    void planner.ask(job('a', 1), priority.rest)
    void planner.ask(job('a', 2), priority.rest)
    expect(names()).toEqual(['a1', 'a2'])
  })

  it('is told in places that count from 1 in the order of asking', () => {
    const { planner } = startPlanner()
    for (const book of ['a', 'b', 'c', 'd']) void planner.ask(job(book), priority.rest)
    void planner.ask(job('d'), priority.act)
    const activity = (book: string) => planner.activityOf(job(book))
    expect(activity('a')).toEqual({ kind: 'pricing' })
    expect(activity('d')).toEqual({ kind: 'waiting', place: 1, startsAt: null })
    expect(activity('b')).toEqual({ kind: 'waiting', place: 2, startsAt: null })
    expect(activity('c')).toEqual({ kind: 'waiting', place: 3, startsAt: null })
    expect(activity('z')).toEqual({ kind: 'none' })
    expect(planner.waiting().map(nameOf)).toEqual(['b1', 'c1', 'd1'])
  })

  it('says which jobs moved', async () => {
    const { planner, moved, endLast } = startPlanner()
    void planner.ask(job('a'), priority.rest)
    expect(moved).toEqual(['a1', 'a1'])
    await endLast()
    expect(moved).toEqual(['a1', 'a1', 'a1'])
  })
})

describe('cancel', () => {
  it('aborts what is under way, drops what is in line, and leaves the rest', async () => {
    const { planner, runs, names } = startPlanner()
    const asked = [job('a', 1), job('b', 1), job('a', 2)].map(each => planner.ask(each, priority.rest))
    planner.cancel(({ parlayId }) => parlayId === 1)
    await Promise.all(asked.slice(0, 2))
    expect(runs[0]?.signal.aborted).toBe(true)
    await runs[0]?.end('done')
    expect(names()).toEqual(['a1', 'a2'])
    expect(runs[1]?.signal.aborted).toBe(false)
  })

  it('forgets the answer of a cancelled run, also one that wants to be asked again', async () => {
    const { planner, runs, names } = startPlanner()
    void planner.ask(job('a'), priority.rest)
    planner.cancel(() => true)
    await runs[0]?.end('again')
    expect([names(), planner.activityOf(job('a'))]).toEqual([['a1'], { kind: 'none' }])
  })

  it('makes room at once for the same job anew, which the old run does not end', async () => {
    const { planner, runs, names } = startPlanner(2)
    void planner.ask(job('a'), priority.rest)
    planner.cancel(() => true)
    void planner.ask(job('a'), priority.rest)
    await runs[0]?.end('done')
    expect(names()).toEqual(['a1', 'a1'])
    expect(planner.activityOf(job('a'))).toEqual({ kind: 'pricing' })
  })
})
