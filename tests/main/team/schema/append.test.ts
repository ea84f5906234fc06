import { once } from 'node:events'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { PostgresConnection } from '../../../../src/main/team/postgres/connection.ts'
import { maxBodyBytes } from '../../../../src/main/team/log/record.ts'
import {
  appendRecords,
  readHeads,
  returnRecord,
  writeHead,
} from '../../../../src/main/team/schema/log-calls.ts'
import { attestHead } from '../../../../src/main/team/log/heads.ts'
import { hasPostgres, PostgresServer } from '../../../support/team/postgres-server.ts'
import { TestTeam, type TestMember } from '../../../support/team/team-server.ts'

describe.skipIf(!hasPostgres)('append', () => {
  let server: PostgresServer
  let team: TestTeam
  let trader: TestMember
  beforeAll(async () => {
    server = await PostgresServer.start()
  })
  afterAll(() => server.remove())
  beforeEach(async () => {
    team = await TestTeam.found(server)
    trader = await team.addMember('Desk 2', 'trader')
  })
  afterEach(() => team.close())

  it('gives records the next places, and hashes that every desk computes the same', async () => {
    const before = await team.readHead()
    const record = team.sign(trader, 'change', { name: 'Sí, “½” 🎲' }, { seen: before })
    const { place, hash } = await team.append(trader, record)
    expect(place).toBe(before.place + 1)
    expect(await team.readHead()).toEqual({ place, hash })
    expect(team.check(await team.read()).head).toEqual({ place, hash })
  })

  it('answers a record that it has with the same place, and writes nothing', async () => {
    const record = team.sign(trader, 'change', {})
    const first = await team.append(trader, record)
    await team.write(team.owner)
    expect(await team.append(trader, record)).toEqual(first)
    expect((await team.readHead()).place).toBe(first.place + 1)
  })

  it('refuses another record with a number that is used', async () => {
    await team.append(trader, team.sign(trader, 'change', { stake: 1 }))
    const other = team.sign(trader, 'change', { stake: 2 }, { number: 1 })
    await expect(team.append(trader, other)).rejects.toMatchObject({ kind: 'number-taken' })
  })

  it('refuses a record that skips a number', async () => {
    const skipping = team.sign(trader, 'change', {}, { number: 2 })
    await expect(team.append(trader, skipping)).rejects.toMatchObject({ kind: 'number-skipped' })
    const none = team.sign(trader, 'change', {}, { number: 0 })
    await expect(team.append(trader, none)).rejects.toMatchObject({ kind: 'number-skipped' })
  })

  it('takes a body of the largest size, and refuses one byte more', async () => {
    const { body } = team.sign(trader, 'change', '', { number: 1 })
    const payload = 'x'.repeat(maxBodyBytes - Buffer.byteLength(body))
    const largest = team.sign(trader, 'change', payload)
    await team.append(trader, largest)
    const larger = team.sign(trader, 'change', `${payload}x`)
    await expect(team.append(trader, larger)).rejects.toMatchObject({ kind: 'malformed' })
    expect(team.check(await team.read()).last.get(trader.member)?.number).toBe(1)
  })

  it('refuses a signature that is too short, and missing parts', async () => {
    const record = team.sign(trader, 'change', {})
    const short = { ...record, signature: record.signature.slice(2) }
    await expect(team.append(trader, short)).rejects.toMatchObject({ kind: 'malformed' })
    const sql = 'SELECT parlay_team.append($1, 1, $2, NULL, $3)'
    const missing = trader.connection.query(sql, [
      trader.member,
      'change',
      Buffer.from(record.signature, 'hex'),
    ])
    await expect(missing).rejects.toMatchObject({ code: 'PT004' })
  })

  it('refuses a record in the name of another member', async () => {
    const record = team.sign(team.owner, 'change', {})
    await expect(team.append(trader, record)).rejects.toMatchObject({ kind: 'not-member' })
  })

  it.each(['founded', 'member', 'settings'] as const)(
    'refuses a record of kind %s by a trader',
    async kind => {
      await expect(team.append(trader, team.sign(trader, kind, {}))).rejects.toMatchObject({
        kind: 'no-right',
      })
    },
  )

  it('refuses a second founding by the owner', async () => {
    const again = team.sign(team.owner, 'founded', {})
    await expect(team.append(team.owner, again)).rejects.toMatchObject({ kind: 'no-right' })
  })

  it('writes many records or none, and those it has only once', async () => {
    const many = Array.from({ length: 40 }, (_, at) => team.sign(trader, 'change', { at }))
    const { query } = trader.connection
    const half = await appendRecords(query, many.slice(0, 20))
    const all = await appendRecords(query, many)
    expect(all.slice(0, 20)).toEqual(half)
    expect(all.map(({ place }) => place)).toEqual(many.map((_, at) => (half[0]?.place ?? 0) + at))
    const before = await team.readHead()
    const next = [team.sign(trader, 'change', {}), team.sign(trader, 'member', {})]
    await expect(appendRecords(query, next)).rejects.toMatchObject({ kind: 'no-right' })
    expect(await team.readHead()).toEqual(before)
    expect(team.check(await team.read()).head).toEqual(before)
  })

  it('notifies who listens of the new place', async () => {
    await team.owner.connection.listen('parlay_team')
    const notice = once(team.owner.connection, 'notice')
    const { place } = await team.append(trader, team.sign(trader, 'change', {}))
    expect(await notice).toEqual(['parlay_team', `log ${place}`])
  })

  it('refuses a member once an owner removed it, and its login', async () => {
    await team.setMember(trader, { isRemoved: true })
    const record = team.sign(trader, 'change', {})
    // The session was open before; its rights are gone.
    await expect(team.append(trader, record)).rejects.toMatchObject({ kind: 'not-permitted' })
    const address = { ...server.address(team.database), login: trader.login, password: trader.password }
    await expect(PostgresConnection.open(address)).rejects.toMatchObject({ kind: 'no-login' })
  })

  it('gives a member the rights of its new role at once', async () => {
    await team.setMember(trader, { role: 'auditor' })
    const record = team.sign(trader, 'change', {}, { number: 1 })
    await expect(team.append(trader, record)).rejects.toMatchObject({ kind: 'not-permitted' })
    await team.setMember(trader, { role: 'recorder' })
    await team.append(trader, record)
    expect(team.check(await team.read(trader)).members.get(trader.member)?.role).toBe('recorder')
  })

  it('takes back records that an older backup lost, with the same hashes', async () => {
    for (let at = 0; at < 3; at++) await team.write(trader, { at })
    const records = await team.read()
    const before = await team.readHead()
    const kept = records.slice(0, -2)
    await team.admin.query('ALTER TABLE parlay_team.log DISABLE TRIGGER ALL')
    await team.admin.query('DELETE FROM parlay_team.log WHERE place > $1', [kept.length])
    const hash = Buffer.from(kept.at(-1)?.hash ?? '', 'hex')
    await team.admin.query('UPDATE parlay_team.head SET place = $1, hash = $2', [kept.length, hash])
    for (const { place, content } of records.slice(-2)) {
      if (content === null) throw new Error('hidden')
      await expect(returnRecord(trader.connection.query, place, content)).rejects.toMatchObject({
        kind: 'not-permitted',
      })
      await returnRecord(team.owner.connection.query, place, content)
    }
    expect(await team.readHead()).toEqual(before)
  })

  it('keeps the newest head that each member attests', async () => {
    const { query } = trader.connection
    const earlier = await team.readHead()
    await writeHead(query, attestHead(team.team, trader, earlier))
    await team.write(trader)
    const attested = attestHead(team.team, trader, await team.readHead())
    await writeHead(query, attested)
    const heads = await readHeads(team.owner.connection.query)
    expect(heads).toEqual([{ ...attested, seenAt: heads[0]?.seenAt }])
    expect(Math.abs(Number(heads[0]?.seenAt) - Date.now())).toBeLessThan(60_000)
  })

  it.each([
    ['beyond its end', 999_999],
    ['at another record', 1],
    ['that no desk can have', 0],
    ['before its beginning', -1],
  ])('lets no member, of any role, say that it has seen a head %s', async (_, place) => {
    const auditor = await team.addMember('Auditor', 'auditor')
    for (const each of [team.owner, trader, auditor]) {
      const made = attestHead(team.team, each, { place, hash: 'a'.repeat(64) })
      await expect(writeHead(each.connection.query, made)).rejects.toMatchObject({ kind: 'unknown-head' })
    }
    expect(await readHeads(team.owner.connection.query)).toEqual([])
  })
})
