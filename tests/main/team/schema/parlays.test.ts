import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  bePresent,
  putParlay,
  readParlays,
  readPresence,
  removeParlay,
} from '../../../../src/main/team/schema/parlay-calls.ts'
import { hasPostgres, PostgresServer } from '../../../support/team/postgres-server.ts'
import { TestTeam, type TestMember } from '../../../support/team/team-server.ts'

const uid = 'ab'.repeat(32)
const signature = '00'.repeat(64)

describe.skipIf(!hasPostgres)('parlays and presence on the server', () => {
  let server: PostgresServer
  let team: TestTeam
  let two: TestMember
  let three: TestMember
  beforeAll(async () => {
    server = await PostgresServer.start()
  })
  afterAll(() => server.remove())
  beforeEach(async () => {
    team = await TestTeam.found(server)
    two = await team.addMember('Desk 2', 'trader')
    three = await team.addMember('Desk 3', 'recorder')
  })
  afterEach(() => team.close())

  const share = ({ connection }: TestMember, audience: string[] | null, body = '{}') =>
    putParlay(connection.query, { uid, audience, body, signature })
  const seenBy = async (...members: TestMember[]) =>
    Promise.all(members.map(async ({ connection }) => (await readParlays(connection.query)).length))

  it('show a parlay to all, or to some and its own member, until it is removed', async () => {
    await share(team.owner, null)
    expect(await seenBy(team.owner, two, three)).toEqual([1, 1, 1])
    await share(team.owner, [three.member], '{"a":1}')
    expect(await seenBy(team.owner, two, three)).toEqual([1, 0, 1])
    expect(await readParlays(three.connection.query)).toMatchObject([
      { member: team.owner.member, uid, audience: [three.member], body: '{"a":1}', signature },
    ])
    await removeParlay(two.connection.query, uid)
    expect(await seenBy(team.owner)).toEqual([1])
    await removeParlay(team.owner.connection.query, uid)
    expect(await seenBy(team.owner, two, three)).toEqual([0, 0, 0])
  })

  it('show no parlay of a member that was removed', async () => {
    await share(two, null)
    await bePresent(two.connection.query, { uid, host: null, doing: 'looking' })
    await team.setMember(two, { isRemoved: true })
    expect(await seenBy(team.owner)).toEqual([0])
    expect(await readPresence(team.owner.connection.query)).toEqual([])
  })

  it('refuse a parlay that is too large, and those of a recorder', async () => {
    await expect(share(two, null, 'x'.repeat(65_537))).rejects.toMatchObject({ code: 'PT004' })
    await expect(share(three, null)).rejects.toMatchObject({ kind: 'not-permitted' })
  })

  it('say who is placing a parlay, since when, and for how long that lasts', async () => {
    await bePresent(two.connection.query, { uid, host: 'bravo', doing: 'placing' })
    await team.admin.query(`UPDATE parlay_team.presence SET since = since - interval '40 s'`)
    await bePresent(two.connection.query, { uid, host: 'bravo', doing: 'placing' })
    const [seen] = await readPresence(three.connection.query)
    expect(seen).toMatchObject({ member: two.member, uid, host: 'bravo', doing: 'placing' })
    expect(seen?.forMs).toBeGreaterThanOrEqual(40_000)
    expect(seen?.endsInMs).toBeGreaterThan(25_000)
    expect(await readPresence(two.connection.query), 'not oneself').toEqual([])
    await bePresent(two.connection.query, { uid, host: null, doing: 'looking' })
    expect((await readPresence(three.connection.query))[0]?.forMs).toBeLessThan(40_000)
    await bePresent(two.connection.query, undefined)
    expect(await readPresence(three.connection.query)).toEqual([])
  })

  it('end a presence that is not renewed for 30 s', async () => {
    await bePresent(two.connection.query, { uid, host: null, doing: 'looking' })
    await team.admin.query(`UPDATE parlay_team.presence SET renewed_at = renewed_at - interval '30 s'`)
    expect(await readPresence(three.connection.query)).toEqual([])
  })

  it('notify others of a change, and not of a renewal', async () => {
    const notices: string[] = []
    await three.connection.listen('parlay_team')
    three.connection.on('notice', (_, text) => notices.push(text))
    await bePresent(two.connection.query, { uid, host: null, doing: 'looking' })
    await bePresent(two.connection.query, { uid, host: null, doing: 'looking' })
    await share(two, null)
    await bePresent(two.connection.query, undefined)
    await bePresent(two.connection.query, undefined)
    await removeParlay(two.connection.query, uid)
    await removeParlay(two.connection.query, uid)
    await expect.poll(() => notices).toEqual(['presence', 'parlays', 'presence', 'parlays'])
  })
})
