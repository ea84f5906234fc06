/**
 * Logs that a hostile server shows: its owner has every right there, and may remove triggers and compute hashes again. Each
 * is named, and the records before the fault stay checked.
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { attestHead, compareAttestedHeads, compareServedHead } from '../../../../src/main/team/log/heads.ts'
import { LogChecker } from '../../../../src/main/team/log/log-checker.ts'
import { LogFault } from '../../../../src/main/team/log/log-fault.ts'
import {
  emptyHead,
  maxBodyBytes,
  toDigest,
  toHash,
  type ServedRecord,
  type SignedRecord,
} from '../../../../src/main/team/log/record.ts'
import { createSigningKey, signLines } from '../../../../src/main/team/log/signing.ts'
import { readHeads, writeHead } from '../../../../src/main/team/schema/log-calls.ts'
import { hasPostgres, PostgresServer } from '../../../support/team/postgres-server.ts'
import { TestTeam, toMember, type TestMember } from '../../../support/team/team-server.ts'

const bytes = (hex: string): Buffer => Buffer.from(hex, 'hex')

/** The server’s owner, who changes the log at will. */
class Tamperer {
  readonly #team: TestTeam

  constructor(team: TestTeam) {
    this.#team = team
  }

  /** Runs a statement without the triggers, and with numbers that may be used twice. */
  async run(sql: string, ...values: readonly unknown[]): Promise<void> {
    const { query } = this.#team.admin
    await query(`ALTER TABLE parlay_team.log DISABLE TRIGGER ALL;
      ALTER TABLE parlay_team.log DROP CONSTRAINT IF EXISTS log_member_number_key`)
    await query(sql, values)
  }

  /** Replaces the whole log by these contents, with hashes that fit. */
  async rewrite(contents: readonly SignedRecord[]): Promise<void> {
    const rows: ServedRecord[] = []
    for (const content of contents) {
      const [place, digest] = [rows.length + 1, toDigest(content)]
      rows.push({ place, digest, hash: toHash(rows.at(-1)?.hash ?? emptyHead.hash, place, digest), content })
    }
    await this.run('DELETE FROM parlay_team.log')
    await this.run(
      `INSERT INTO parlay_team.log SELECT r.place, r.content ->> 'member', (r.content ->> 'number')::bigint,
         r.content ->> 'kind', r.content ->> 'body', decode(r.content ->> 'signature', 'hex'),
         decode(r.digest, 'hex'), decode(r.hash, 'hex')
       FROM jsonb_to_recordset($1) AS r (place bigint, digest text, hash text, content jsonb)`,
      JSON.stringify(rows),
    )
    const hash = bytes(rows.at(-1)?.hash ?? emptyHead.hash)
    await this.run('UPDATE parlay_team.head SET place = $1, hash = $2', rows.length, hash)
  }

  /** Changes the contents, and computes all hashes again. */
  async edit(change: (contents: SignedRecord[]) => SignedRecord[]): Promise<void> {
    const records = await this.#team.read()
    await this.rewrite(change(records.flatMap(({ content }) => (content === null ? [] : [content]))))
  }
}

/** Returns the contents with those at two places, counted from 1, swapped. */
function swap(contents: readonly SignedRecord[], a: number, b: number): SignedRecord[] {
  return contents.map((each, at) => contents[at === a - 1 ? b - 1 : at === b - 1 ? a - 1 : at] ?? each)
}

