/** A team on a real server for tests: its schema, its members with their connections, and records made by them. */
import { randomBytes } from 'node:crypto'
import type { Role, RecordKind } from '../../../src/shared/model/team/roles.ts'
import type { CheckedLog } from '../../../src/main/team/log/log-checker.ts'
import { LogChecker } from '../../../src/main/team/log/log-checker.ts'
import {
  emptyHead,
  signRecord,
  toDigest,
  type Head,
  type Member,
  type ServedRecord,
  type SignedRecord,
} from '../../../src/main/team/log/record.ts'
import { createSigningKey, type SigningKey } from '../../../src/main/team/log/signing.ts'
import { PostgresConnection } from '../../../src/main/team/postgres/connection.ts'
import {
  appendRecords,
  readFacts,
  readRecords,
  setMember,
  type Appended,
} from '../../../src/main/team/schema/log-calls.ts'
import { createLogin } from '../../../src/main/team/schema/login.ts'
import { migrateTeam } from '../../../src/main/team/schema/migrate.ts'
import type { PostgresServer } from './postgres-server.ts'

/** A member with its own connection, key and count of records. */
export interface TestMember {
  readonly member: string
  readonly name: string
  readonly role: Role
  readonly login: string
  readonly password: string
  readonly key: SigningKey
  readonly connection: PostgresConnection
  /** Number of its last record. */
  number: number
  /** Digest of its last record. */
  prior: string | null
}

export class TestTeam {
  readonly server: PostgresServer
  readonly database: string
  /** Login that owns the schema. */
  readonly admin: PostgresConnection
  readonly prefix: string
  readonly members: TestMember[] = []
  team = ''

  private constructor(server: PostgresServer, database: string, admin: PostgresConnection, prefix: string) {
    this.server = server
    this.database = database
    this.admin = admin
    this.prefix = prefix
  }

  /** Sets up a team in a new database, founded by its owner. */
  static async found(server: PostgresServer): Promise<TestTeam> {
    const database = await server.createDatabase()
    const admin = await PostgresConnection.open(server.address(database))
    const team = new TestTeam(server, database, admin, await migrateTeam(admin))
    const owner = await team.#enter('Owner', 'owner', admin)
    const record = team.sign(owner, 'founded', { team: 'Team', owner: toMember(owner) }, { seen: emptyHead })
    await team.append(owner, record)
    team.team = toDigest(record)
    return team
  }

  get owner(): TestMember {
    const [owner] = this.members
    if (owner === undefined) throw new Error('no owner')
    return owner
  }

  /** Invites a member and lets it in. */
  async addMember(name: string, role: Role, holder: string | null = null): Promise<TestMember> {
    const member = await this.#enter(name, role, this.owner.connection)
    await member.connection.query('SELECT parlay_team.request_entry($1, $2)', [
      member.key.publicKey,
      '0'.repeat(64),
    ])
    await this.setMember(member, { role, holder })
    return member
  }

  /** Signs and writes a member's record with its rights. */
  async setMember(
    member: TestMember,
    {
      role = member.role,
      holder = null,
      isRemoved = false,
    }: { role?: Role; holder?: string | null; isRemoved?: boolean },
  ): Promise<void> {
    const { owner } = this
    const payload = { ...toMember(member), role, holder, isRemoved }
    const record = this.sign(owner, 'member', payload, { seen: await this.readHead() })
    await setMember(owner.connection.query, record, payload)
  }

  /** The next record of a member, signed; with a number it is another one, which later ones do not follow. */
  sign(
    author: TestMember,
    kind: RecordKind,
    payload: unknown,
    {
      seen = emptyHead,
      number,
      prior = author.prior,
    }: { seen?: Head; number?: number; prior?: string | null } = {},
  ): SignedRecord {
    const team = kind === 'founded' ? null : this.team
    const isNext = number === undefined
    const ofRecord = { number: number ?? author.number + 1, kind, team, prior, seen, at: 1, payload }
    const record = signRecord(author, ofRecord)
    if (isNext) [author.number, author.prior] = [record.number, toDigest(record)]
    return record
  }

  /** Writes a record over a connection, by default the author's. */
  async append(
    author: TestMember,
    record: SignedRecord,
    { query }: Pick<PostgresConnection, 'query'> = author.connection,
  ): Promise<Appended> {
    const [appended] = await appendRecords(query, [record])
    if (appended === undefined) throw new Error('no answer')
    return appended
  }

  /** Signs and writes a change that has seen the present end of the log. */
  async write(author: TestMember, payload: unknown = {}, kind: RecordKind = 'change'): Promise<SignedRecord> {
    const record = this.sign(author, kind, payload, { seen: await this.readHead() })
    await this.append(author, record)
    return record
  }

  async readHead(): Promise<Head> {
    const { place, hash } = await readFacts(this.admin.query)
    return { place, hash }
  }

  /** All records as a member reads them. */
  read({ connection, role }: Pick<TestMember, 'connection' | 'role'> = this.owner): Promise<ServedRecord[]> {
    return readRecords(connection.query, { role, after: 0, limit: 10_000 })
  }

  /** Checks records as a desk would that has none yet. Throws LogFault. */
  check(records: readonly ServedRecord[], from?: CheckedLog): CheckedLog {
    const hashes = new Map(records.map(({ place, hash }) => [place, hash]))
    const checker = new LogChecker({
      team: this.team,
      hashAt: place => hashes.get(place),
      ...(from && { from }),
    })
    const { fault } = checker.checkAll(records)
    if (fault !== undefined) throw fault
    return checker.state
  }

  close(): void {
    for (const { connection } of this.members) connection.close()
    this.admin.close()
  }

  /** A login and a connection for a new member, on an invitation by `by`. */
  async #enter(name: string, role: Role, by: PostgresConnection): Promise<TestMember> {
    const { login, password, verifier } = createLogin(this.prefix)
    const member = randomBytes(8).toString('hex')
    await by.query('SELECT parlay_team.invite($1, $2, $3, $4)', [member, login, verifier, role])
    const connection = await PostgresConnection.open({
      ...this.server.address(this.database),
      login,
      password,
    })
    const entered = {
      member,
      name,
      role,
      login,
      password,
      key: createSigningKey(),
      connection,
      number: 0,
      prior: null,
    }
    this.members.push(entered)
    return entered
  }
}

export const toMember = ({ member, name, role, key }: TestMember): Member => ({
  member,
  name,
  role,
  publicKey: key.publicKey,
  holder: null,
  isRemoved: false,
})
