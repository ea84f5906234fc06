import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { maxBodyBytes } from '../../../../src/main/team/log/record.ts'
import { hasPostgres, PostgresServer } from '../../../support/team/postgres-server.ts'
import { TestTeam } from '../../../support/team/team-server.ts'

describe.skipIf(!hasPostgres)('append', () => {
  let server: PostgresServer
  let team: TestTeam
  beforeAll(async () => {
    server = await PostgresServer.start()
  })
  afterAll(() => server.remove())
  beforeEach(async () => {
    team = await TestTeam.found(server)
  })
  afterEach(() => team.close())

  it('gives records the next places, and hashes that every desk computes the same', async () => {
    const trader = await team.addMember('Desk 2', 'trader')
    const before = await team.readHead()
    const record = team.sign(trader, 'change', { name: 'Sí, “½” 🎲' }, { seen: before })
    const { place, previous, hash } = await team.append(trader, record)
    expect(place).toBe(before.place + 1)
    expect(previous.toString('hex')).toBe(before.hash)
    expect(await team.readHead()).toEqual({ place, hash: hash.toString('hex') })
    expect(team.check(await team.read()).head).toEqual({ place, hash: hash.toString('hex') })
  })
})
