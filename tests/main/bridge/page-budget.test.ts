import { describe, expect, it } from 'vitest'
import { PageBudget } from '../../../src/main/bridge/page-budget.ts'

function start() {
  const clock = { now: 1_000 }
  const budget = new PageBudget(() => clock.now)
  /** Counts calls that each hold the main process for `ms`, until one is refused. */
  const flood = (ms: number) => {
    for (let calls = 0; calls < 10_000; calls++) {
      if (!budget.begin()) return calls
      budget.hold(() => (clock.now += ms))
      budget.end()
    }
    throw new Error('no call was refused')
  }
  return { clock, budget, flood }
}

describe('PageBudget', () => {
  it('has room for thousands of short calls at once, then for 500 a second', () => {
    const { clock, flood } = start()
    expect(flood(0)).toBe(5_000)
    clock.now += 1_000
    expect(flood(0)).toBe(500)
  })

  it('leaves the main process half its time, however long the calls take', () => {
    const { clock, flood } = start()
    flood(40)
    const startedAt = clock.now
    let held = 0
    while (clock.now - startedAt < 60_000) {
      held += flood(40) * 40
      clock.now += 10
    }
    expect(held / (clock.now - startedAt)).toBeLessThan(0.52)
  })

  it('fills up while the page is quiet, and no further', () => {
    const { clock, flood } = start()
    flood(0)
    clock.now += 3_600_000
    expect(flood(0)).toBe(5_000)
  })

  it('has 500 calls wait for their answers, and another for each that ended', () => {
    const { clock, budget } = start()
    const begin = () => {
      clock.now += 1_000
      return budget.begin()
    }
    for (let n = 0; n < 500; n++) expect(begin()).toBe(true)
    expect(begin()).toBe(false)
    budget.end()
    expect([begin(), begin()]).toEqual([true, false])
  })

  it('has room again two seconds after a call that took an hour', () => {
    const { clock, budget } = start()
    expect(budget.begin()).toBe(true)
    budget.hold(() => (clock.now += 3_600_000))
    expect(budget.begin()).toBe(false)
    clock.now += 2_010
    expect(budget.begin()).toBe(true)
  })

  it('counts the time of a call that throws', () => {
    const { clock, budget } = start()
    const fail = () => {
      clock.now += 5_000
      throw new Error('fault')
    }
    expect(budget.begin()).toBe(true)
    expect(() => budget.hold(fail)).toThrow('fault')
    clock.now -= 5_000
    expect(budget.begin()).toBe(false)
  })
})
