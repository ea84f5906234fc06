/** One desk's slots, with a server that the test plays. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { priority } from '../../../../src/main/odds-service/permits.ts'
import { TeamCalls, toWindowName } from '../../../../src/main/team/calls/team-calls.ts'
import { ServerProblem } from '../../../../src/main/team/postgres/server-problem.ts'
import {
  answered,
  byHand,
  fakeClock,
  limitedFor,
  pass,
  settle,
  startBudget,
} from '../../../support/desk/test-budget.ts'

const secret = Buffer.from('secret')

interface Script {
  free: number
  perMinute: number
  share: number
  pausedMs: number
  refusal?: Error | undefined
}

function startTeam(given: { limit?: number; free?: number; key?: string | undefined } = {}) {
  const script: Script = { free: given.free ?? 1_000, perMinute: 600, share: 150, pausedMs: 0 }
  const asked: { name: string; values: readonly unknown[] }[] = []
  let last = 0
  const query = (sql: string, values: readonly unknown[] = []) => {
    const name = /parlay_team\.(\w+)|(clock_timestamp)/.exec(sql)?.slice(1).find(Boolean) ?? ''
    asked.push({ name, values })
    if (script.refusal !== undefined && name === 'lease_slots') return Promise.reject(script.refusal)
    const clock = new Date()
    if (name !== 'lease_slots') return Promise.resolve([{ clock }])
    const count = Math.min(Number(values[1]), script.free)
    script.free -= count
    const slots = Array.from({ length: count }, () => ++last)
    const { perMinute: per_minute, share, pausedMs: paused_ms } = script
    const free_in_ms = count < Number(values[1]) ? 30_000 : 0
    return Promise.resolve([{ slots, per_minute, share, counted: last, free_in_ms, paused_ms, clock }])
  }
  const connection = { query, isClosed: false }
  const key = { now: 'key' in given ? given.key : 'key' }
  const problems: unknown[] = []
  const calls = new TeamCalls({
    secret: () => secret,
    keyOf: () => key.now,
    clock: fakeClock,
    onProblem: problem => problems.push(problem),
  })
  const started = startBudget({ limits: byHand(given.limit ?? 600) })
  started.budget.share((own, onFree) => calls.open('mine', own, onFree))
  const named = (name: string) => asked.filter(each => each.name === name).map(({ values }) => values)
  const wanted = () =>
    named('lease_slots')
      .map(values => values[1])
      .filter(Boolean)
  return { ...started, calls, connection, script, asked, named, wanted, key, problems }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('TeamSlots', () => {
  it('leases the slots of a press of R with one request, and reports them together', async () => {
    const { calls, connection, acquire, granted, wanted, named } = startTeam()
    calls.connect(connection)
    await settle()
    for (const host of 'abcdefghijkl') acquire(host, priority.user)
    await settle()
    expect([granted.length, wanted()]).toEqual([12, [12]])
    for (const { permit } of granted) permit.left()
    await pass(100)
    expect(named('settle_slots')).toEqual([[[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12], []]])
  })

  it('leases a few at once for many calls, the next while the first are sent', async () => {
    const { calls, connection, acquire, granted, wanted } = startTeam()
    calls.connect(connection)
    for (let call = 0; call < 30; call += 1) acquire(`host ${call}`)
    await settle()
    expect([granted.length, wanted()]).toEqual([30, [16, 14]])
  })

  it('names the calls of the key, never the key, and begins with the desk’s own limit and calls', async () => {
    const { calls, connection, asked, named } = startTeam({ limit: 90 })
    calls.connect(connection)
    await settle()
    expect(named('lease_slots')).toEqual([[toWindowName(secret, 'key'), 0, 0, 0, new Date(), 90]])
    expect(JSON.stringify(asked)).not.toContain('"key"')
    expect(toWindowName(secret, 'key')).not.toBe(toWindowName(Buffer.from('other'), 'key'))
  })

  it('asks every 5 s, with the share that it holds', async () => {
    const { calls, connection, named } = startTeam()
    calls.connect(connection)
    await pass(10_000)
    expect(named('lease_slots').map(values => values.slice(1, 4))).toEqual([
      [0, 0, 0],
      [0, 150, 0],
      [0, 150, 0],
    ])
  })

  it('uses the team’s limit, and plans by what it can count on', async () => {
    const { calls, connection, budget } = startTeam({ limit: 90 })
    expect(budget.meter()).toMatchObject({ limit: 90, limitFrom: 'user' })
    calls.connect(connection)
    await settle()
    expect(budget.meter()).toMatchObject({ limit: 600, limitFrom: 'team' })
    expect(budget.fairLimit).toBe(150)
    budget.share(undefined)
    expect([budget.meter(), budget.fairLimit]).toMatchObject([{ limit: 90, limitFrom: 'user' }, 90])
  })

  it('waits for others’ calls to end, and asks again each second, as one may return a slot', async () => {
    const { calls, connection, script, acquire, granted, budget, wanted } = startTeam({ free: 2 })
    calls.connect(connection)
    for (const host of 'abcd') acquire(host)
    await settle()
    expect([granted.length, budget.meter().nextAt]).toEqual([2, Date.now() + 30_000])
    await pass(2_000)
    expect(wanted()).toEqual([4, 2, 2, 2])
    script.free = 2
    await pass(1_000)
    expect(granted).toHaveLength(4)
  })

  it('returns slots whose calls were cancelled', async () => {
    const { calls, connection, acquire, budget, named } = startTeam()
    calls.connect(connection)
    await settle()
    const request = acquire('a')
    await Promise.resolve()
    await Promise.resolve()
    budget.cancel(request)
    await pass(100)
    expect(named('settle_slots')).toEqual([[[], [1]]])
  })

  it('reports a 429 of several hosts with what got through, but not that of one', async () => {
    const { calls, connection, acquire, granted, named } = startTeam()
    calls.connect(connection)
    for (const host of 'abcdefghijkl') acquire(host)
    await settle()
    granted[0]?.permit.release(limitedFor(20_000))
    await settle()
    expect(named('report_limited')).toEqual([])
    granted[1]?.permit.release(limitedFor(20_000))
    await settle()
    expect(named('report_limited')).toEqual([[toWindowName(secret, 'key'), 20_000, 5]])
  })

  it('waits through a pause that another desk reported', async () => {
    const { calls, connection, script, acquire, granted, budget } = startTeam({ free: 0 })
    script.pausedMs = 20_000
    calls.connect(connection)
    acquire('a')
    await settle()
    expect([granted.length, budget.meter().nextAt]).toEqual([0, Date.now() + 20_000])
    Object.assign(script, { pausedMs: 0, free: 1 })
    calls.refresh()
    await settle()
    expect(granted).toHaveLength(1)
  })

  it('sends only its share from 95 s after the server went, and reports those calls when it is back', async () => {
    const { calls, connection, script, acquire, granted, named, hosts } = startTeam()
    script.share = 2
    calls.connect(connection)
    await settle()
    calls.disconnect()
    for (const host of 'abc') acquire(host)
    await pass(94_999)
    expect(granted).toHaveLength(0)
    await pass(1)
    expect(hosts()).toEqual(['a', 'b'])
    for (const { permit } of granted) permit.left()
    await pass(60_499)
    expect(hosts()).toEqual(['a', 'b'])
    await pass(1)
    expect(hosts()).toEqual(['a', 'b', 'c'])
    granted[2]?.permit.left()
    calls.connect(connection)
    await settle()
    expect(named('lease_slots').at(-1)?.slice(1, 4)).toEqual([0, 2, 1])
    await pass(5_000)
    expect(named('lease_slots').at(-1)?.slice(1, 4)).toEqual([0, 2, 0])
  })

  it('reads the server’s clock again when a request took too long, and asks once more', async () => {
    const { calls, connection, script, acquire, granted, problems, named } = startTeam()
    calls.connect(connection)
    await settle()
    script.refusal = Object.assign(new Error('too old'), { code: 'PT006' })
    acquire('a')
    await settle()
    script.refusal = undefined
    await pass(1_000)
    expect([granted.length, problems, named('clock_timestamp').length]).toEqual([1, [], 2])
  })

  it('pauses for a window after the server’s clock was set forward', async () => {
    const { calls, connection, acquire, granted, budget } = startTeam()
    calls.connect(connection)
    await settle()
    const { query } = connection
    let offMs = 10_000
    connection.query = async (sql, values) => {
      const [row] = await query(sql, values)
      return [{ ...row, clock: new Date(Date.now() + offMs) }]
    }
    await pass(5_000)
    acquire('a')
    await pass(65_000)
    expect([granted.length, budget.meter().waiting]).toEqual([0, 1])
    await pass(1_500)
    expect(granted).toHaveLength(1)
    offMs = 0
  })

  it('says what the server refuses, and tries again', async () => {
    const { calls, connection, script, problems, acquire, granted } = startTeam()
    const full = new ServerProblem('full', { sentence: 'Full.', remedy: 'Wait.' })
    script.refusal = full
    calls.connect(connection)
    acquire('a')
    await settle()
    expect(problems).toEqual([full])
    script.refusal = undefined
    await pass(1_000)
    expect(granted).toHaveLength(1)
  })

  it('counts by itself while it has no key, and shares each key’s calls apart', async () => {
    const { calls, connection, acquire, granted, named, key, budget } = startTeam({ key: undefined })
    calls.connect(connection)
    acquire('a')
    await pass(10_000)
    expect([granted.length, named('lease_slots')]).toEqual([1, []])
    key.now = 'one'
    budget.keyChanged()
    await settle()
    key.now = 'two'
    budget.keyChanged()
    await settle()
    expect(named('lease_slots').map(([window]) => window)).toEqual([
      toWindowName(secret, 'one'),
      toWindowName(secret, 'two'),
    ])
  })

  it('signs off after its last report, and asks no more', async () => {
    const { calls, connection, acquire, granted, asked, named } = startTeam()
    calls.connect(connection)
    acquire('a')
    await settle()
    granted[0]?.permit.left()
    granted[0]?.permit.release(answered)
    await calls.signOff()
    expect(asked.slice(-2).map(({ name }) => name)).toEqual(['settle_slots', 'sign_off'])
    const { length } = asked
    await pass(60_000)
    expect([asked.length, named('sign_off')]).toEqual([length, [[toWindowName(secret, 'key')]]])
  })
})
