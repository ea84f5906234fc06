/** Bad days of a team over a real server: each has its sentence, and nothing is lost. */
import { randomBytes } from 'node:crypto'
import { chmodSync, cpSync, mkdtempSync, rmdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { z } from 'zod'
import { createMemoryVault } from '../../../../src/main/account/key-vault.ts'
import { PostgresConnection } from '../../../../src/main/team/postgres/connection.ts'
import { smallDisk } from '../../../support/ledger/small-disk.ts'
import { canMount } from '../../../support/storage/mounts.ts'
import { HangingProxy } from '../../../support/team/hanging-proxy.ts'
import { hasPostgres, PostgresServer } from '../../../support/team/postgres-server.ts'
import {
  addDesk,
  expectEqual,
  foundTeam,
  MemoryLedger,
  openDesk,
  toText,
  type TestDesk,
} from '../../../support/team/test-desk.ts'
import { tempFolder } from '../../../support/storage/temp-folder.ts'

const Held = z.object({ password: z.string() })
const weekMs = 7 * 24 * 3_600_000
const behind = `This computer’s clock is ${weekMs / 60_000} minutes behind the server’s.`
const wait = { timeout: 20_000, interval: 10 }
const problemOf = ({ team }: TestDesk) => {
  const { connection } = team.state()
  return 'problem' in connection ? connection.problem?.sentence : undefined
}
const connectionOf = ({ team }: TestDesk) => team.state().connection.kind
const fullText = 'The disk of the team’s server is full.'
const warningsOf = ({ team }: TestDesk) => team.state().warnings.map(({ sentence }) => sentence)
const writeMany = ({ ledger }: TestDesk, count: number) => {
  for (let at = 0; at < count; at++) ledger.write({ at })
}
const memberOf = ({ team }: TestDesk) => team.state().team?.member ?? ''
const loginOf = ({ team }: TestDesk) => team.state().team?.address.split('@')[0] ?? ''

describe.skipIf(!hasPostgres)('a bad day of a team', () => {
  let server: PostgresServer
  beforeAll(async () => {
    server = await PostgresServer.start()
  })
  afterAll(() => server.remove())

  /** An owner and a trader, and the login that owns the schema. */
  async function openTeam() {
    const founded = await foundTeam(server)
    const desk = await addDesk(founded)
    const admin = await PostgresConnection.open(server.address(founded.database))
    onTestFinished(() => admin.close())
    await expectEqual(founded.owner, desk)
    return { ...founded, desk, admin }
  }

  it('wrong password: works alone, and shares once it is right', async () => {
    const { owner, desk, admin } = await openTeam()
    const login = loginOf(desk)
    const held = await desk.vault.read('team')
    await admin.query(`ALTER ROLE ${login} PASSWORD 'other'`)
    const again = desk.restart()
    await again.until('apart')
    writeMany(again, 3)
    expect(problemOf(again)).toBe('The team’s server didn’t accept this desk’s password.')
    expect(again.team.state().unshared).toBe(3)
    const { password } = Held.parse(JSON.parse(held ?? ''))
    await admin.query(`ALTER ROLE ${login} PASSWORD '${password}'`)
    await again.team.retry()
    await expectEqual(owner, again)
  })

  it('a certificate that is not trusted: nothing is sent', async () => {
    const other = await PostgresServer.start()
    onTestFinished(() => other.remove())
    const { team, vault } = openDesk()
    const address = toText(server.address(await server.createDatabase()))
    const before = server.log.length
    await expect(
      team.found({ address, certificate: other.certificate, name: 'Pool', memberName: 'Desk 1' }),
    ).rejects.toMatchObject({
      failure: {
        kind: 'team',
        sentence:
          'The certificate of 127.0.0.1 isn’t trusted: no authority that this computer knows signed it.',
      },
    })
    expect(await vault.read('team')).toBeUndefined()
    expect(server.log.slice(before)).not.toContain('parlay_team')
  })

  it('a server that refuses records as full: its records are read, and own ones wait', async () => {
    const { owner, desk, admin } = await openTeam()
    await admin.query(`CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION USING ERRCODE = '53100', MESSAGE = 'no space left'; END $$`)
    await admin.query(
      'CREATE TRIGGER is_full BEFORE INSERT ON parlay_team.log FOR EACH ROW EXECUTE FUNCTION full_disk()',
    )
    writeMany(desk, 2)
    await vi.waitUntil(() => warningsOf(desk).includes(fullText), wait)
    expect(desk.team.state()).toMatchObject({ connection: { kind: 'connected' }, unshared: 2 })
    // A restart signs nothing a second time.
    const again = desk.restart()
    writeMany(again, 1)
    await vi.waitUntil(() => warningsOf(again).length > 0, wait)
    expect(again.team.state().unshared).toBe(3)
    await admin.query('DROP TRIGGER is_full ON parlay_team.log')
    await expectEqual(owner, again)
    expect(again.ledger.shared).toHaveLength(3)
    await vi.waitUntil(() => warningsOf(again).length === 0, wait)
    expect(again.faults).toEqual([])
  })

  it.runIf(canMount)(
    'a disk of the server that is full: own records wait, and are shared once it has room',
    async () => {
      const disk = smallDisk(160, openFolder())
      const small = await PostgresServer.start(['max_wal_size = 32MB'], undefined, disk.folder)
      onTestFinished(() => small.remove())
      const { owner } = await foundTeam(small)
      const desk = await addDesk({ owner })
      await expectEqual(owner, desk)
      disk.fill(1_000_000)
      // The server would make a text that repeats itself small.
      const makeNote = () => randomBytes(30_000).toString('hex')
      for (let at = 0; at < 400; at++) desk.ledger.write({ note: makeNote(), at })
      const isNotified = () => warningsOf(desk).includes(fullText) || connectionOf(desk) === 'apart'
      await vi.waitUntil(isNotified, { timeout: 60_000, interval: 10 })
      writeMany(owner, 3)
      expect(desk.team.state().unshared).toBeGreaterThan(0)
      disk.empty()
      // A server that could not write its own log has ended.
      await small.stop('immediate')
      await small.start()
      await expectEqual(owner, desk)
      expect(desk.ledger.shared).toHaveLength(403)
      expect(new Set(desk.ledger.shared).size).toBe(403)
      expect([...owner.faults, ...desk.faults]).toEqual([])
    },
    120_000,
  )

  it('a server that only accepts reads: own records wait until it accepts them', async () => {
    const { owner, desk, admin, database } = await openTeam()
    await admin.query(`ALTER DATABASE ${database} SET default_transaction_read_only = on`)
    const again = desk.restart()
    await again.until('connected')
    writeMany(again, 2)
    await vi.waitUntil(() => warningsOf(again).includes('The team’s server only accepts reads now.'), wait)
    owner.ledger.write()
    await vi.waitUntil(() => again.ledger.shared.length === owner.ledger.shared.length, wait)
    expect(again.team.state().unshared).toBe(2)
    await admin.query(`ALTER DATABASE ${database} SET default_transaction_read_only = off`)
    await expectEqual(owner, again)
  })

  it('a schema of another version: refused by name, works alone', async () => {
    const { owner, desk, admin } = await openTeam()
    const { schemaVersion } = desk.team.state().team ?? { schemaVersion: 0 }
    await admin.query('UPDATE parlay_team.about SET version = 99')
    const again = desk.restart()
    await again.until('apart')
    writeMany(again, 1)
    expect(problemOf(again)).toBe(
      `The team’s server has version 99; this Parlay Desk needs ${schemaVersion}.`,
    )
    await admin.query(`UPDATE parlay_team.about SET version = ${schemaVersion}`)
    await again.team.retry()
    await expectEqual(owner, again)
  })

  it('a clock wrong by an hour: shares, and says so', async () => {
    const { owner } = await openTeam()
    const desk = await addDesk({ owner }, { name: 'Late' }, { now: () => Date.now() - 3_600_000 })
    writeMany(desk, 1)
    await expectEqual(owner, desk)
    expect(warningsOf(desk)).toEqual(['This computer’s clock is 60 minutes behind the server’s.'])
  })

  it('two computers with one key: one stops with all its records, and shares them under a new key', async () => {
    const { owner, desk } = await openTeam()
    desk.team.close()
    const folder = tempFolder()
    cpSync(join(desk.folder, 'team.db'), join(folder, 'team.db'))
    const vault = createMemoryVault()
    await vault.write('team', (await desk.vault.read('team')) ?? '')
    const ledger = new MemoryLedger()
    ledger.changes = structuredClone(desk.ledger.changes)
    const first = desk.restart()
    const second = openDesk({ folder, vault, ledger })
    await first.until('connected')
    await second.until('connected')
    // These are not sent before the other computer has written.
    ledger.onWrite = () => {}
    writeMany(second, 3)
    first.ledger.write()
    await second.until('stopped')
    expect(problemOf(second)).toBe(
      'Another computer writes as this desk. Sharing stopped; 3 records stay here.',
    )
    expect(second.team.state().unshared).toBe(3)
    const kinds: (string | undefined)[] = []
    owner.team.session?.on('records', records => kinds.push(...records.map(({ content }) => content?.kind)))
    await second.team.enqueue('instruction', { uid: 'one' })
    const { invitation } = await owner.team.invite({ name: 'Desk 3', role: 'trader', holder: null })
    await second.team.join({ invitation })
    await owner.team.admit({ member: memberOf(second) })
    await expectEqual(owner, first, second)
    expect(second.team.state().team?.memberName).toBe('Desk 3')
    await vi.waitUntil(() => kinds.includes('instruction'), wait)
  })

  it.each([
    [40, '40 records aren’t shared yet.', '40 records aren’t shared; they stay in your ledger.'],
    [1, '1 record isn’t shared yet.', '1 record isn’t shared; it stays in your ledger.'],
  ])('removed while offline with %i in the outbox: it stays', async (count, refusal, sentence) => {
    const { owner, desk } = await openTeam()
    const member = memberOf(desk)
    desk.team.close()
    writeMany(desk, count)
    await owner.team.remove({ member })
    const again = desk.restart()
    await again.until('apart')
    expect(problemOf(again)).toBe(
      `The team’s server doesn’t let this desk in. The owner may have removed it. ${sentence}`,
    )
    expect(again.ledger.unsharedCount()).toBe(count)
    await expect(
      again.team.leave({ evenUnshared: false }, { makePlain: () => Promise.resolve(), onStayed: () => {} }),
    ).rejects.toMatchObject({ failure: { sentence: refusal } })
    expect(again.ledger.unsharedCount()).toBe(count)
  })

  it('a record too large: it stays, and those after it are shared', async () => {
    const { owner, desk } = await openTeam()
    desk.ledger.write({ note: 'x'.repeat(300 * 1_024) })
    writeMany(desk, 3)
    await vi.waitUntil(() => desk.team.state().unshared === 1, wait)
    expect(warningsOf(desk)).toEqual([
      'A ticket’s history is too large to share (301 KB). It stays on this desk.',
    ])
    await vi.waitUntil(() => owner.ledger.shared.length === 3, wait)
    expect(owner.ledger.shared).toEqual(desk.ledger.shared)
  })

  it('a server that goes and comes back, in order and by a crash: nothing is lost or doubled', async () => {
    const { owner, desk } = await openTeam()
    for (const how of ['fast', 'immediate'] as const) {
      await server.stop(how)
      await desk.until('apart')
      writeMany(desk, 20)
      writeMany(owner, 20)
      await server.start()
      await expectEqual(owner, desk)
    }
    expect(owner.ledger.changes).toHaveLength(80)
    expect(new Set(owner.ledger.shared).size).toBe(80)
  })

  it('a kill at any moment of sending: nothing is lost or doubled', async () => {
    const { owner, desk } = await openTeam()
    let now = desk
    for (let at = 0; at < 8; at++) {
      writeMany(now, 60)
      await new Promise(resolve => setTimeout(resolve, at * 9))
      now = now.restart()
    }
    await expectEqual(owner, now)
    expect(now.ledger.shared).toHaveLength(480)
    expect(now.faults).toEqual([])
  })

  /** A folder that other users may enter. */
  function openFolder(): string {
    const folder = mkdtempSync('/dev/shm/parlay-full-')
    onTestFinished(() => rmdirSync(folder))
    chmodSync(folder, 0o755)
    return folder
  }

  /** A desk that reaches the server by a network that the test can end. */
  async function addFarDesk(owner: TestDesk, now = Date.now) {
    const proxy = await HangingProxy.start(server.port)
    const { invitation } = await owner.team.invite({ name: 'Far', role: 'trader', holder: null })
    const prefix = 'parlay-desk-team-'
    const packed = Buffer.from(invitation.slice(prefix.length), 'base64url').toString()
    const facts = z.looseObject({}).parse(JSON.parse(packed))
    const viaProxy =
      prefix + Buffer.from(JSON.stringify({ ...facts, port: proxy.port })).toString('base64url')
    const desk = openDesk({ answerWithinMs: 400, connectWithinMs: 400, now })
    await desk.team.join({ invitation: viaProxy })
    await owner.team.admit({ member: memberOf(desk) })
    await desk.until('connected')
    return { desk, proxy }
  }

  it('a network that hangs: works alone, and shares when it is back', async () => {
    const { owner } = await openTeam()
    const { desk, proxy } = await addFarDesk(owner)
    proxy.hang(true)
    writeMany(desk, 5)
    await desk.until('apart')
    expect(problemOf(desk)).toBe('127.0.0.1 doesn’t respond.')
    owner.ledger.write()
    proxy.hang(false)
    await expectEqual(owner, desk)
    expect(desk.ledger.shared).toHaveLength(6)
  })

  it('asleep for a week and thousands of records behind: shows how many are left, and has all', async () => {
    const { owner, desk } = await openTeam()
    desk.team.close()
    writeMany(owner, 3_000)
    await owner.untilShared()
    const again = openDesk({ ...desk, now: () => Date.now() })
    const seen: number[] = []
    again.team.session?.on('changed', () => {
      const { connection } = again.team.state()
      if (connection.kind === 'catching-up') seen.push(connection.total - connection.done)
    })
    await again.until('connected')
    await expectEqual(owner, again)
    expect(new Set(seen).size).toBeGreaterThan(4)
    expect(seen).toEqual(seen.toSorted((a, b) => b - a))
  })

  it('a laptop asleep for a week: finds its dead connections, is apart, and has all of the week', async () => {
    const { owner, admin } = await openTeam()
    let slept = 0
    const { desk, proxy } = await addFarDesk(owner, () => Date.now() + slept - weekMs)
    await vi.waitUntil(() => warningsOf(desk).includes(behind), wait)
    // No end of a connection reaches a computer that sleeps, and the server forgets it.
    proxy.hang(true)
    await admin.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '${loginOf(desk)}'`,
    )
    writeMany(owner, 700)
    await owner.untilShared()
    slept = weekMs
    proxy.hang(false)
    writeMany(desk, 2)
    await desk.until('apart')
    await expectEqual(owner, desk)
    expect(desk.ledger.shared).toHaveLength(702)
    expect(warningsOf(desk)).toEqual([])
    expect(desk.faults).toEqual([])
  })

  it('a sleep during which the server closed the connections: connects again by itself', async () => {
    const { owner, desk, admin } = await openTeam()
    await admin.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '${loginOf(desk)}'`,
    )
    owner.ledger.write()
    writeMany(desk, 1)
    await expectEqual(owner, desk)
    expect(desk.ledger.shared).toHaveLength(2)
  })
})
