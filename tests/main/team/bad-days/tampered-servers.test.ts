/** Servers that were put back from a backup or tampered with, as whole desks meet them: sharing stops, and each copy stays. */
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { emptyHead, toDigest, toHash } from '../../../../src/main/team/log/record.ts'
import { PostgresConnection } from '../../../../src/main/team/postgres/connection.ts'
import { readRecords } from '../../../../src/main/team/schema/log-calls.ts'
import { hasPostgres, PostgresServer } from '../../../support/team/postgres-server.ts'
import { addDesk, expectEqual, foundTeam, openDesk, type TestDesk } from '../../../support/team/test-desk.ts'

const problemOf = ({ team }: TestDesk) => {
  const { connection } = team.state()
  return 'problem' in connection ? connection.problem : undefined
}

describe.skipIf(!hasPostgres)('a team’s server', () => {
  let server: PostgresServer
  beforeAll(async () => {
    server = await PostgresServer.start()
  })
  afterAll(() => server.remove())

  async function openTeam() {
    const founded = await foundTeam(server)
    const desk = await addDesk(founded)
    const admin = await PostgresConnection.open(server.address(founded.database))
    onTestFinished(() => admin.close())
    for (let at = 0; at < 3; at++) desk.ledger.write({ at })
    await expectEqual(founded.owner, desk)
    return { ...founded, desk, admin }
  }
  /** Changes the log as the server's owner can, around its triggers. */
  const tamper = (admin: PostgresConnection, sql: string) =>
    admin.query(`ALTER TABLE parlay_team.log DISABLE TRIGGER ALL; ${sql}`)

  it('put back from an older backup stops every desk, until its owner returns the missing records', async () => {
    const { owner, desk } = await openTeam()
    await server.backUp()
    await owner.until('connected')
    await desk.until('connected')
    for (let at = 0; at < 4; at++) desk.ledger.write({ after: at })
    owner.ledger.write()
    await expectEqual(owner, desk)
    const { shared } = owner.ledger
    await server.restore()
    await owner.until('stopped')
    await desk.until('stopped')
    desk.ledger.write()
    expect(problemOf(desk)).toEqual({
      sentence: 'The server has 5 records, and this desk has seen 10. It may be an old backup.',
      remedy: 'Sharing stopped. Restore a newer backup there, or let the owner return the missing records.',
    })
    expect(desk.ledger.shared).toEqual(shared)
    expect(owner.team.state().team?.canReturnRecords).toBe(true)
    await owner.team.returnRecords()
    await owner.until('connected')
    await desk.team.retry()
    await expectEqual(owner, desk)
    expect(desk.ledger.shared.slice(0, shared.length)).toEqual(shared)
    expect(desk.ledger.shared).toHaveLength(shared.length + 1)
  }, 60_000)

  it('with a forged signature stops a desk at that record, which its copy does not have', async () => {
    const { owner, desk, admin } = await openTeam()
    desk.team.close()
    const { place, hash } = owner.team.state().team?.head ?? emptyHead
    owner.ledger.write()
    await owner.untilShared()
    const read = { role: 'owner', after: place, limit: 1 } as const
    const [served] = await readRecords(admin.query, read)
    if (served?.content == null) throw new Error('no record')
    const signature = '00'.repeat(64)
    const digest = toDigest({ ...served.content, signature })
    const forged = toHash(hash, place + 1, digest)
    await tamper(
      admin,
      `UPDATE parlay_team.log SET signature = '\\x${signature}', digest = '\\x${digest}', hash = '\\x${forged}'
       WHERE place = ${place + 1};
       UPDATE parlay_team.head SET hash = '\\x${forged}'`,
    )
    const again = desk.restart()
    await again.until('stopped')
    expect(problemOf(again)).toEqual({
      sentence: `Record ${place + 1} by Desk 1 isn’t signed by the desk it names.`,
      remedy: `Sharing stopped. Your copy is intact up to record ${place}. Ask whoever runs the server.`,
    })
    again.ledger.write()
    expect(again.team.state()).toMatchObject({ unshared: 1, team: { head: { place } } })
    expect(again.ledger.shared).toHaveLength(3)
  })

  it('with a forked head stops the desk that saw the other one', async () => {
    const { desk, admin } = await openTeam()
    const { head } = desk.team.state().team ?? {}
    desk.team.close()
    await tamper(
      admin,
      `UPDATE parlay_team.log SET hash = sha256(hash) WHERE place = ${head?.place ?? 0};
       UPDATE parlay_team.head SET hash = sha256(hash)`,
    )
    const again = desk.restart()
    await again.until('stopped')
    expect(problemOf(again)?.sentence).toBe(
      `Record ${head?.place ?? 0} on the server isn’t the one this desk saw: the log was rewritten.`,
    )
    await again.team.retry()
    expect(again.team.state().connection.kind).toBe('stopped')
    expect(again.team.state().team?.head).toEqual(head)
  })

  it('that lets a desk in without an owner’s record is not believed', async () => {
    const { owner, admin } = await openTeam()
    const { invitation } = await owner.team.invite({ name: 'Spy', role: 'trader', holder: null })
    const spy = openDesk()
    await spy.team.join({ invitation })
    const login = spy.team.state().team?.address.split('@')[0] ?? ''
    await admin.query(`UPDATE parlay_team.members SET state = 'active' WHERE login = '${login}'`)
    await admin.query(`GRANT ${login.slice(0, login.lastIndexOf('_'))}_trader TO ${login}`)
    await spy.until('stopped')
    expect(problemOf(spy)?.sentence).toBe('The team’s server lets this desk in, and no owner’s record does.')
  })

  it('that puts another key in for an invited desk is found by its owner', async () => {
    const { owner, admin } = await openTeam()
    const { invitation } = await owner.team.invite({ name: 'Desk 3', role: 'trader', holder: null })
    const desk = openDesk()
    await desk.team.join({ invitation })
    await admin.query(`UPDATE parlay_team.members SET public_key = repeat('A', 43) WHERE state = 'requested'`)
    await expect(owner.team.admit({ member: desk.team.state().team?.member ?? '' })).rejects.toMatchObject({
      failure: { sentence: 'The key that asks isn’t Desk 3’s: someone at the server changed it.' },
    })
    await vi.waitUntil(() => owner.team.state().members.length === 2)
  })
})