describe.skipIf(!hasPostgres)('a hostile log', () => {
  let server: PostgresServer
  let team: TestTeam
  let one: TestMember
  let two: TestMember
  let hostile: Tamperer
  beforeAll(async () => {
    server = await PostgresServer.start()
  })
  afterAll(() => server.remove())
  /** Places: 1 founding, 2 and 3 members, 4 and 5 changes of one, 6 a change of two, 7 of one. */
  beforeEach(async () => {
    team = await TestTeam.found(server)
    one = await team.addMember('Desk 2', 'trader')
    two = await team.addMember('Desk 3', 'recorder')
    for (const author of [one, one, two, one]) await team.write(author, { stake: 100 })
    hostile = new Tamperer(team)
  })
  afterEach(() => team.close())

  /** The fault found by a desk that reads all, with the last place it found in order. */
  async function findFault(): Promise<{ kind: string; sentence: string; after: number } | undefined> {
    const records = await team.read()
    const hashes = new Map(records.map(({ place, hash }) => [place, hash]))
    const open = () => new LogChecker({ team: team.team, hashAt: place => hashes.get(place) })
    const [single, whole] = [open(), open()]
    const found = records.map(record => tryCheck(single, record)).find(fault => fault !== undefined)
    const { fault, checked } = whole.checkAll(records)
    // Checked at once or one after another, the same record is at fault.
    expect(fault?.message).toBe(found?.message)
    expect(whole.state).toEqual(single.state)
    return found && { kind: found.kind, sentence: found.sentence, after: checked.length }
  }

  /** Stops at the first fault: later records no longer fit. */
  function tryCheck(checker: LogChecker, record: ServedRecord): LogFault | undefined {
    try {
      checker.check(record)
      return undefined
    } catch (error) {
      if (error instanceof LogFault) return error
      throw error
    }
  }

  it('is found whole when no one changed it', async () => {
    expect(await findFault()).toBeUndefined()
  })

  it('is found whole when the server computed all hashes again from the same records', async () => {
    await hostile.edit(contents => contents)
    expect(await findFault()).toBeUndefined()
  })

  it('with a changed stake is named by its digest', async () => {
    await hostile.run(`UPDATE parlay_team.log SET body = replace(body, '100', '900') WHERE place = 5`)
    expect(await findFault()).toMatchObject({
      kind: 'digest',
      after: 4,
      sentence: 'Record 5 isn’t the one its digest names: it was changed on the server.',
    })
  })

  it.each<[string, number, (content: SignedRecord) => Partial<SignedRecord>]>([
    ['stake', 5, ({ body }) => ({ body: body.replace('100', '900') })],
    ['kind', 5, () => ({ kind: 'statement' })],
    ['author', 5, () => ({ member: two.member, number: 1 })],
    ['number', 7, () => ({ number: 9 })],
    [
      'signature by the server’s own key',
      5,
      ({ body }) => ({
        signature: team.sign({ ...one, key: createSigningKey() }, 'change', body, { number: 2 }).signature,
      }),
    ],
    [
      'signature of another record',
      5,
      () => ({ signature: team.sign(one, 'change', {}, { number: 2 }).signature }),
    ],
  ])('with another %s and hashes that fit is named as forged', async (_, place, change) => {
    await hostile.edit(contents =>
      contents.map((each, at) => (at === place - 1 ? { ...each, ...change(each) } : each)),
    )
    const fault = await findFault()
    expect(fault).toMatchObject({ kind: 'forged', after: place - 1 })
    expect(fault?.sentence).toMatch(/^Record \d by Desk \d isn’t signed by the desk it names\.$/)
  })

  it('with two records swapped is named by the chain', async () => {
    await hostile.run('UPDATE parlay_team.log SET place = -place WHERE place IN (5, 6)')
    await hostile.run('UPDATE parlay_team.log SET place = 11 + place WHERE place < 0')
    expect(await findFault()).toMatchObject({ kind: 'chain', after: 4 })
  })

  it('with two records of one desk swapped, and hashes that fit, is named by their numbers', async () => {
    await hostile.edit(contents => swap(contents, 4, 5))
    expect(await findFault()).toMatchObject({ kind: 'skipped', after: 3 })
  })

  it('with records of two desks swapped, and hashes that fit, is named as reordered', async () => {
    await hostile.edit(contents => swap(contents, 5, 6))
    expect(await findFault()).toMatchObject({ kind: 'reordered', after: 4 })
  })

  it('without a record in the middle is named by the gap', async () => {
    await hostile.run('DELETE FROM parlay_team.log WHERE place = 5')
    const fault = await findFault()
    expect(fault).toMatchObject({ kind: 'gap', after: 4 })
    expect(fault?.sentence).toMatch(/^Record 5 is missing/)
  })

  it('without a record that others have seen, and hashes that fit, is named', async () => {
    await hostile.edit(contents => contents.toSpliced(5, 1))
    expect(await findFault()).toMatchObject({ kind: 'reordered', after: 5 })
  })

  it('with another history before a record than its author saw is named as forked', async () => {
    const before = (await team.read())[3]
    const seen = { place: 4, hash: before?.hash ?? '' }
    const prior = before?.digest ?? null
    const branch = team.sign(one, 'change', { stake: 900 }, { number: 2, seen, prior })
    await hostile.edit(contents => contents.map((each, at) => (at === 4 ? branch : each)))
    expect(await findFault()).toMatchObject({ kind: 'forked', after: 5 })
  })

  it('with another record of a desk than its next one names is named as severed', async () => {
    const records = await team.read()
    const prior = records[4]?.digest ?? null
    const other = team.sign(one, 'change', { stake: 900 }, { number: 3, prior })
    const next = team.sign(one, 'change', {})
    await hostile.edit(contents => [...contents.slice(0, 6), other, next])
    expect(await findFault()).toMatchObject({ kind: 'severed', after: 7 })
  })

  it('with an earlier record a second time is named as replayed', async () => {
    await hostile.edit(contents => [...contents, ...contents.slice(3, 4)])
    expect(await findFault()).toMatchObject({ kind: 'replayed', after: 7 })
  })

  it('with a record written for another team is named', async () => {
    const other = await TestTeam.found(server)
    const record = other.sign(one, 'change', {})
    other.close()
    await hostile.edit(contents => [...contents, record])
    expect(await findFault()).toMatchObject({ kind: 'other-team', after: 7 })
  })

  it('with a desk that only the server let in is named', async () => {
    const stranger = {
      ...two,
      name: 'Stranger',
      member: 'ab'.repeat(8),
      key: createSigningKey(),
      number: 0,
      prior: null,
    }
    const record = team.sign(stranger, 'change', {})
    await hostile.edit(contents => [...contents, record])
    expect(await findFault()).toMatchObject({ kind: 'unknown-member', after: 7 })
  })

  it('with a desk let in under the owner’s name by the server’s key is named as forged', async () => {
    const stranger = { ...two, member: 'ab'.repeat(8), key: createSigningKey() }
    const number = 1 + (team.check(await team.read()).last.get(team.owner.member)?.number ?? 0)
    const record = team.sign({ ...team.owner, key: stranger.key }, 'member', toMember(stranger), { number })
    await hostile.edit(contents => [...contents, record])
    expect(await findFault()).toMatchObject({ kind: 'forged', after: 7 })
  })

  it.each([
    ['recorder', 'settings'],
    ['recorder', 'member'],
    ['trader', 'member'],
    ['auditor', 'change'],
    ['partner', 'statement'],
  ] as const)('in which a %s wrote a record of kind %s is named', async (role, kind) => {
    const known = { trader: one, recorder: two, auditor: undefined, partner: undefined }[role]
    const author = known ?? (await team.addMember('Desk 4', role))
    const { length } = await team.read()
    const record = team.sign(author, kind, {})
    await hostile.edit(contents => [...contents, record])
    expect(await findFault()).toMatchObject({ kind: 'no-right', after: length })
  })

  it('with a record of a kind that no desk writes is named', async () => {
    const { member, number, body } = team.sign(one, 'change', {})
    const signature = signLines(one.key, 'record', [member, number, 'gift', body])
    await hostile.edit(contents => [...contents, { member, number, kind: 'gift', body, signature }])
    expect(await findFault()).toMatchObject({ kind: 'no-right', after: 7 })
  })

  it('in which a desk writes after its removal is named', async () => {
    await team.setMember(two, { isRemoved: true })
    const record = team.sign(two, 'change', {})
    await hostile.edit(contents => [...contents, record])
    const fault = await findFault()
    expect(fault).toMatchObject({ kind: 'removed-member', after: 8 })
    expect(fault?.sentence).toContain('Desk 3')
  })

  it('with a record larger than any desk writes is named', async () => {
    const record = team.sign(one, 'change', 'x'.repeat(maxBodyBytes))
    await hostile.edit(contents => [...contents, record])
    expect(await findFault()).toMatchObject({ kind: 'too-large', after: 7 })
  })

  it('that founds another team is named', async () => {
    const founder = { ...team.owner, key: createSigningKey(), number: 0, prior: null }
    const founding = team.sign(
      founder,
      'founded',
      { team: 'Team', owner: toMember(founder) },
      { seen: emptyHead },
    )
    await hostile.edit(contents => [founding, ...contents.slice(1)])
    expect(await findFault()).toMatchObject({ kind: 'other-founding', after: 0 })
  })

  it('that begins later is named', async () => {
    await hostile.edit(contents => contents.slice(1))
    expect(await findFault()).toMatchObject({ kind: 'not-founded', after: 0 })
  })

  it('that founds the team twice is named', async () => {
    const { owner } = team
    const number = 1 + (team.check(await team.read()).last.get(owner.member)?.number ?? 0)
    const again = team.sign(owner, 'founded', { team: 'Mine', owner: toMember(owner) }, { number })
    await hostile.edit(contents => [...contents, again])
    expect(await findFault()).toMatchObject({ kind: 'second-founding', after: 7 })
  })

  describe('whose end does not fit what desks saw', () => {
    const serve = async (known: number) => {
      const [records, head] = [await team.read(), await team.readHead()]
      return { ...head, hashAtKnown: records.find(({ place }) => place === known)?.hash }
    }

    it('is named when it went back to a backup', async () => {
      const known = await team.readHead()
      await hostile.edit(contents => contents.slice(0, 5))
      expect(compareServedHead(known, await serve(known.place))).toMatchObject({
        kind: 'went-back',
        sentence: 'The server has 5 records, and this desk has seen 7. It may be an old backup.',
      })
    })

    it('is named when it was rewritten up to what this desk saw', async () => {
      const known = await team.readHead()
      await hostile.edit(contents => contents.slice(0, 6))
      await team.write(two, { stake: 1 })
      expect(compareServedHead(known, await serve(known.place))).toMatchObject({ kind: 'changed-head' })
    })

    it('is named when it holds back what another desk attests', async () => {
      await writeHead(one.connection.query, attestHead(team.team, one, await team.readHead()))
      await hostile.edit(contents => contents.slice(0, 6))
      const copy = { team: team.team, ...team.check(await team.read()), hashAt: () => undefined }
      expect(compareAttestedHeads(copy, await readHeads(two.connection.query))).toMatchObject({
        kind: 'truncated',
        sentence:
          'The server shows 6 records, and Desk 2 says it has seen 7. Either the server holds the newest ones back, or what Desk 2 says is wrong.',
        attester: { member: one.member, name: 'Desk 2' },
      })
    })

    it('is named when another desk attests another record there', async () => {
      const other = attestHead(team.team, one, { place: 7, hash: 'a'.repeat(64) })
      const copy = { team: team.team, ...team.check(await team.read()), hashAt: () => undefined }
      expect(compareAttestedHeads(copy, [other])).toMatchObject({ kind: 'forked-head' })
    })

    it('is not named by a desk that an owner removed, whatever it says', async () => {
      await team.setMember(one, { isRemoved: true })
      const copy = { team: team.team, ...team.check(await team.read()), hashAt: () => undefined }
      for (const place of [8, 99]) {
        const other = attestHead(team.team, one, { place, hash: 'a'.repeat(64) })
        expect(compareAttestedHeads(copy, [other])).toBeUndefined()
      }
    })

    it('is not named for a head that the server made up', async () => {
      const made = attestHead(
        team.team,
        { ...one, key: createSigningKey() },
        { place: 99, hash: 'a'.repeat(64) },
      )
      const copy = { team: team.team, ...team.check(await team.read()), hashAt: () => undefined }
      expect(compareAttestedHeads(copy, [made])).toBeUndefined()
    })

    it('is found whole when all desks saw the same', async () => {
      for (const each of [one, two])
        await writeHead(each.connection.query, attestHead(team.team, each, await team.readHead()))
      const known = await team.readHead()
      await team.write(one)
      const records = await team.read()
      const hashAt = (place: number) => records[place - 1]?.hash
      const copy = { team: team.team, ...team.check(records), hashAt }
      expect(compareServedHead(known, await serve(known.place))).toBeUndefined()
      expect(compareAttestedHeads(copy, await readHeads(two.connection.query))).toBeUndefined()
    })
  })
})
