/** Desks that share the calls of one key over a real server, with all times of the protocol a fiftieth. */
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { CallingDesk, CountingService, limit, shortenTimes } from '../../../support/team/calling-desk.ts'
import { hasPostgres, PostgresServer } from '../../../support/team/postgres-server.ts'
import { TestTeam, type TestMember } from '../../../support/team/team-server.ts'

describe.skipIf(!hasPostgres)('Calls that desks share', () => {
  let server: PostgresServer
  let team: TestTeam
  let service: CountingService
  let desks: Map<TestMember, CallingDesk>
  beforeAll(async () => {
    server = await PostgresServer.start()
  })
  afterAll(() => server.remove())
  beforeEach(async () => {
    team = await TestTeam.found(server)
    await team.admin.query(shortenTimes)
    service = new CountingService()
    desks = new Map()
  })
  afterEach(() => {
    for (const desk of desks.values()) desk.kill()
    team.close()
  })

  function start(member: TestMember): CallingDesk {
    const { login, password } = member
    const address = { ...server.address(team.database), login, password }
    const desk = new CallingDesk(member.name, address, service)
    desks.set(member, desk)
    return desk
  }

  async function startDesks(): Promise<TestMember[]> {
    const others = ['Desk 2', 'Desk 3', 'Desk 4'].map(name => team.addMember(name, 'trader'))
    const members = [team.owner, ...(await Promise.all(others))]
    members.forEach(start)
    return members
  }

  const reachesLimit = async () => {
    const from = performance.now()
    await expect.poll(() => service.countMax(from), { timeout: 20_000 }).toBe(limit)
  }

  it('use all of the limit together, and never more', async () => {
    const members = await startDesks()
    await reachesLimit()
    await reachesLimit()
    await reachesLimit()
    expect(service.countMax()).toBe(limit)
    for (const { name } of members) expect(service.countOf(name, 10_000)).toBeGreaterThan(0)
  }, 70_000)

  it('never pass the limit while desks are killed, connections cut, clocks set and the server crashes', async () => {
    const members = await startDesks()
    const faults: ((desk: CallingDesk, member: TestMember) => void | Promise<void>)[] = [
      (desk: CallingDesk) => desk.cut(),
      (desk: CallingDesk) => desk.setClock(3_600_000 * (Math.random() - 0.5)),
      (desk: CallingDesk, member: TestMember) => {
        desk.kill()
        start(member)
      },
      async (desk: CallingDesk, member: TestMember) => {
        await desk.signOff()
        start(member)
      },
    ]
    for (let round = 0; round < 24; round += 1) {
      await pause(Math.random() * 400)
      const member = members[round % members.length]
      const desk = member && desks.get(member)
      if (member && desk) await faults[Math.floor(Math.random() * faults.length)]?.(desk, member)
      if (round % 8 !== 7) continue
      await server.stop('immediate')
      await pause(Math.random() * 600)
      await server.start()
    }
    await reachesLimit()
    expect(service.countMax()).toBe(limit)
  }, 90_000)

  it('send their shares while the server is away, and no more than that, and share again when it is back', async () => {
    await startDesks()
    await reachesLimit()
    await pause(300)
    await server.stop('immediate')
    const downAt = performance.now()
    const sentSince = () => service.arrivals.filter(({ at }) => at > downAt + 200).length
    await expect.poll(sentSince, { timeout: 20_000 }).toBe(limit)
    expect([...desks.values()].map(desk => desk.slots.limit)).toEqual([3, 3, 3, 3])
    await server.start()
    await reachesLimit()
    expect(service.countMax()).toBe(limit)
  }, 70_000)

  it('have no share of a server that they have not reached since their start', async () => {
    await server.stop('immediate')
    const desk = start(team.owner)
    await pause(2_500)
    expect(service.arrivals).toEqual([])
    await server.start()
    await reachesLimit()
    expect(desk.problems).toEqual([])
  }, 40_000)
})
