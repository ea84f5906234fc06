import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { TeamCopy, TwoWriters } from '../../../../src/main/team/copy/team-copy.ts'
import type { CheckedRecord } from '../../../../src/main/team/log/log-checker.ts'
import { toCanonicalJson } from '../../../../src/main/team/log/canonical-json.ts'
import { attestHead } from '../../../../src/main/team/log/heads.ts'
import { emptyHead } from '../../../../src/main/team/log/record.ts'
import { signLines } from '../../../../src/main/team/log/signing.ts'
import { appendRecords, writeHead } from '../../../../src/main/team/schema/log-calls.ts'
import { readOn, sendWaiting } from '../../../../src/main/team/sync/read-on.ts'
import { openDatabase, readPragma, type Database } from '../../../../src/main/storage/database.ts'
import { teamMigrations } from '../../../../src/main/storage/migrations/team/team-migrations.ts'
import { tempFolder } from '../../../support/storage/temp-folder.ts'
import { hasPostgres, PostgresServer } from '../../../support/team/postgres-server.ts'
import { TestTeam, type TestMember } from '../../../support/team/team-server.ts'

describe.skipIf(!hasPostgres)('the copy of a team’s log', () => {
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

  const openFile = (): Database => openDatabase(join(tempFolder(), 'team.db'), teamMigrations)
  const openCopy = (database: Database, { member }: TestMember = trader) =>
    new TeamCopy(database, { team: team.team, member })

  async function read(copy: TeamCopy, by: TestMember = trader) {
    const records: CheckedRecord[] = []
    const onPage = (taken: readonly CheckedRecord[]) => void records.push(...taken)
    const fault = await readOn(by.connection.query, copy, { role: by.role, onPage })
    return { records, fault }
  }
  const enqueue = (copy: TeamCopy, payload: unknown, changeUid: string | null = null) =>
    copy.enqueue(trader, 'change', { payload, at: 1, changeUid })

  it('has every record once, in order, over several pages', async () => {
    const many = Array.from({ length: 1_100 }, (_, at) => team.sign(trader, 'change', { at }))
    await appendRecords(trader.connection.query, many.slice(0, 600))
    await appendRecords(trader.connection.query, many.slice(600))
    const copy = openCopy(openFile())
    const { records, fault } = await read(copy)
    expect(fault).toBeUndefined()
    expect(records.map(({ place }) => place)).toEqual(Array.from({ length: 1_102 }, (_, at) => at + 1))
    expect(copy.head).toEqual(await team.readHead())
    expect((await read(copy)).records).toEqual([])
  })

  it('continues after a restart with the same members, numbers and head', async () => {
    await team.write(trader)
    const database = openFile()
    const before = openCopy(database)
    await read(before)
    const after = openCopy(database)
    expect(after.state).toEqual(before.state)
    await team.write(team.owner)
    expect((await read(after)).records).toHaveLength(1)
  })

  it('keeps own records until they have a place, with the bytes of the first time', async () => {
    const database = openFile()
    const copy = openCopy(database)
    await read(copy)
    for (let at = 0; at < 40; at++) enqueue(copy, { at })
    const again = openCopy(database)
    expect(again.unsent(100)).toEqual(copy.unsent(100))
    expect(again.countUnsent()).toBe(40)
    await sendWaiting(trader.connection.query, again)
    expect(again.countUnsent()).toBe(40)
    expect((await read(again)).records).toHaveLength(40)
    expect(again.countUnsent()).toBe(0)
    expect(again.unsent(100)).toEqual([])
  })

  it('doubles nothing when the answer to a sending is lost and it is sent again', async () => {
    const database = openFile()
    const copy = openCopy(database)
    await read(copy)
    for (let at = 0; at < 150; at++) enqueue(copy, { at })
    await sendWaiting(trader.connection.query, copy)
    await sendWaiting(trader.connection.query, openCopy(database))
    await read(copy)
    expect(copy.head.place).toBe(152)
  })

  it('orders own records after those that another desk wrote meanwhile', async () => {
    const copy = openCopy(openFile())
    await read(copy)
    enqueue(copy, 'mine')
    await team.write(team.owner, 'theirs')
    await sendWaiting(trader.connection.query, copy)
    const { head } = copy
    await read(copy)
    expect(copy.changesAfter(head.place, 9).map(({ payload }) => payload)).toEqual(['theirs', 'mine'])
  })

  it('gives a change whose payload its author did not write canonically no effect', async () => {
    const wrong = { ...team.sign(trader, 'change', { at: 1 }), body: '' }
    wrong.body = toCanonicalJson({
      ...{ at: 1, payload: { at: 1 }, prior: null, seen: emptyHead, team: team.team },
    }).replace('{"at":1}', '{"at":1.0}')
    wrong.signature = signLines(trader.key, 'record', [trader.member, 1, 'change', wrong.body])
    await appendRecords(trader.connection.query, [wrong])
    const copy = openCopy(openFile())
    expect((await read(copy)).fault).toBeUndefined()
    expect(copy.changesAfter(0, 9)).toMatchObject([{ payload: null }])
  })

  it('waits for the disk once for several pages, and always before it says so', async () => {
    const many = Array.from({ length: 5_600 }, (_, at) => team.sign(trader, 'change', { at }))
    for (let at = 0; at < many.length; at += 700)
      await appendRecords(trader.connection.query, many.slice(at, at + 700))
    const database = openFile()
    const copy = openCopy(database)
    const commits: string[] = []
    const run = database.exec.bind(database)
    const exec = vi.spyOn(database, 'exec').mockImplementation(sql => {
      if (sql === 'COMMIT') commits.push(readPragma(database, 'synchronous') === 2 ? 'synced' : 'written')
      run(sql)
    })
    await readOn(trader.connection.query, copy, {
      ...{ role: 'trader', onPage: () => {} },
      onSynced: () => Promise.resolve(void commits.push('said')),
    })
    exec.mockRestore()
    const written = (count: number) => Array.from({ length: count }, () => 'written')
    expect(commits).toEqual([...written(9), 'synced', 'said', ...written(1), 'synced', 'said'])
    expect(readPragma(database, 'synchronous')).toBe(2)
  })

  it('shares a change of the ledger once', () => {
    const copy = openCopy(openFile())
    enqueue(copy, 'mine', 'uid')
    expect(() => enqueue(copy, 'mine', 'uid')).toThrow('UNIQUE')
    expect(copy.countUnsent()).toBe(1)
  })

  it('numbers the next own record after those on the server, once put back from a backup', async () => {
    const copy = openCopy(openFile())
    await read(copy)
    for (const payload of ['a', 'b']) enqueue(copy, payload)
    await sendWaiting(trader.connection.query, copy)
    const restored = openCopy(openFile())
    await read(restored)
    enqueue(restored, 'c')
    await sendWaiting(trader.connection.query, restored)
    expect((await read(copy)).fault).toBeUndefined()
    expect(copy.head.place).toBe(5)
  })

  it('names two computers that write as one member, and keeps what neither shared', async () => {
    const [copy, other] = [openCopy(openFile()), openCopy(openFile())]
    for (const each of [copy, other]) await read(each)
    enqueue(copy, 'a')
    enqueue(other, 'b')
    await sendWaiting(trader.connection.query, copy)
    await expect(sendWaiting(trader.connection.query, other)).rejects.toMatchObject({ kind: 'number-taken' })
    const { place } = other.head
    await expect(read(other)).rejects.toThrow(TwoWriters)
    expect(other.head.place).toBe(place)
    expect(other.countUnsent()).toBe(1)
  })

  it('stops at a fault, with every record before it', async () => {
    for (let at = 0; at < 3; at++) await team.write(trader, { at })
    await team.admin.query(
      `ALTER TABLE parlay_team.log DISABLE TRIGGER ALL; UPDATE parlay_team.log SET body = '{}' WHERE place = 4`,
    )
    const copy = openCopy(openFile())
    const { records, fault } = await read(copy)
    expect(records).toHaveLength(3)
    expect(fault).toMatchObject({ kind: 'digest' })
    expect(copy.head.place).toBe(3)
  })

  it('stops when the server went back, and when it holds records back', async () => {
    await team.write(trader)
    const copy = openCopy(openFile())
    await read(copy)
    await writeHead(trader.connection.query, attestHead(team.team, trader, copy.head))
    await team.admin.query(
      `ALTER TABLE parlay_team.log DISABLE TRIGGER ALL; DELETE FROM parlay_team.log WHERE place = 3;
       UPDATE parlay_team.head SET place = 2, hash = (SELECT hash FROM parlay_team.log WHERE place = 2)`,
    )
    expect((await read(copy)).fault).toMatchObject({ kind: 'went-back' })
    expect((await read(openCopy(openFile(), team.owner), team.owner)).fault).toMatchObject({
      kind: 'truncated',
    })
  })

  it('is checked by a partner too, who reads only the members and its own statements', async () => {
    const partner = await team.addMember('Kim', 'partner', 'Kim')
    await team.write(trader)
    await team.write(team.owner, { holder: 'Kim' }, 'statement')
    const database = openFile()
    const copy = openCopy(database, partner)
    const { records, fault } = await read(copy, partner)
    expect(fault).toBeUndefined()
    expect(records.filter(({ content }) => content === null)).toHaveLength(1)
    expect(copy.head).toEqual(await team.readHead())
    expect(openCopy(database, partner).state).toEqual(copy.state)
  })

  it('stores nothing, and stays where it was, while its file cannot be written', async () => {
    const database = openFile()
    const copy = openCopy(database)
    database.exec('PRAGMA query_only = 1')
    await expect(read(copy)).rejects.toThrow()
    expect(copy.head.place).toBe(0)
    database.exec('PRAGMA query_only = 0')
    await read(copy)
    expect(copy.head).toEqual(await team.readHead())
  })

  it.each([
    ['UPDATE records SET body = NULL'],
    ['DELETE FROM records'],
    [`INSERT INTO records (place, digest, hash) VALUES (99, '', '')`],
    [`UPDATE outbox SET body = '{}'`],
  ])('refuses %s', async sql => {
    const database = openFile()
    const copy = openCopy(database)
    await read(copy)
    enqueue(copy, 'mine')
    expect(() => database.exec(sql)).toThrow()
  })
})
