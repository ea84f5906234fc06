/** Servers that were put back from a backup or tampered with, as whole desks meet them: sharing stops, and each copy stays. */
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { TeamSecrets } from '../../../../src/main/team/joining/team-secrets.ts'
import { attestHead } from '../../../../src/main/team/log/heads.ts'
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

  it('put back and continued before its records were returned says the way out, which works', async () => {
    const { owner, desk } = await openTeam()
    const { head } = desk.team.state().team ?? {}
    const place = (head?.place ?? 0) + 1
    desk.team.close()
    await server.backUp()
    await owner.until('connected')
    owner.ledger.write()
    await owner.untilShared()
    owner.team.close()
    await server.restore()
    const early = desk.restart()
    const own = early.ledger.write()
    await early.until('connected')
    await early.untilShared()
    const late = owner.restart()
    await late.until('stopped')
    const fork = {
      sentence: `Record ${place} on the server isn’t the one this desk saw: the log was rewritten.`,
      remedy:
        'Sharing stopped; your copy is intact. If a backup was restored there, restore it again, and let an owner’s desk return the missing records before other desks connect. A desk that then stays stopped leaves without sharing, joins again and imports its kept ledger.',
    }
    expect(problemOf(late)).toEqual(fork)
    await expect(late.team.returnRecords()).rejects.toMatchObject({
      failure: {
        ...fork,
        remedy: fork.remedy.replace('Sharing stopped; your copy is intact', 'Nothing more was written there'),
      },
    })
    early.team.close()
    await server.restore()
    await late.team.retry()
    await late.until('stopped')
    await late.team.returnRecords()
    await late.until('connected')
    const stuck = early.restart()
    await stuck.until('stopped')
    expect(problemOf(stuck)).toEqual(fork)
    expect(stuck.ledger.shared).toContain(own)
    await stuck.team.leave(
      { evenUnshared: true },
      { makePlain: () => Promise.resolve(), onStayed: () => undefined },
    )
    await expectEqual(late, await addDesk({ owner: late }, { name: 'Desk 2 again' }))
  }, 60_000)

  describe('with a desk that says it has seen what is not there', () => {
    /** Signs a statement as a desk. The server’s own function would refuse it, so it is put beside that. */
    async function lie(admin: PostgresConnection, desk: TestDesk, place: number): Promise<string> {
      const secrets = await new TeamSecrets(desk.vault).read()
      const { id = '', member = '' } = desk.team.state().team ?? {}
      if (secrets === undefined) throw new Error('no key')
      // Its own statement of that moment would replace this one.
      const sql = 'SELECT FROM parlay_team.seen_heads WHERE member = $1'
      await vi.waitUntil(async () => (await admin.query(sql, [member])).length === 1)
      desk.team.close()
      const { signature } = attestHead(id, { member, key: secrets.key }, { place, hash: 'ab'.repeat(32) })
      await admin.query(
        `INSERT INTO parlay_team.seen_heads VALUES ($1, $2, decode(repeat('ab', 32), 'hex'), decode($3, 'hex'))
         ON CONFLICT (member) DO UPDATE SET place = excluded.place, hash = excluded.hash, signature = excluded.signature`,
        [member, place, signature],
      )
      return member
    }
    const remedy =
      'Sharing stopped. Look at Auditor: if it’s wrong, an owner removes it and sharing goes on; else ask whoever runs the server.'

    it.each([
      [
        999_999,
        'The server shows 6 records, and Auditor says it has seen 999999. Either the server holds the newest ones back, or what Auditor says is wrong.',
      ],
      [
        3,
        'Auditor says it has seen another record 3 than this desk. Either the server shows desks different logs, or what Auditor says is wrong.',
      ],
    ])(
      'names it, and shares again on all desks once its owner removed it: record %i',
      async (place, sentence) => {
        const { owner, desk, admin } = await openTeam()
        const auditor = await addDesk({ owner }, { name: 'Auditor', role: 'auditor' })
        await owner.untilShared()
        await desk.until('connected')
        const member = await lie(admin, auditor, place)
        await owner.until('stopped')
        await desk.until('stopped')
        expect(problemOf(owner)).toEqual({ sentence, remedy })
        expect(problemOf(desk)).toEqual({ sentence, remedy })
        await expect(owner.team.invite({ name: 'D', role: 'trader', holder: null })).rejects.toMatchObject({
          failure: { sentence: 'Sharing is stopped, so nothing was changed.' },
        })
        desk.ledger.write()
        await owner.team.remove({ member })
        expect(owner.team.state().connection.kind).toBe('connected')
        expect(owner.team.state().members.find(each => each.member === member)?.isRemoved).toBe(true)
        // No one presses a button there.
        await desk.until('connected')
        await expectEqual(owner, desk)
      },
      60_000,
    )

    it('lets only an owner remove it', async () => {
      const { owner, desk, admin } = await openTeam()
      const auditor = await addDesk({ owner }, { name: 'Auditor', role: 'auditor' })
      const member = await lie(admin, auditor, 99)
      await desk.until('stopped')
      await expect(desk.team.remove({ member })).rejects.toMatchObject({
        failure: { sentence: 'Only an owner changes the team.' },
      })
      await owner.until('stopped')
      const other = desk.team.state().team?.member ?? ''
      await expect(owner.team.remove({ member: other })).rejects.toMatchObject({
        failure: { sentence: 'Sharing is stopped, so nothing was changed.' },
      })
    })
  })

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
