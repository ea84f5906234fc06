import { describe, expect, it, vi } from 'vitest'
import {
  correctionsMs,
  nextCheckAt,
  type ScheduledLeg,
  type Pace,
} from '../../../../src/main/ledger/settlement/check-schedule.ts'
import { priority } from '../../../../src/main/odds-service/permits.ts'
import { Refusal } from '../../../../src/shared/failure.ts'
import { holdTimers, startSettling } from '../../../support/ledger/settling.ts'
import { makeLeg, makeTicket, startOfTests } from '../../../support/ledger/tickets.ts'
import { answers } from '../../../support/odds-service/server.ts'
import { fc } from '../../../support/property.ts'

const minute = 60_000
const hour = 60 * minute
const won = { result: 'Won' }
const ticket = (name: string) => makeTicket({ legs: [makeLeg(name)] })
const pending: ScheduledLeg = {
  startAt: 0,
  placedAt: -1,
  resultedAt: null,
  result: 'pending',
  checkedAt: null,
}

/** Times of the checks of a leg that never changes, in minutes. */
function listChecks(leg: ScheduledLeg, max: number, pace: Pace = 'hours'): number[] {
  const checks: number[] = []
  let at = nextCheckAt(leg, pace)
  while (at !== undefined && checks.length < max) {
    checks.push(at / minute)
    at = nextCheckAt({ ...leg, checkedAt: at }, pace)
  }
  return checks
}

describe('CheckSchedule of a pending leg', () => {
  it('checks after 2, 5, 15, 30 and 60 minutes, from the start of its game', () => {
    expect(listChecks(pending, 7)).toEqual([2, 7, 22, 52, 112, 172, 232])
  })

  it('without a start, counts from the time the bet was placed', () => {
    expect(nextCheckAt({ ...pending, startAt: null, placedAt: minute })).toBe(3 * minute)
  })

  it('after missed checks, checks once', () => {
    const late = nextCheckAt({ ...pending, checkedAt: 180 * minute })
    expect(late).toBe(232 * minute)
    expect(nextCheckAt(pending)).toBe(2 * minute)
  })

  it('ends after two weeks', () => {
    const checks = listChecks(pending, 1_000)
    expect(checks.at(-1)).toBeLessThanOrEqual(14 * 24 * 60)
    expect(checks.length).toBeLessThan(70)
  })

  it('with a word of the service that was not understood, checks too', () => {
    expect(nextCheckAt({ ...pending, result: 'unknown', resultedAt: 1 })).toBe(2 * minute)
  })
})

describe('CheckSchedule of a settled leg', () => {
  const settled: ScheduledLeg = { ...pending, result: 'won', resultedAt: 0, checkedAt: 0 }

  it('checks again for six hours, for corrections', () => {
    expect(listChecks(settled, 99)).toEqual([15, 45, 105, 165, 225, 285, 345])
    expect(correctionsMs).toBe(360 * minute)
  })

  it('where games last minutes, begins with checks every half minute', () => {
    expect(listChecks(settled, 12, 'minutes')).toEqual([0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5, 20, 50])
    const checks = listChecks(pending, 1_000, 'minutes')
    expect(checks.slice(0, 2)).toEqual([0.5, 1])
    expect(checks.slice(39, 42)).toEqual([20, 22, 27])
    expect(checks.length).toBeLessThan(110)
  })

  it('without a result of the service, never checks', () => {
    expect(nextCheckAt({ ...settled, resultedAt: null })).toBeUndefined()
  })
})

it('CheckSchedule plans every check later than the last', () => {
  const time = fc.integer({ min: 0, max: 40 * 24 * 60 * minute })
  fc.assert(
    fc.property(
      time,
      fc.constantFrom<ScheduledLeg['result']>('pending', 'unknown', 'won', 'lost'),
      time,
      fc.constantFrom<Pace>('hours', 'minutes'),
      (startAt, result, checkedAt, pace) => {
        const next = nextCheckAt({ startAt, placedAt: 0, resultedAt: startAt, result, checkedAt }, pace)
        expect(next ?? Infinity).toBeGreaterThan(checkedAt)
      },
    ),
  )
})

