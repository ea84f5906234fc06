/** A team's database put back from a backup, as docs/team.md says. */
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PostgresConnection } from '../../../../src/main/team/postgres/connection.ts'
import { checkSetup } from '../../../../src/main/team/schema/check-setup.ts'
import { appendRecords } from '../../../../src/main/team/schema/log-calls.ts'
import { tempFolder } from '../../../support/storage/temp-folder.ts'
import { hasPostgres, PostgresServer } from '../../../support/team/postgres-server.ts'
import { TestTeam } from '../../../support/team/team-server.ts'

describe.skipIf(!hasPostgres)('a team’s database', () => {
  let server: PostgresServer
  beforeAll(async () => {
    server = await PostgresServer.start()
  })
  afterAll(() => server.remove())

  it('is whole again from a dump, and desks write on where it ends', async () => {
    const team = await TestTeam.found(server)
    const trader = await team.addMember('Desk 2', 'trader')
    await team.write(trader)
    const head = await team.readHead()
    const file = join(tempFolder(), 'team.dump')
    server.runProgram('pg_dump', '--format=custom', `--file=${file}`, team.database)
    const next = team.sign(trader, 'change', { at: 'after the dump' })
    team.close()
    server.runProgram('dropdb', team.database)
    server.runProgram('createdb', '--encoding=UTF8', '--template=template0', team.database)
    server.runProgram('pg_restore', `--dbname=${team.database}`, file)

    const admin = await PostgresConnection.open(server.address(team.database))
    expect(await checkSetup(admin)).toMatchObject({
      facts: { records: head.place, members: 2 },
      problems: [],
    })
    await expect(admin.query('DELETE FROM parlay_team.log')).rejects.toThrow('the log is never changed')
    const { login, password } = trader
    const desk = await PostgresConnection.open({ ...server.address(team.database), login, password })
    const [{ place } = { place: 0 }] = await appendRecords(desk.query, [next])
    expect(place).toBe(head.place + 1)
    await expect(desk.query('SELECT * FROM parlay_team.log')).rejects.toThrow()
    for (const connection of [desk, admin]) connection.close()
  })
})
