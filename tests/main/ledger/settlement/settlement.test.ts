import { describe, expect, it, vi } from 'vitest'
import { runOnGradableLegs } from '../../../../src/main/ledger/settlement/settlement.ts'
import { Refusal } from '../../../../src/shared/failure.ts'
import type { TicketLine } from '../../../../src/shared/model/ticket/ticket-line.ts'
import { answers } from '../../../support/odds-service/server.ts'
import type { TicketLeg } from '../../../../src/shared/model/ticket/ticket.ts'
import { makeLeg, makeTicket, openTestLedger, startOfTests } from '../../../support/ledger/tickets.ts'
import { startSettling } from '../../../support/ledger/settling.ts'

const hour = 3_600_000
const won = { result: 'Won' }
const ticket = (...names: string[]) => makeTicket({ legs: names.map(name => makeLeg(name)) })

describe('Settlement', () => {
  it('asks about each token once and settles every ticket that holds it', async () => {
    const { ledger, settlement, results, asked } = await startSettling()
    const ids = [ledger.record(ticket('A', 'B')), ledger.record(ticket('B'))].map(({ ticketId }) => ticketId)
    results.set('grade-of-A', won).set('grade-of-B', won)
    const report = await settlement.settle()
    expect(asked.map(tokens => tokens.toSorted())).toEqual([['grade-of-A', 'grade-of-B']])
    expect(report).toMatchObject({ asked: 3, answered: 3, settled: 2, strayCount: 0, failure: null })
    expect(ledger.reads.list.lines(ids)).toMatchObject([
      { result: 'won', profitMinor: 20_480 },
      { result: 'won', profitMinor: 20_480 },
    ])
  })

  it('matches reordered, percent-encoded, partial and extra answers by token alone', async () => {
    const { ledger, settlement, answerOnce } = await startSettling()
    const legs = ['x==', 'y/+', 'z'].map(grade => makeLeg(grade, { grade }))
    const { ticketId } = ledger.record(makeTicket({ legs }))
    answerOnce(
      answers({
        odds: [
          { grade: 'y%2F%2B', result: 'Lost' },
          { grade: 'other', name: 'Somebody else', result: 'Won' },
          { grade: 'x%3D%3D', result: 'Won' },
        ],
      }),
    )
    const report = await settlement.settle()
    expect(ledger.reads.ticket(ticketId).legs.map(({ result }) => result)).toEqual(['won', 'lost', 'pending'])
    expect(report).toMatchObject({ answered: 2, strayCount: 1 })
    expect(report.strays[0]).toContain('Somebody else')
  })

  it('accepts an answer that comes twice, but none that contradicts itself', async () => {
    const { ledger, settlement, answerOnce } = await startSettling()
    const { ticketId } = ledger.record(ticket('A', 'B'))
    const item = (name: string, result: string) => ({ grade: `grade-of-${name}`, result })
    answerOnce(answers({ odds: [item('A', 'Won'), item('A', 'Won'), item('B', 'Won'), item('B', 'Lost')] }))
    expect(await settlement.settle()).toMatchObject({ answered: 1, strayCount: 1 })
    expect(ledger.reads.ticket(ticketId).legs.map(({ result }) => result)).toEqual(['won', 'pending'])
  })

  it('ignores a leg with an empty token, and reports answers that name no bet', async () => {
    const { ledger, settlement, asked, answerOnce } = await startSettling()
    const { ticketId } = ledger.record(makeTicket({ legs: [makeLeg('A'), makeLeg('B', { grade: '' })] }))
    answerOnce(answers({ odds: [{ result: 'Won', name: 'Nobody' }, 'x', null] }))
    const report = await settlement.settle()
    expect(asked).toEqual([['grade-of-A']])
    expect(report).toMatchObject({ asked: 1, answered: 0, strayCount: 3 })
    expect(report.strays.slice(0, 2)).toEqual([
      'Got a result for Nobody without its leg.',
      'Got a response without a result.',
    ])
    expect(ledger.reads.ticket(ticketId).legs.map(({ result }) => result)).toEqual(['pending', 'pending'])
    await expect(settlement.checkLeg(ticketId, 1)).rejects.toMatchObject({ failure: { kind: 'not-found' } })
  })

  it('in an outage, leaves every ticket as it was and reports the failure', async () => {
    const { ledger, settlement, answerOnce } = await startSettling()
    const { ticketId } = ledger.record(ticket('A'))
    for (let attempt = 0; attempt < 3; attempt++) answerOnce(answers('down', 503))
    expect(await settlement.settle()).toMatchObject({ failure: { kind: 'server-error' }, settled: 0 })
    expect(ledger.reads.ticket(ticketId).history.map(({ kind }) => kind)).toEqual(['recorded', 'entry'])
  })

  it('never reads an unknown word as a loss', async () => {
    const { ledger, settlement, results } = await startSettling()
    const { ticketId } = ledger.record(ticket('A'))
    results.set('grade-of-A', { result: 'Half Lost' })
    await settlement.settle()
    expect(ledger.reads.list.lines([ticketId])).toMatchObject([{ result: 'review', review: 'unknown-word' }])
  })

  it('reverses a result that flips, and reports both', async () => {
    const { ledger, settlement, results } = await startSettling()
    const reported: TicketLine[] = []
    settlement.on('settled', lines => reported.push(...lines))
    const { ticketId } = ledger.record(ticket('A'))
    results.set('grade-of-A', won)
    await settlement.settle()
    results.set('grade-of-A', { result: 'Lost' })
    await settlement.checkLeg(ticketId, 0)
    expect(reported.map(({ result }) => result)).toEqual(['won', 'lost'])
    expect(ledger.reads.list.lines([ticketId])).toMatchObject([
      { result: 'lost', was: 'won', profitMinor: -4_000 },
    ])
  })

  it('requested twice at once, runs once', async () => {
    const { ledger, settlement, asked, results } = await startSettling()
    ledger.record(ticket('A'))
    results.set('grade-of-A', won)
    await Promise.all([settlement.settle(), settlement.settle()])
    expect(asked).toHaveLength(1)
  })

  it('asks about each of 1,002 legs once, those without a start first, then by start', async () => {
    const { ledger, settlement, asked, results } = await startSettling()
    const late = { startAt: startOfTests + 2 * hour }
    const legs = (name: string, count: number) =>
      Array.from({ length: count }, (_, at) => makeLeg(`${name}${at}`))
    const at = (leg: TicketLeg, game: Partial<TicketLeg['game']>) => ({
      ...leg,
      game: { ...leg.game, ...game },
    })
    ledger.core.log.commit(() => {
      for (const leg of legs('late', 499)) ledger.record(makeTicket({ legs: [at(leg, late)] }))
      for (const leg of legs('soon', 502)) ledger.record(makeTicket({ legs: [leg] }))
      ledger.record(makeTicket({ legs: [at(makeLeg('undated'), { startAt: null })] }))
    })
    results.set('grade-of-soon501', won)
    expect(await settlement.settle()).toMatchObject({ asked: 1_002, answered: 1, settled: 1, failure: null })
    const tokens = asked.flat()
    expect(new Set(tokens).size).toBe(1_002)
    const names = ['undated', 'soon0', 'soon501', 'late0', 'late498']
    expect([0, 1, 502, 503, 1_001].map(place => tokens[place])).toEqual(names.map(name => `grade-of-${name}`))
    expect(settlement.status().pendingLegs).toBe(1_001)
  })

  it('posts pending legs, even a single one, and gets a leg only to check it', async () => {
    const { ledger, settlement, methods } = await startSettling()
    const { ticketId } = ledger.record(ticket('A'))
    await settlement.settle()
    await settlement.checkLeg(ticketId, 0)
    expect(methods).toEqual(['POST', 'GET'])
  })

  it.each([
    ['other', 'This ticket was recorded under the profile “Other service”. Switch to it to check the leg.'],
    ['gone', 'This ticket’s profile was removed. Set the result yourself.'],
  ])('refuses to check a leg of another profile: %s', async (profileId, sentence) => {
    const { ledger, settlement, asked } = await startSettling()
    const { ticketId } = ledger.record(makeTicket({ profileId, legs: [makeLeg('A')] }))
    await expect(settlement.checkLeg(ticketId, 0)).rejects.toMatchObject({ failure: { sentence } })
    expect(asked).toEqual([])
  })

  it('refuses to check a leg without a grade token', async () => {
    const { ledger, settlement } = await startSettling()
    const { ticketId } = ledger.record(makeTicket({ legs: [makeLeg('Typed', { grade: null })] }))
    await expect(settlement.checkLeg(ticketId, 0)).rejects.toMatchObject({ failure: { kind: 'not-found' } })
  })
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
    const { ledger, settlement, results, clock } = await startSettling()
    const { ticketId } = ledger.record(ticket('A'))
    results.set('grade-of-A', won)
    clock.now = startOfTests + 2 * hour
    const settled = new Promise(resolve => settlement.once('settled', resolve))
    await settlement.plan()
    await settled
    expect(ledger.reads.list.lines([ticketId])).toMatchObject([{ result: 'won' }])
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
    expect(settlement.status().nextAt).toBeGreaterThanOrEqual(clock.now + 60_000)
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

  it('checks a leg at once when it is given another token', async () => {
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
    ledger.close()
    await settlement.plan()
    expect(settlement.status()).toMatchObject({ pendingLegs: 0, nextAt: null })
  })
})

function* endless(first: () => void): Generator<void, never> {
  first()
  for (;;) yield
}

describe('runOnGradableLegs', () => {
  it('reads the legs of the open ledger', async () => {
    const { ledger } = openTestLedger()
    ledger.record(makeTicket())
    const pages = await runOnGradableLegs(ledger, function* (gradable) {
      yield
      return [...gradable.awaited('own')].flat().length
    })
    expect(pages).toBe(2)
  })

  it('throws when the ledger is closed, or closed and opened again', async () => {
    const { ledger } = openTestLedger()
    const closed = { failure: { kind: 'storage' } }
    await expect(runOnGradableLegs(ledger, () => endless(() => ledger.open()))).rejects.toMatchObject(closed)
    await expect(runOnGradableLegs(ledger, () => endless(() => ledger.close()))).rejects.toMatchObject(closed)
    await expect(runOnGradableLegs(ledger, () => endless(() => {}))).rejects.toMatchObject(closed)
  })
})
