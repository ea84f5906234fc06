import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findCommand } from '../../../src/main/cli/find-command.ts'
import { PostgresConnection } from '../../../src/main/team/postgres/connection.ts'
import { migrateTeam, teamMigrations } from '../../../src/main/team/schema/migrate.ts'
import { runCommandLine } from '../../support/cli/test-terminal.ts'
import { tempFolder } from '../../support/storage/temp-folder.ts'
import { hasPostgres, PostgresServer } from '../../support/team/postgres-server.ts'
import { TestTeam } from '../../support/team/team-server.ts'

const containing = (part: string): unknown => expect.stringContaining(part)

/** Runs the command line with this password on its standard input. */
async function run(args: readonly string[], password = '') {
  const result = await runCommandLine(args, { input: password === '' ? '' : `${password}\n` })
  const { output, complaints } = result
  expect(password === '' ? '' : `${output}${complaints}`).not.toContain(password || 'no password')
  return result
}

describe('findCommand', () => {
  it.each([
    [
      ['team', 'check'],
      ['team', 'check'],
    ],
    [['--no-sandbox', 'help'], ['help']],
    [['--ozone-platform=headless', '--help'], ['help']],
    [['--demo'], undefined],
    [['/home/team'], undefined],
    [[], undefined],
  ])('reads %j as %j', (args, command) => {
    expect(findCommand(args)).toEqual(command)
  })
})

describe('parlay-desk', () => {
  it('teaches its commands', async () => {
    expect(await run(['--help'])).toMatchObject({ code: 0, output: containing('  team ') })
    expect(await run(['help'])).toMatchObject({ code: 0 })
    expect(await run(['team', 'init', '--help'])).toMatchObject({ code: 0, output: containing('<ADDRESS>') })
  })

  it.each([
    ['no command', []],
    ['another command', ['team', 'found', 'postgres://a@b/c']],
    ['no address', ['team', 'check']],
    ['two addresses', ['team', 'check', 'postgres://a@b/c', 'postgres://a@b/c']],
    ['an unknown option', ['team', 'check', 'postgres://a@b/c', '--password=secret']],
    ['a certificate that is not there', ['team', 'check', 'postgres://a@b/c', '--certificate', '/nowhere']],
    ['no password', ['team', 'check', 'postgres://a@b/c']],
  ])('refuses %s with code 2', async (_, args) => {
    expect(await run(args)).toMatchObject({ code: 2, output: '', complaints: containing('') })
  })

  it('refuses a password among the arguments, where others can see it, and does not repeat it', async () => {
    const { code, complaints } = await run(['team', 'check', 'postgres://admin:open%20secret@localhost/db'])
    expect(code).toBe(2)
    expect(complaints).toContain('Remove the password')
    expect(complaints).not.toContain('secret')
  })

  it('says with code 3 that a server does not answer', async () => {
    const { code, complaints } = await run(['team', 'check', 'postgres://a@127.0.0.1:1/c'], 'secret 5')
    expect({ code, complaints }).toMatchObject({
      code: 3,
      complaints: containing('Check the address'),
    })
  })
})

describe.skipIf(!hasPostgres)('parlay-desk team', () => {
  let server: PostgresServer
  beforeAll(async () => {
    server = await PostgresServer.start()
  })
  afterAll(() => server.remove())

  const toAddress = (database: string, login = server.address().login) =>
    `postgres://${login}@127.0.0.1:${server.port}/${database}`
  const asAdmin = (args: readonly string[]) => run(args, server.address().password)

  it('makes the tables of a team, which are then complete, and may do so again', async () => {
    const address = toAddress(await server.createDatabase())
    expect(await asAdmin(['team', 'check', address])).toMatchObject({
      code: 5,
      complaints: containing('There’s no team in this database.'),
    })
    const made = { code: 0, complaints: '', output: containing('Next: in Parlay Desk') }
    expect(await asAdmin(['team', 'init', address])).toMatchObject(made)
    expect(await asAdmin(['team', 'init', address])).toMatchObject(made)
    const { code, output } = await asAdmin(['team', 'check', address])
    expect(code).toBe(0)
    expect(output).toContain(`Tables: version ${teamMigrations.length}.`)
    expect(output).toContain('no team is set up yet')
    expect(output).toContain('Nothing is missing.')
  })

  it('checks the certificate of a server', async () => {
    const address = toAddress(await server.createDatabase())
    const file = join(tempFolder(), 'server.crt')
    writeFileSync(file, server.certificate)
    const { code, output } = await asAdmin(['team', 'init', '--certificate', file, address])
    expect({ code, output }).toMatchObject({ code: 0 })
    expect((await asAdmin(['team', 'check', '--certificate', file, address])).output).toContain(
      'certificate trusted',
    )
    const other = await PostgresServer.start()
    writeFileSync(file, other.certificate)
    expect(await asAdmin(['team', 'check', '--certificate', file, address])).toMatchObject({
      code: 3,
      complaints: containing('with --certificate'),
    })
    await other.remove()
  })

  it('brings older tables to this version, and refuses newer ones', async () => {
    const database = await server.createDatabase()
    const admin = await PostgresConnection.open(server.address(database))
    await migrateTeam(admin, teamMigrations.slice(0, 1))
    expect(await asAdmin(['team', 'check', toAddress(database)])).toMatchObject({
      code: 5,
      complaints: containing('Run team init.'),
    })
    expect(await asAdmin(['team', 'init', toAddress(database)])).toMatchObject({ code: 0 })
    await admin.query('UPDATE parlay_team.about SET version = 99')
    expect(await asAdmin(['team', 'init', toAddress(database)])).toMatchObject({
      code: 5,
      complaints: containing('Update Parlay Desk.'),
    })
    admin.close()
  })

  it('says with code 4 that a login or its rights are refused', async () => {
    const database = await server.createDatabase()
    expect(await run(['team', 'init', toAddress(database)], 'another')).toMatchObject({ code: 4 })
    const admin = await PostgresConnection.open(server.address(database))
    await admin.query(
      `CREATE ROLE weak LOGIN PASSWORD 'secret 7'; GRANT CREATE ON DATABASE ${database} TO weak`,
    )
    expect(await run(['team', 'init', toAddress(database, 'weak')], 'secret 7')).toMatchObject({
      code: 4,
      complaints: containing('can’t create roles'),
    })
    admin.close()
  })

  it('shows a desk its role, and nothing about others', async () => {
    const team = await TestTeam.found(server)
    const { login, password } = await team.addMember('Desk 2', 'trader')
    const { code, output } = await run(['team', 'check', toAddress(team.database, login)], password)
    expect(code).toBe(0)
    expect(output).toContain('a desk with the role trader, active')
    expect(output).not.toContain('Desks:')
    team.close()
  })

  it('names logins that a restored server lacks, and a log without its trigger', async () => {
    const team = await TestTeam.found(server)
    const { login } = await team.addMember('Desk 2', 'trader')
    await team.admin.query(
      `ALTER ROLE ${login} RENAME TO gone; ALTER TABLE parlay_team.log DISABLE TRIGGER log_is_fixed`,
    )
    const { code, output, complaints } = await asAdmin(['team', 'check', toAddress(team.database)])
    expect(code).toBe(5)
    expect(output).toContain('Desks: 2')
    expect(output).not.toContain('Nothing is missing')
    expect(complaints).toContain('desks can’t connect (1)')
    expect(complaints).toContain('isn’t protected')
    team.close()
  })
})
