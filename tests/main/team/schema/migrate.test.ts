import { afterAll, beforeAll, beforeEach, afterEach, describe, expect, it } from 'vitest'
import { PostgresConnection } from '../../../../src/main/team/postgres/connection.ts'
import { createLogin, toVerifier } from '../../../../src/main/team/schema/login.ts'
import {
  assertSchema,
  checkSchema,
  migrateTeam,
  teamMigrations,
} from '../../../../src/main/team/schema/migrate.ts'
import { hasPostgres, PostgresServer } from '../../../support/team/postgres-server.ts'

describe.skipIf(!hasPostgres)('migrateTeam', () => {
  let server: PostgresServer
  let database: string
  let admin: PostgresConnection
  beforeAll(async () => {
    server = await PostgresServer.start()
  })
  afterAll(() => server.remove())
  beforeEach(async () => {
    database = await server.createDatabase()
    admin = await PostgresConnection.open(server.address(database))
  })
  afterEach(() => admin.close())

  const readSchemas = () => admin.query(`SELECT nspname FROM pg_namespace WHERE nspname = 'parlay_team'`)

  it('makes the schema, and finds it ready', async () => {
    expect(await checkSchema(admin)).toEqual({ kind: 'missing' })
    const prefix = await migrateTeam(admin)
    expect(prefix).toMatch(/^parlay_[0-9a-f]{8}$/)
    expect(await checkSchema(admin)).toEqual({ kind: 'ready' })
    await assertSchema(admin)
  })

  it('changes nothing a second time, and keeps the roles', async () => {
    const prefix = await migrateTeam(admin)
    expect(await migrateTeam(admin)).toBe(prefix)
  })

  it('makes it once when two set it up at the same time', async () => {
    const other = await PostgresConnection.open(server.address(database))
    const results = await Promise.allSettled([migrateTeam(admin), migrateTeam(other)])
    other.close()
    expect(results.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0)
    expect(await checkSchema(admin)).toEqual({ kind: 'ready' })
  })

  it('leaves nothing behind when a migration fails', async () => {
    const countRoles = () =>
      admin.query(`SELECT count(*) AS n FROM pg_roles WHERE rolname LIKE 'parlay%guest'`)
    const before = await countRoles()
    const failing = () => 'SELECT 1 / 0'
    await expect(migrateTeam(admin, [...teamMigrations, failing])).rejects.toThrow('division by zero')
    expect(await readSchemas()).toEqual([])
    expect(await countRoles()).toEqual(before)
  })

  it('brings an older schema to the newest version, with what it holds', async () => {
    await migrateTeam(admin)
    const next = [...teamMigrations, () => 'CREATE TABLE parlay_team.later ()']
    expect(await checkSchema(admin, next.length)).toEqual({ kind: 'older', version: teamMigrations.length })
    await expect(assertSchema(admin, next.length)).rejects.toMatchObject({
      sentence: `The team’s server has version ${teamMigrations.length}; this Parlay Desk needs ${next.length}.`,
      remedy:
        'Whoever runs the server must run “parlay-desk team init” in a terminal. You can work alone until then.',
    })
    await migrateTeam(admin, next)
    expect(await checkSchema(admin, next.length)).toEqual({ kind: 'ready' })
  })

  it('refuses a newer schema by name, and leaves it as it is', async () => {
    const next = [...teamMigrations, () => 'CREATE TABLE parlay_team.later ()']
    await migrateTeam(admin, next)
    await expect(migrateTeam(admin)).rejects.toMatchObject({
      kind: 'unsuitable',
      remedy: 'Update Parlay Desk.',
    })
    await expect(assertSchema(admin)).rejects.toMatchObject({
      remedy: 'Update Parlay Desk. You can work alone until then.',
    })
    expect(await admin.query('SELECT * FROM parlay_team.later')).toEqual([])
  })

  it('names a database without a team', async () => {
    await expect(assertSchema(admin)).rejects.toMatchObject({ sentence: 'There’s no team in this database.' })
  })

  it('refuses a login that may not create roles, and makes nothing', async () => {
    const { login, password, verifier } = createLogin('parlay_plain')
    await admin.query(`CREATE ROLE ${login} LOGIN PASSWORD '${verifier}'`)
    await admin.query(`GRANT CREATE ON DATABASE ${database} TO ${login}`)
    const plain = await PostgresConnection.open({ ...server.address(database), login, password })
    await expect(migrateTeam(plain)).rejects.toMatchObject({ kind: 'not-permitted' })
    plain.close()
    expect(await readSchemas()).toEqual([])
  })

  it('works for an administrator who is no superuser, as hosts give', async () => {
    const { login, password, verifier } = createLogin('parlay_host')
    await admin.query(`CREATE ROLE ${login} LOGIN CREATEROLE PASSWORD '${verifier}'`)
    await admin.query(`ALTER DATABASE ${database} OWNER TO ${login}`)
    const host = await PostgresConnection.open({ ...server.address(database), login, password })
    const prefix = await migrateTeam(host)
    const owner = createLogin(prefix)
    const invite = 'SELECT parlay_team.invite($1, $2, $3, $4)'
    await host.query(invite, ['0123456789abcdef', owner.login, owner.verifier, 'owner'])
    const desk = await PostgresConnection.open({ ...server.address(database), ...owner })
    expect(await desk.query('SELECT role, state FROM parlay_team.facts()')).toEqual([
      { role: 'owner', state: 'active' },
    ])
    const next = createLogin(prefix)
    await desk.query(invite, ['fedcba9876543210', next.login, next.verifier, 'trader'])
    for (const connection of [host, desk]) connection.close()
  })

  it.each([
    ['a login of another name', { login: 'postgres' }],
    ['a plain password', { verifier: 'secret' }],
    ['a role that is none', { role: 'king' }],
  ])('lets the first invitation not be for %s', async (_, change) => {
    const prefix = await migrateTeam(admin)
    const { login, verifier, role } = { ...createLogin(prefix), role: 'owner', ...change }
    const invited = admin.query('SELECT parlay_team.invite($1, $2, $3, $4)', [
      '01'.repeat(8),
      login,
      verifier,
      role,
    ])
    await expect(invited).rejects.toMatchObject({ code: 'PT004' })
  })
})

describe('toVerifier', () => {
  it('is that of RFC 7677, 3', () => {
    const salt = Buffer.from('W22ZaJ0SNY7soEsUEjb6gQ==', 'base64')
    expect(toVerifier('pencil', salt)).toBe(
      'SCRAM-SHA-256$4096:W22ZaJ0SNY7soEsUEjb6gQ==$WG5d8oPm3OtcPnkdi4Uo7BkeZkBFzpcXkuLmtbsT4qY=:wfPLwcE6nTWhTAmQ7tl2KeoiWGPlZqQxSrmfPwDl2dU=',
    )
  })
})
