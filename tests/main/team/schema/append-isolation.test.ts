/**
 * The anomalies of https://github.com/ept/hermitage tried against `append`, in every isolation level that a session may
 * choose: the log never has a gap, a record twice, or two records in one place.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { appendRecords, readFacts, readRecords } from '../../../../src/main/team/schema/log-calls.ts'
import type { SignedRecord } from '../../../../src/main/team/log/record.ts'
import { PostgresConnection } from '../../../../src/main/team/postgres/connection.ts'
import { hasPostgres, PostgresServer } from '../../../support/team/postgres-server.ts'
import { TestTeam, type TestMember } from '../../../support/team/team-server.ts'

const sql = 'SELECT * FROM parlay_team.append($1, $2, $3, $4, $5)'
const toValues = ({ member, number, kind, body, signature }: SignedRecord) => [
  member,
  number,
  kind,
  body,
  Buffer.from(signature, 'hex'),
]

describe.skipIf(!hasPostgres).each(['READ COMMITTED', 'REPEATABLE READ', 'SERIALIZABLE'])(
  'append in sessions with %s',
  level => {
    const isStrict = level !== 'READ COMMITTED'
    let server: PostgresServer
    let team: TestTeam
    let one: TestMember
    let two: TestMember
    beforeAll(async () => {
      server = await PostgresServer.start()
    })
    afterAll(() => server.remove())
    beforeEach(async () => {
      team = await TestTeam.found(server)
      one = await team.addMember('Desk 2', 'trader')
      two = await team.addMember('Desk 3', 'trader')
      for (const { connection } of [one, two]) await connection.query(`BEGIN ISOLATION LEVEL ${level}`)
    })
    afterEach(async () => {
      const head = team.check(await team.read()).head
      expect(head).toEqual(await team.readHead())
      team.close()
    })

    let before: Pick<TestMember, 'number' | 'prior'>
    const add = (by: TestMember, payload: unknown) => {
      before = { number: by.number, prior: by.prior }
      return by.connection.query(sql, toValues(team.sign(by, 'change', payload)))
    }
    /** Forgets the record added last, which was not written. */
    const takeBack = (by: TestMember) => Object.assign(by, before)
    const end = (by: TestMember, how: 'COMMIT' | 'ROLLBACK' = 'COMMIT') => by.connection.query(how)
    const see = async ({ connection, role }: TestMember) =>
      (await readRecords(connection.query, { role, after: 0, limit: 1_000 })).map(({ place }) => place)
    const countTo = (last: number) => Array.from({ length: last }, (_, at) => at + 1)

    /** Waits until a session waits for another's lock. */
    async function waitForLock(): Promise<void> {
      const waiting = `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`
      while ((await team.admin.query(waiting)).length === 0) await pause(5)
    }
    /** In stricter levels the second writer is refused, and can write the same record again. */
    async function settle(second: Promise<unknown>, by: TestMember): Promise<void> {
      if (isStrict) {
        await expect(second).rejects.toMatchObject({ code: '40001' })
        takeBack(by)
        await end(by, 'ROLLBACK')
      } else {
        await second
        await end(by)
      }
    }

    it('has no write cycle (G0): records of two open transactions do not mix', async () => {
      await add(one, 'a1')
      const second = add(two, 'b1')
      second.catch(() => {})
      await waitForLock()
      await add(one, 'a2')
      await end(one)
      await settle(second, two)
      const authors = (await team.read()).map(({ content }) => content?.member).slice(3)
      expect(authors).toEqual(isStrict ? [one.member, one.member] : [one.member, one.member, two.member])
    })

    it('has no aborted read (G1a): a rolled back record is read by no one, and its place is given again', async () => {
      await add(one, 'a1')
      expect(await see(two)).toEqual(countTo(3))
      await end(one, 'ROLLBACK')
      takeBack(one)
      await add(two, 'b1')
      expect(await see(two)).toEqual(countTo(4))
      await end(two)
    })

    it('has no intermediate read (G1b): of two records in one transaction, both or none are read', async () => {
      await add(one, 'a1')
      const before = await see(two)
      await add(one, 'a2')
      expect(await see(two)).toEqual(before)
      await end(one)
      expect(await see(two)).toEqual(countTo(isStrict ? 3 : 5))
      await end(two)
    })

    it('has no circular flow (G1c): neither open transaction reads the record of the other', async () => {
      await add(one, 'a1')
      const second = add(two, 'b1')
      second.catch(() => {})
      await waitForLock()
      expect(await see(one)).toEqual(countTo(4))
      await end(one)
      await settle(second, two)
    })

    it('has no vanishing transaction (OTV): what a reader has seen stays, in order', async () => {
      await add(one, 'a1')
      const second = add(two, 'b1')
      second.catch(() => {})
      await waitForLock()
      await add(one, 'a2')
      await end(one)
      const seen = await see(team.owner)
      await settle(second, two)
      const later = await see(team.owner)
      expect(seen).toEqual(countTo(5))
      expect(later.slice(0, 5)).toEqual(seen)
    })

    it('has no changing predicate (PMP): a transaction that read the log writes after what it has read', async () => {
      const before = await see(two)
      await add(one, 'a1')
      await end(one)
      expect(await see(two)).toEqual(isStrict ? before : countTo(4))
      await settle(add(two, 'b1'), two)
    })

    it('loses no update (P4): two writers that read the same head get two places', async () => {
      const heads = [await readFacts(one.connection.query), await readFacts(two.connection.query)]
      expect(heads[0]?.place).toBe(heads[1]?.place)
      await add(one, 'a1')
      const second = add(two, 'b1')
      second.catch(() => {})
      await waitForLock()
      await end(one)
      await settle(second, two)
      expect((await team.readHead()).place).toBe(isStrict ? 4 : 5)
    })

    it('has no read skew (G-single): the records read after a head reach it', async () => {
      const { place } = await readFacts(two.connection.query)
      await add(one, 'a1')
      await add(one, 'a2')
      await end(one)
      const seen = await see(two)
      expect(seen.at(-1)).toBeGreaterThanOrEqual(place)
      expect(seen).toEqual(countTo(seen.length))
      await end(two)
    })

    it('has no write skew (G2-item): two decisions on the same state are two records in an order', async () => {
      await see(one)
      await see(two)
      await add(one, { decided: 'won' })
      const second = add(two, { decided: 'lost' })
      second.catch(() => {})
      await waitForLock()
      await end(one)
      await settle(second, two)
    })

    it('has no anti-dependency cycle (G2): two computers with one key never write the same number twice', async () => {
      const address = { ...server.address(team.database), login: one.login, password: one.password }
      const copy = await PostgresConnection.open(address)
      await copy.query(`BEGIN ISOLATION LEVEL ${level}`)
      const first = team.sign(one, 'change', 'a1')
      const other = team.sign(one, 'change', 'b1', { number: first.number })
      await one.connection.query(sql, toValues(first))
      const second = copy.query(sql, toValues(other))
      second.catch(() => {})
      await waitForLock()
      await end(one)
      await expect(second).rejects.toMatchObject({ code: isStrict ? '40001' : 'PT002' })
      await copy.query('ROLLBACK')
      await expect(appendRecords(copy.query, [other])).rejects.toMatchObject({ kind: 'number-taken' })
      copy.close()
      await end(two)
    })

    it('gives a record that two sessions write at the same time one place', async () => {
      for (const by of [one, two]) await end(by)
      const copy = await PostgresConnection.open({
        ...server.address(team.database),
        login: one.login,
        password: one.password,
      })
      for (const { query } of [one.connection, copy])
        await query(`SET default_transaction_isolation = '${level.toLowerCase()}'`)
      const record = team.sign(one, 'change', 'a1')
      const [first, second] = await Promise.all(
        [one.connection, copy].map(({ query }) => appendRecords(query, [record])),
      )
      expect(first).toEqual(second)
      copy.close()
    })

    it('keeps the chain whole while five desks write at the same time', async () => {
      for (const by of [one, two]) await end(by)
      const others = [await team.addMember('Desk 4', 'trader'), await team.addMember('Desk 5', 'recorder')]
      const desks = [team.owner, one, two, ...others]
      for (const { connection } of desks)
        await connection.query(`SET default_transaction_isolation = '${level.toLowerCase()}'`)
      const before = (await team.readHead()).place
      const writeMany = async (by: TestMember) => {
        for (let at = 0; at < 20; at++) {
          const record = team.sign(by, 'change', { at })
          while (!(await isWritten(by, record)));
        }
      }
      await Promise.all(desks.map(writeMany))
      expect((await team.readHead()).place).toBe(before + 20 * desks.length)
    })

    /** False when another writer was always first. */
    async function isWritten({ connection }: TestMember, record: SignedRecord): Promise<boolean> {
      try {
        await appendRecords(connection.query, [record])
        return true
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === '40001') return false
        throw error
      }
    }
  },
)
