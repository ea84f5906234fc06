import { describe, expect, it } from 'vitest'
import { readMoment } from '../../../../src/main/team/calls/moment.ts'
import { SlotPool } from '../../../../src/main/team/calls/slot-pool.ts'
import { startClock } from '../../../support/team/set-clock.ts'

function startPool(slots = [1, 2, 3]) {
  const time = startClock()
  const pool = new SlotPool(time.clock, 5_000)
  pool.add(slots, readMoment(time.clock))
  return { ...time, pool }
}

describe('SlotPool', () => {
  it('reports slots whose calls left, once, and keeps those that were given back for other calls', () => {
    const { pool } = startPool()
    const [first, second] = [pool.take(), pool.take()]
    expect([first?.left(), pool.count()]).toEqual([true, 1])
    first?.giveBack()
    second?.giveBack()
    second?.giveBack()
    expect(pool.count()).toBe(2)
    expect(pool.takeReport()).toEqual({ sent: [1], unsent: [] })
    expect([pool.hasReport, pool.takeReport()]).toEqual([false, { sent: [], unsent: [] }])
  })

  it('lets no call leave 5 s after its slot was requested, and returns the slot', () => {
    const { pool, pass } = startPool()
    const [first, second] = [pool.take(), pool.take()]
    pass(4_999)
    expect(first?.left()).toBe(true)
    pass(1)
    expect([second?.left(), pool.count(), pool.take()]).toEqual([false, 0, undefined])
    second?.giveBack()
    expect(pool.count()).toBe(0)
    expect(pool.takeReport()).toEqual({ sent: [1], unsent: [3, 2] })
  })

  it.each([
    ['its computer slept', { uptime: 6_000 }],
    ['its clock was set forward', { epoch: 5_000 }],
  ] as const)('lets no call leave after %s', (_when, jump) => {
    const { pool, at } = startPool()
    const slot = pool.take()
    at.uptime += 'uptime' in jump ? jump.uptime : 0
    at.epoch += 'epoch' in jump ? jump.epoch : 0
    expect([slot?.left(), pool.count()]).toEqual([false, 0])
  })

  it('uses its slots although the clock is set back', () => {
    const { pool, at } = startPool()
    at.epoch -= 3_600_000
    expect([pool.count(), pool.take()?.left()]).toEqual([3, true])
  })

  it('returns the slots that waiting calls do not need, and reports again what did not reach the server', () => {
    const { pool } = startPool()
    pool.keep(1)
    const report = pool.takeReport()
    expect([report, pool.count()]).toEqual([{ sent: [], unsent: [1, 2] }, 1])
    pool.restoreReport(report)
    expect(pool.takeReport()).toEqual(report)
  })
})
