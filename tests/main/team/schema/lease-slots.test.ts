/** Leases of calls on a real server, with all times of the protocol a fiftieth, so that a window is 1.2 s. */
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { PostgresConnection } from '../../../../src/main/team/postgres/connection.ts'
import { hasPostgres, PostgresServer } from '../../../support/team/postgres-server.ts'
import { TestTeam, type TestMember } from '../../../support/team/team-server.ts'

const Lease = z.object({
  slots: z.array(z.number()).or(z.array(z.string())),
  per_minute: z.number(),
  share: z.number(),
  counted: z.number(),
  free_in_ms: z.number(),
  paused_ms: z.number(),
  clock: z.date(),
})
const window = 'ab'.repeat(32)
const limit = 12
const [windowMs, useMs, contactMs, shareMs] = [1_210, 100, 300, 4_000]

/** Most calls in any stretch of 60 s, scaled as the rest. */
function countMax(sentAt: readonly number[]): number {
  const sorted = sentAt.toSorted((a, b) => a - b)
  return Math.max(
    0,
    ...sorted.map((at, first) => sorted.slice(first).filter(other => other < at + 1_200).length),
  )
}

describe.skipIf(!hasPostgres)('lease_slots', () => {
  let server: PostgresServer
  let team: TestTeam
  let one: TestMember
  let two: TestMember
  beforeAll(async () => {
    server = await PostgresServer.start()
  })
  afterAll(() => server.remove())
  beforeEach(async () => {
    team = await TestTeam.found(server)
    one = await team.addMember('Desk 2', 'trader')
    two = await team.addMember('Desk 3', 'trader')
    await team.owner.connection.query('SELECT parlay_team.set_calls($1, $2)', [window, limit])
    await team.admin.query(
      'UPDATE parlay_team.call_times SET window_ms = $1, use_ms = $2, request_ms = 200, contact_ms = $3, share_ms = $4',
      [windowMs, useMs, contactMs, shareMs],
    )
  })
  afterEach(() => team.close())

  interface Request {
    readonly wanted?: number
    readonly held?: number
    readonly unslotted?: number
    readonly ageMs?: number
  }
  async function lease(
    { connection }: Pick<TestMember, 'connection'>,
    { wanted = 1, held = 0, unslotted = 0, ageMs = 0 }: Request = {},
  ) {
    const sql = `SELECT * FROM parlay_team.lease_slots($1, $2, $3, $4, clock_timestamp() - $5 * interval '1 ms', 7)`
    return Lease.parse((await connection.query(sql, [window, wanted, held, unslotted, ageMs]))[0])
  }

  it('gives each desk what it wants up to the limit of all, and says when the next is free', async () => {
    expect((await lease(one, { wanted: 8 })).slots).toHaveLength(8)
    const second = await lease(two, { wanted: 8 })
    expect(second.slots).toHaveLength(4)
    expect(second.free_in_ms).toBeGreaterThan(1_000)
    expect(second.free_in_ms).toBeLessThanOrEqual(windowMs + useMs)
    expect((await lease(one)).slots).toEqual([])
  })

  it('begins a window that no one set with the limit of the desk that asks first', async () => {
    await team.admin.query('TRUNCATE parlay_team.windows CASCADE')
    expect(await lease(one, { wanted: 9 })).toMatchObject({ per_minute: 7, counted: 7 })
  })

  it('raises a limit that a 429 lowered by a tenth each quiet minute, up to the one that was set', async () => {
    await one.connection.query('SELECT parlay_team.report_limited($1, 0, 10)', [window])
    expect(await lease(two)).toMatchObject({ per_minute: 10 })
    const quiet = () =>
      team.admin.query(`UPDATE parlay_team.windows SET changed_at = changed_at - interval '61 s'`)
    const limits: number[] = []
    for (let minute = 0; minute < 3; minute++) {
      await quiet()
      limits.push((await lease(two)).per_minute)
    }
    expect([limits, (await lease(two)).per_minute]).toEqual([[11, 12, 12], 12])
  })

  it('frees a slot by itself once a call sent at its last moment is a window old', async () => {
    await lease(one, { wanted: limit })
    await pause(windowMs)
    expect((await lease(one)).slots).toEqual([])
    await pause(useMs + 20)
    expect((await lease(one, { wanted: limit })).slots).toHaveLength(limit)
  })

  it('counts a slot for a window from the report that its call left', async () => {
    const { slots } = await lease(one, { wanted: limit })
    await one.connection.query('SELECT parlay_team.settle_slots($1, $2)', [slots, []])
    await pause(windowMs + 20)
    expect((await lease(one, { wanted: limit })).slots).toHaveLength(limit)
  })

  it('counts a slot no longer when its report comes late', async () => {
    const { slots } = await lease(one, { wanted: limit })
    await pause(windowMs)
    await one.connection.query('SELECT parlay_team.settle_slots($1, $2)', [slots, []])
    await pause(useMs + 20)
    expect((await lease(one, { wanted: limit })).slots).toHaveLength(limit)
  })

  it('gives unused slots to others at once, but not those of another desk', async () => {
    const { slots } = await lease(one, { wanted: limit })
    await two.connection.query('SELECT parlay_team.settle_slots($1, $2)', [[], slots])
    expect((await lease(two)).slots).toEqual([])
    await one.connection.query('SELECT parlay_team.settle_slots($1, $2)', [[], slots.slice(0, 3)])
    expect((await lease(two, { wanted: limit })).slots).toHaveLength(3)
  })

  it('gives no slot during a pause that the service asked for, and lowers the limit of all', async () => {
    await one.connection.query('SELECT parlay_team.report_limited($1, $2, $3)', [window, 300, 5])
    const paused = await lease(two)
    expect(paused).toMatchObject({ slots: [], per_minute: 5 })
    expect(paused.paused_ms).toBeGreaterThan(0)
    await pause(310)
    expect((await lease(two, { wanted: limit })).slots).toHaveLength(5)
  })

  it('refuses a request that took too long, as a desk counts its share from the sending', async () => {
    await expect(lease(one, { ageMs: 300 })).rejects.toMatchObject({ code: 'PT006' })
    expect(await team.admin.query('SELECT * FROM parlay_team.shares')).toEqual([])
  })

  it('keeps the share of a desk out of contact free, until it is back or its share has ended', async () => {
    const first = await lease(one, { wanted: 0 })
    expect(first.share).toBe(limit)
    expect((await lease(two, { wanted: 0 })).share).toBe(limit / 2)
    await lease(one, { wanted: 0, held: first.share })
    await pause(contactMs + 20)
    // The first desk may have lost the last answer, and hold the larger share.
    expect((await lease(two, { wanted: limit })).slots).toEqual([])
    await lease(one, { wanted: 0, held: limit / 2 })
    expect((await lease(two, { wanted: limit, held: limit / 2 })).slots).toHaveLength(limit)
  })

  it('frees a share that has ended, a window after the desk may have used it last', async () => {
    await lease(one, { wanted: 0, held: limit })
    await team.admin.query(`UPDATE parlay_team.shares SET contact_at = contact_at - $1 * interval '1 ms'`, [
      shareMs,
    ])
    expect((await lease(two, { wanted: limit })).slots).toEqual([])
    await pause(windowMs + useMs)
    expect((await lease(two, { wanted: limit })).slots).toHaveLength(limit)
  })

  it('counts the calls that a desk sent on its share once it is back', async () => {
    expect((await lease(one, { wanted: limit, unslotted: 5 })).slots).toHaveLength(limit - 5)
  })

  it.each(['REPEATABLE READ', 'SERIALIZABLE'])(
    'refuses a session with %s that counts the past',
    async level => {
      await one.connection.query(`BEGIN ISOLATION LEVEL ${level}`)
      await one.connection.query('SELECT FROM parlay_team.facts()')
      await lease(two, { wanted: limit })
      await expect(lease(one)).rejects.toMatchObject({ code: '40001' })
      await one.connection.query('ROLLBACK')
    },
  )

  it('gives the share of a desk that signed off to the others', async () => {
    await lease(one, { wanted: 0 })
    await one.connection.query('SELECT parlay_team.sign_off($1)', [window])
    await pause(contactMs + 20)
    expect((await lease(two, { wanted: limit })).slots).toHaveLength(limit)
  })

  it('never lets a window exceed the limit while six sessions call and the server crashes', async () => {
    const sentAt: number[] = []
    const endAt = performance.now() + 6_000
    const address = server.address(team.database)
    async function call({ login, password }: TestMember): Promise<void> {
      let connection: PostgresConnection | undefined
      while (performance.now() < endAt) {
        try {
          connection ??= await PostgresConnection.open({ ...address, login, password })
          const requestedAt = performance.now()
          const { slots } = await lease({ connection }, { wanted: 1 + Math.floor(Math.random() * 4) })
          // Some use their slots at the last moment, and some are killed before they report.
          await pause(Math.random() * useMs * 0.5)
          const now = performance.now()
          if (now <= requestedAt + useMs * 0.9) sentAt.push(...slots.map(() => now))
          if (Math.random() < 0.5)
            await connection.query('SELECT parlay_team.settle_slots($1, $2)', [slots, []])
          else if (Math.random() < 0.3) throw new Error('killed')
        } catch {
          connection?.close()
          connection = undefined
          await pause(20)
        }
      }
      connection?.close()
    }
    const calls = [team.owner, one, two, team.owner, one, two].map(call)
    for (let crash = 0; crash < 3; crash++) {
      await pause(1_500)
      await server.stop('immediate')
      await server.start()
    }
    await Promise.all(calls)
    expect(countMax(sentAt)).toBeLessThanOrEqual(limit)
    expect(sentAt.length).toBeGreaterThan(limit * 2)
  }, 40_000)
})