describe('Settlement by schedule', () => {
  it('waits for the game, then checks, then checks again for corrections', async () => {
    const { ledger, settlement, results, clock } = await startSettling()
    ledger.record(ticket('A'))
    await settlement.plan()
    const start = startOfTests + hour
    expect(settlement.status()).toMatchObject({ pendingLegs: 1, nextAt: start + 120_000 })
    clock.now = start + 130_000
    results.set('grade-of-A', { result: 'Pending', game: { id: 'g', status: 'In Progress', live: true } })
    await settlement.settle()
    expect(settlement.status().nextAt).toBe(start + 7 * 60_000)
    clock.now = start + 3 * hour
    results.set('grade-of-A', won)
    await settlement.settle()
    expect(settlement.status()).toMatchObject({ pendingLegs: 0, nextAt: clock.now + 15 * 60_000 })
  })

  it('checks when a check is due', async () => {
    const { ledger, settlement, results, clock, requests } = await startSettling()
    const { ticketId } = ledger.record(ticket('A'))
    results.set('grade-of-A', won)
    clock.now = startOfTests + 2 * hour
    const settled = new Promise(resolve => settlement.once('settled', resolve))
    await settlement.plan()
    await settled
    expect(ledger.reads.list.lines([ticketId])).toMatchObject([{ result: 'won' }])
    expect(requests.map(request => request.priority)).toEqual([priority.background])
  })

  it('checks only the legs that are due, on the minute', async () => {
    const { ledger, settlement, results, asked, clock } = await startSettling()
    const { game } = makeLeg('B')
    const start = startOfTests + hour
    const later = makeLeg('B', { game: { ...game, startAt: start + 4 * 60_000 } })
    ledger.record(ticket('A'))
    ledger.record(makeTicket({ legs: [later] }))
    clock.now = start + 6 * 60_000
    await settlement.settle()
    results.set('grade-of-A', won)
    const settled = new Promise(resolve => settlement.once('settled', resolve))
    clock.now = start + 7 * 60_000
    await settlement.plan()
    await settled
    expect(asked.slice(1)).toEqual([['grade-of-A']])
  })

  it('plans again every hour and runs only when a leg is due', async () => {
    const { ledger, settlement } = await startSettling()
    holdTimers()
    await settlement.plan()
    expect(settlement.status()).toMatchObject({ pendingLegs: 0, nextAt: null })
    expect(vi.getTimerCount()).toBe(0)
    const { game } = makeLeg('A')
    ledger.record(
      makeTicket({ legs: [makeLeg('A', { game: { ...game, startAt: startOfTests + 9 * hour } })] }),
    )
    await settlement.plan()
    vi.advanceTimersByTime(hour - 1)
    expect(vi.getTimerCount()).toBe(1)
    vi.advanceTimersByTime(1)
    await expect.poll(() => vi.getTimerCount()).toBe(1)
    expect(settlement.status().last).toBeNull()
  })

  it('logs a fault of its own, and no closed ledger', async () => {
    const faults: unknown[] = []
    const { ledger, settlement, clock } = await startSettling({ log: error => faults.push(error) })
    ledger.record(ticket('A'))
    clock.now = startOfTests + 2 * hour
    const broken = new Error('broken')
    const fail = () => {
      throw broken
    }
    vi.spyOn(ledger, 'gradableLegs', 'get').mockImplementationOnce(fail)
    await settlement.plan()
    expect(faults).toEqual([broken])
    holdTimers()
    await settlement.plan()
    vi.spyOn(ledger, 'gradableLegs', 'get').mockImplementationOnce(fail)
    vi.advanceTimersByTime(hour)
    await expect.poll(() => faults).toEqual([broken, broken])
    await settlement.plan()
    ledger.close()
    vi.advanceTimersByTime(hour)
    await settlement.plan()
    expect(settlement.status()).toMatchObject({ pendingLegs: 0, nextAt: null })
    expect(faults).toHaveLength(2)
  })

  it('remembers for a day that a leg was checked without an answer', async () => {
    const { ledger, settlement, clock } = await startSettling()
    const [first, second] = ['A', 'B'].map(name => ledger.record(ticket(name)).ticketId)
    const start = startOfTests + hour
    clock.now = start + 8 * 60_000
    await settlement.settle()
    await settlement.checkLeg(first ?? 0, 0)
    expect(settlement.status().nextAt).toBe(start + 22 * 60_000)
    clock.now += 24 * hour
    await settlement.checkLeg(second ?? 0, 0)
    expect(settlement.status().nextAt).toBe(start + 22 * 60_000)
    clock.now += 24 * hour + 1
    await settlement.checkLeg(first ?? 0, 0)
    expect(settlement.status().nextAt).toBe(start + 2 * 60_000)
  })

  it('waits after an answer that left a leg out, and after a failure', async () => {
    const { ledger, settlement, answerOnce, clock } = await startSettling()
    ledger.record(ticket('A'))
    const start = startOfTests + hour
    clock.now = start + 130_000
    await settlement.settle()
    expect(settlement.status().nextAt).toBe(start + 7 * 60_000)
    clock.now = start + 8 * 60_000
    for (let attempt = 0; attempt < 3; attempt++) answerOnce(answers('down', 503))
    await settlement.settle()
    expect(settlement.status().nextAt).toBe(clock.now + 120_000)
    answerOnce(answers('{'))
    await settlement.settle()
    expect(settlement.status().nextAt).toBe(start + 22 * 60_000)
  })

  it('after a result that could not be written, checks again soon and runs on request meanwhile', async () => {
    const { ledger, settlement, results, clock } = await startSettling()
    const { ticketId } = ledger.record(ticket('A'))
    results.set('grade-of-A', won)
    clock.now = startOfTests + 2 * hour
    const full = new Refusal({ kind: 'storage', sentence: 'The disk is full.' })
    vi.spyOn(ledger, 'grade').mockImplementationOnce(() => {
      throw full
    })
    await expect(settlement.settle()).rejects.toBe(full)
    expect(settlement.status()).toMatchObject({
      isRunning: false,
      pendingLegs: 1,
      nextAt: clock.now + 120_000,
    })
    await settlement.settle()
    expect(ledger.reads.list.lines([ticketId])).toMatchObject([{ result: 'won' }])
  })

  it('checks a leg immediately when it is given another token', async () => {
    const { ledger, settlement, results, asked, clock } = await startSettling()
    const { ticketId } = ledger.record(ticket('A'))
    clock.now = startOfTests + 4 * hour
    await settlement.settle()
    expect(settlement.status().nextAt).toBeGreaterThan(clock.now)
    results.set('grade-of-B', won)
    const settled = new Promise(resolve => settlement.once('settled', resolve))
    const leg = { ...makeLeg('A'), grade: 'grade-of-B' }
    ledger.correct(ticketId, ledger.facts(ticketId), 'wrong token', [{ from: 0, leg }])
    await settlement.plan()
    await settled
    expect(asked.at(-1)).toEqual(['grade-of-B'])
    expect(ledger.reads.list.lines([ticketId])).toMatchObject([{ result: 'won' }])
  })

  it('while the ledger is closed, plans nothing', async () => {
    const { ledger, settlement } = await startSettling()
    ledger.record(ticket('A'))
    await settlement.plan()
    expect(settlement.status()).toMatchObject({ pendingLegs: 1, nextAt: startOfTests + hour + 120_000 })
    ledger.close()
    await settlement.plan()
    expect(settlement.status()).toMatchObject({ pendingLegs: 0, nextAt: null })
  })
})
