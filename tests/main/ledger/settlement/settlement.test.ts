import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { runOnGradableLegs } from '../../../../src/main/ledger/settlement/settlement.ts'
import type { TicketLine } from '../../../../src/shared/model/ticket/ticket-line.ts'
import { priority } from '../../../../src/main/odds-service/permits.ts'
import type { SettlementStatus } from '../../../../src/shared/model/ticket/settlement.ts'
import { answers, isSilent } from '../../../support/odds-service/server.ts'
import type { TicketLeg } from '../../../../src/shared/model/ticket/ticket.ts'
import { makeLeg, makeTicket, openTestLedger, startOfTests } from '../../../support/ledger/tickets.ts'
import { holdTimers, startSettling } from '../../../support/ledger/settling.ts'

const hour = 3_600_000
const won = { result: 'Won' }
const ticket = (...names: string[]) => makeTicket({ legs: names.map(name => makeLeg(name)) })

/** Stops the clock by which a run counts half seconds, right at its first. */
function holdClock(): void {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(500)
  onTestFinished(() => clock.mockRestore())
}

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
    expect(report).toMatchObject({
      answered: 2,
      strayCount: 1,
      strays: ['Got a result for Somebody else, which isn’t on these tickets.'],
    })
  })

  it('reports games that the grader called final, each once', async () => {
    const { ledger, settlement, results } = await startSettling()
    const over: (readonly string[])[] = []
    settlement.on('final', ids => over.push(ids))
    ledger.record(ticket('A', 'B'))
    const game = (status: string, live: boolean) => ({ game: { id: 'theirs', status, live } })
    results.set('grade-of-A', { result: 'Pending', ...game('Final', true) })
    results.set('grade-of-B', { result: 'Won', ...game('Halftime', false) })
    await settlement.settle()
    expect(over).toEqual([])
    for (const name of ['A', 'B']) results.set(`grade-of-${name}`, { result: 'Won', ...game('Final', false) })
    await settlement.settle()
    expect(over).toEqual([['ubl:rvt:hbr:2026-11-20']])
  })

  it('recalls the games of the last day that are final, and no others', async () => {
    const { ledger, settlement, results, clock } = await startSettling()
    const legOf = (name: string, id: string) => makeLeg(name, { game: { ...makeLeg(name).game, id } })
    for (const id of ['over', 'live', 'unknown'])
      ledger.record(makeTicket({ legs: [legOf(`leg of ${id}`, id)] }))
    const answer = (status: string) => ({ result: 'Won', game: { id: 'theirs', status, live: false } })
    results.set('grade-of-leg of over', answer('Final')).set('grade-of-leg of live', answer('Halftime'))
    await settlement.settle()
    const over: (readonly string[])[] = []
    settlement.on('final', ids => over.push(ids))
    await settlement.recallFinal()
    expect(over).toEqual([['over']])
    clock.now += 25 * hour
    await settlement.recallFinal()
    expect(over).toHaveLength(1)
  })

  it('accepts an answer that comes twice, but none that contradicts itself', async () => {
    const { ledger, settlement, answerOnce } = await startSettling()
    const { ticketId } = ledger.record(ticket('A', 'B'))
    const item = (name: string, result: string) => ({ grade: `grade-of-${name}`, result })
    answerOnce(answers({ odds: [item('A', 'Won'), item('A', 'Won'), item('B', 'Won'), item('B', 'Lost')] }))
    expect(await settlement.settle()).toMatchObject({
      answered: 1,
      strays: ['Got a bet without a name twice, with different results.'],
    })
    expect(ledger.reads.ticket(ticketId).legs.map(({ result }) => result)).toEqual(['won', 'pending'])
  })

  it('lists five changes and five answers that fit no leg, and counts the others', async () => {
    const { ledger, settlement, results, answerOnce } = await startSettling()
    const names = ['A', 'B', 'C', 'D', 'E', 'F']
    const ids = names.map(name => ledger.record(ticket(name)).ticketId)
    for (const name of names) results.set(`grade-of-${name}`, won)
    expect(await settlement.settle()).toMatchObject({ settled: 6, changes: [] })
    for (const id of ids) ledger.decideLeg(id, { place: 0, result: 'pending', reason: 'seen' })
    answerOnce(
      answers({
        odds: names.flatMap(name => [
          { grade: `grade-of-${name}`, result: 'Lost' },
          { grade: name, result: 'Won' },
        ]),
      }),
    )
    for (const id of ids) ledger.decideLeg(id, { place: 0, result: null, reason: 'not so' })
    await settlement.checkLeg(ids[0] ?? 0, 0)
    const report = settlement.status().last
    expect(report).toMatchObject({ strayCount: 11 })
    expect(report?.strays).toHaveLength(5)
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

  it('checks a leg after the run under way', async () => {
    const { ledger, settlement, methods } = await startSettling()
    const { ticketId } = ledger.record(ticket('A'))
    await Promise.all([settlement.settle(), settlement.checkLeg(ticketId, 0)])
    expect(methods).toEqual(['POST', 'GET'])
  })

  it('says when it runs, what came of it, and what is left, each once', async () => {
    const { ledger, settlement, results } = await startSettling()
    for (const name of ['A', 'B']) ledger.record(ticket(name))
    await settlement.plan()
    const said: SettlementStatus[] = []
    settlement.on('changed', status => said.push(status))
    const settled = vi.fn()
    settlement.on('settled', settled)
    holdClock()
    await settlement.settle()
    expect(settled).not.toHaveBeenCalled()
    const report = { answered: 0, settled: 0, failure: null }
    expect(said).toMatchObject([
      { isRunning: true, last: null },
      { isRunning: true, last: report },
      { isRunning: false, last: report },
    ])
    results.set('grade-of-A', won)
    await settlement.settle()
    expect(settled).toHaveBeenCalledOnce()
    expect(said.slice(3).map(({ isRunning, pendingLegs }) => [isRunning, pendingLegs])).toEqual([
      [true, 2],
      [true, 2],
      [false, 2],
      [false, 1],
    ])
    const texts = said.map(status => JSON.stringify(status))
    expect(texts.filter((text, place) => text === texts[place - 1])).toEqual([])
  })

  it('counts the legs that are left at most twice a second', async () => {
    const { ledger, settlement, results } = await startSettling()
    ledger.core.log.commit(() => {
      for (let at = 0; at < 150; at++) ledger.record(ticket(`${at}`))
    })
    for (let at = 0; at < 150; at++) results.set(`grade-of-${at}`, won)
    const counts: number[] = []
    settlement.on('changed', ({ isRunning, pendingLegs, last }) => {
      if (isRunning && last === null) counts.push(pendingLegs)
    })
    holdClock()
    await settlement.settle()
    expect(counts).toEqual([0, 50])
  })

  it('records ten tickets at a time, so that the window stays quick', async () => {
    const { ledger, settlement, results } = await startSettling()
    for (let at = 0; at < 20; at++) ledger.record(ticket(`${at}`, `other ${at}`))
    for (let at = 0; at < 20; at++) results.set(`grade-of-${at}`, won).set(`grade-of-other ${at}`, won)
    const grade = vi.spyOn(ledger, 'grade')
    expect(await settlement.settle()).toMatchObject({ settled: 20 })
    expect(grade.mock.calls.map(([legs]) => new Set(legs.map(({ ticketId }) => ticketId)).size)).toEqual([
      10, 10,
    ])
  })

  it('plans at the end of a run under way, not during it', async () => {
    const { ledger, settlement, answerOnce } = await startSettling()
    ledger.record(ticket('A'))
    let duringRun: SettlementStatus | undefined
    answerOnce((response, seen) => {
      void settlement.plan().then(() => {
        duringRun = settlement.status()
        answers({ odds: [] })(response, seen)
      })
    })
    await settlement.settle()
    expect(duringRun).toMatchObject({ isRunning: true, pendingLegs: 0, nextAt: null })
    expect(settlement.status()).toMatchObject({ isRunning: false, pendingLegs: 1 })
  })

  it('ends its calls when it is stopped, checks nothing by itself then, and runs again on request', async () => {
    const { ledger, settlement, answerOnce, asked, clock } = await startSettling()
    ledger.record(ticket('A'))
    answerOnce(isSilent)
    const running = settlement.settle()
    await expect.poll(() => asked.length).toBe(1)
    settlement.stop()
    expect(await running).toMatchObject({ failure: { kind: 'unreachable' } })
    expect(await settlement.settle()).toMatchObject({ failure: null })
    holdTimers()
    clock.now = startOfTests + 2 * hour
    await settlement.plan()
    expect(vi.getTimerCount()).toBe(1)
    settlement.stop()
    expect(vi.getTimerCount()).toBe(0)
  })

  it('says that the grader is not running while its profile has none, but only where a leg waits', async () => {
    const { ledger, settlement } = await startSettling({
      profile: () => Promise.reject(new Error('no demo')),
    })
    expect(await settlement.settle()).toMatchObject({ asked: 0, failure: null })
    ledger.record(ticket('A'))
    expect(await settlement.settle()).toMatchObject({
      asked: 1,
      failure: { kind: 'unreachable', host: 'The grader', detail: 'it isn’t running yet' },
    })
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
    const { ledger, settlement, methods, requests } = await startSettling()
    const { ticketId } = ledger.record(ticket('A'))
    await settlement.settle()
    await settlement.checkLeg(ticketId, 0)
    expect(methods).toEqual(['POST', 'GET'])
    expect(requests.map(request => request.priority)).toEqual([priority.user, priority.user])
  })

  it.each([
    ['other', 'This ticket was recorded under the profile “Other service”. Switch to it to check the leg.'],
    ['gone', 'This ticket’s profile was removed. Set the result yourself.'],
  ])('refuses to check a leg of another profile: %s', async (profileId, sentence) => {
    const { ledger, settlement, asked } = await startSettling()
    const { ticketId } = ledger.record(makeTicket({ profileId, legs: [makeLeg('A')] }))
    await expect(settlement.checkLeg(ticketId, 0)).rejects.toMatchObject({
      failure: { kind: 'invalid', field: 'ticketId', sentence },
    })
    expect(asked).toEqual([])
  })

  it('refuses to check a leg without a grade token', async () => {
    const { ledger, settlement } = await startSettling()
    const { ticketId } = ledger.record(makeTicket({ legs: [makeLeg('Typed', { grade: null })] }))
    const what = 'a grade token for this leg. Set its result yourself'
    for (const place of [0, 9])
      await expect(settlement.checkLeg(ticketId, place)).rejects.toMatchObject({
        failure: { kind: 'not-found', what },
      })
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

  it('reads on over turns of the event loop', async () => {
    const { ledger } = openTestLedger()
    const read = runOnGradableLegs(ledger, function* () {
      const turn = { isOver: false }
      setImmediate(() => (turn.isOver = true))
      while (!turn.isOver) yield
      return 'read'
    })
    expect(await read).toBe('read')
  })

  it('throws when the ledger is closed, or closed and opened again', async () => {
    const { ledger } = openTestLedger()
    const closed = { failure: { kind: 'storage' } }
    await expect(runOnGradableLegs(ledger, () => endless(() => ledger.open()))).rejects.toMatchObject({
      failure: { kind: 'storage', sentence: 'The ledger was reopened. Try again.' },
    })
    await expect(runOnGradableLegs(ledger, () => endless(() => ledger.close()))).rejects.toMatchObject(closed)
    await expect(runOnGradableLegs(ledger, () => endless(() => {}))).rejects.toMatchObject(closed)
  })
})
