import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { roles } from '../../../../src/shared/model/team/roles.ts'
import { hasPostgres, PostgresServer } from '../../../support/team/postgres-server.ts'
import { TestTeam, type TestMember } from '../../../support/team/team-server.ts'

const tables = [
  ...['about', 'call_times', 'head', 'log', 'members', 'seen_heads', 'shares', 'slots', 'windows'],
  ...['claims', 'quote_days', 'quotes', 'parlays', 'presence'],
]
const statements = [
  ...tables.flatMap(table => [
    `SELECT * FROM parlay_team.${table}`,
    `DELETE FROM parlay_team.${table}`,
    `TRUNCATE parlay_team.${table} CASCADE`,
    `ALTER TABLE parlay_team.${table} ADD COLUMN mine text`,
    `DROP TABLE parlay_team.${table} CASCADE`,
  ]),
  `UPDATE parlay_team.log SET body = ''`,
  'UPDATE parlay_team.head SET place = 0',
  `UPDATE parlay_team.members SET role = 'owner'`,
  `SELECT parlay_team.refuse('PT001', '')`,
  'SELECT parlay_team.actor()',
  'ALTER TABLE parlay_team.log DISABLE TRIGGER ALL',
  `SET session_authorization = 'admin'`,
  `SET ROLE admin`,
  'CREATE TABLE parlay_team.mine ()',
  'DROP SCHEMA parlay_team CASCADE',
  'CREATE OR REPLACE FUNCTION parlay_team.actor() RETURNS parlay_team.members LANGUAGE sql AS $$ SELECT NULL $$',
]

describe.skipIf(!hasPostgres)('the grants of a team', () => {
  let server: PostgresServer
  let team: TestTeam
  beforeAll(async () => {
    server = await PostgresServer.start(['log_statement = all'])
    team = await TestTeam.found(server)
    for (const role of roles) await team.addMember(`A ${role}`, role, role === 'partner' ? 'Kim' : null)
    await team.write(team.owner, { holder: 'Kim' }, 'statement')
    await team.write(team.owner, { holder: 'Lee' }, 'statement')
    await team.write(team.owner, { secret: true })
  })
  afterAll(async () => {
    team.close()
    await server.remove()
  })
  const find = (role: string): TestMember => {
    const found = team.members.find(({ name }) => name === `A ${role}`)
    if (found === undefined) throw new Error(role)
    return found
  }

  it.each(roles)('refuse the tables, their triggers and internal functions to every %s', async role => {
    const { query } = find(role).connection
    const allowed: string[] = []
    for (const sql of statements)
      await query(sql).then(
        () => allowed.push(sql),
        () => {},
      )
    expect(allowed).toEqual([])
    expect(await query('SELECT 1 AS one')).toEqual([{ one: 1 }])
  })

  it.each([
    [`UPDATE parlay_team.log SET body = '{}'`],
    ['DELETE FROM parlay_team.log'],
    ['TRUNCATE parlay_team.log'],
  ])('refuse the owner of the schema, too: %s', async sql => {
    await expect(team.admin.query(sql)).rejects.toThrow('the log is never changed')
  })

  const everyone = ['attest_head', 'facts', 'request_entry']
  const writers = ['append', 'append_all']
  const callers = [
    ...['lease_slots', 'report_limited', 'settle_slots', 'sign_off'],
    ...['claim_cells', 'put_quote', 'release_cells', 'put_parlay', 'remove_parlay'],
  ]
  const present = ['be_present']
  const readers = ['read_quotes', 'read_parlays', 'read_presence']
  const owners = ['invite', 'return_record', 'set_calls', 'set_member', 'set_quote_days']

  it.each([
    ['owner', [...everyone, ...writers, ...callers, ...present, ...readers, ...owners]],
    ['trader', [...everyone, ...writers, ...callers, ...present, ...readers]],
    ['recorder', [...everyone, ...writers, ...present, ...readers]],
    ['partner', [...everyone, 'holder_of']],
    ['auditor', [...everyone, ...readers]],
  ])('let a %s call only its functions', async (role, expected) => {
    const rows = await find(role).connection.query(
      `SELECT proname AS name FROM pg_proc WHERE pronamespace = 'parlay_team'::regnamespace
         AND has_function_privilege(oid, 'EXECUTE') ORDER BY 1`,
    )
    expect(rows).toEqual(expected.toSorted().map(name => ({ name })))
  })

  it('let no login call anything before an owner lets it in, but for its request', async () => {
    const rows = await team.admin.query(
      `SELECT proname AS name FROM pg_proc WHERE pronamespace = 'parlay_team'::regnamespace
         AND has_function_privilege('${team.prefix}_guest', oid, 'EXECUTE') ORDER BY 1`,
    )
    expect(rows).toEqual([{ name: 'facts' }, { name: 'request_entry' }])
  })

  it('let an auditor read all records, and write none', async () => {
    const auditor = find('auditor')
    expect(team.check(await team.read(auditor)).head).toEqual(await team.readHead())
    const record = team.sign(auditor, 'change', {})
    await expect(team.append(auditor, record)).rejects.toMatchObject({ kind: 'not-permitted' })
  })

  it('let a partner read its own statements and the members, and check the chain of the rest by digests', async () => {
    const partner = find('partner')
    const records = await team.read(partner)
    expect(team.check(records).head).toEqual(await team.readHead())
    const bodies = records.flatMap(({ content }) => (content === null ? [] : [content]))
    const kinds = bodies.map(({ kind }) => kind)
    expect(kinds.filter(kind => kind === 'statement')).toHaveLength(1)
    expect(kinds.filter(kind => !['founded', 'member', 'statement'].includes(kind))).toEqual([])
    expect(bodies.at(-1)?.body).toContain('Kim')
    await expect(partner.connection.query('SELECT * FROM parlay_team.records')).rejects.toMatchObject({
      kind: 'not-permitted',
    })
  })

  it('let a recorder write changes, and no instruction', async () => {
    const recorder = find('recorder')
    const instruction = team.sign(recorder, 'instruction', {}, { number: 1 })
    await expect(team.append(recorder, instruction)).rejects.toMatchObject({ kind: 'no-right' })
    await team.write(recorder)
  })

  it.each(['trader', 'recorder', 'partner', 'auditor'])('let a %s invite no one', async role => {
    const sql = `SELECT parlay_team.invite('0123456789abcdef', '${team.prefix}_01234567', 'x', 'owner')`
    await expect(find(role).connection.query(sql)).rejects.toMatchObject({ kind: 'not-permitted' })
  })

  it('keep passwords out of the server’s log, which has only verifiers', () => {
    expect(server.log).toContain('SCRAM-SHA-256$4096')
    for (const { password } of team.members) expect(server.log).not.toContain(password)
  })
})
