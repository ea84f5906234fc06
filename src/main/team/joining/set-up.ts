/** Setting up a team on a server: the checks before, the schema, the owner's login, and the record that founds it. */
import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { Refusal } from '../../../shared/failure.ts'
import type { ServerCheck, ServerDraft, ServerTest } from '../../../shared/model/team/team-server.ts'
import type { TeamProblem } from '../../../shared/model/team/team-state.ts'
import { emptyHead, signRecord, toDigest, type Author, type SignedRecord } from '../log/record.ts'
import { createSigningKey } from '../log/signing.ts'
import { PostgresConnection, type RunQuery } from '../postgres/connection.ts'
import { parseServerAddress, type ServerAddress } from '../postgres/server-address.ts'
import { ServerProblem, type ServerProblemKind } from '../postgres/server-problem.ts'
import { createLogin } from '../schema/login.ts'
import { countTeam, inviteMember } from '../schema/member-calls.ts'
import { checkSchema, migrateTeam } from '../schema/migrate.ts'
import { createSecret, type DeskSecrets } from './team-secrets.ts'

/** A server that an address leads to. */
export interface TeamServer {
  readonly address: ServerAddress
  readonly certificate: string | null
}

/** Throws Refusal. */
export const readServer = ({ address, certificate }: ServerDraft): TeamServer => ({
  address: parseServerAddress(address),
  certificate: certificate === null || certificate.trim() === '' ? null : certificate,
})

/** Throws ServerProblem. */
export const connect = ({ address, certificate }: TeamServer): Promise<PostgresConnection> =>
  PostgresConnection.open(address, certificate === null ? {} : { certificate })

/** As `connect`, for a team that is not set up yet: no owner can be asked. */
async function connectFirst(server: TeamServer): Promise<PostgresConnection> {
  try {
    return await connect(server)
  } catch (error) {
    const texts = error instanceof ServerProblem ? firstTexts[error.kind] : undefined
    if (!(error instanceof ServerProblem) || texts === undefined) throw error
    throw new ServerProblem(error.kind, { sentence: error.sentence, ...texts }, { cause: error })
  }
}

const firstTexts: Partial<Record<ServerProblemKind, { sentence?: string; remedy: string }>> = {
  'wrong-password': {
    sentence: 'The server didn’t accept this login or its password.',
    remedy: 'Check both in the address that your host shows.',
  },
  'no-login': {
    sentence: 'The server doesn’t let this login in.',
    remedy: 'Check the login, and that the server allows it from this computer with TLS (pg_hba.conf).',
  },
  certificate: {
    remedy: 'Nothing was sent. If the server has a certificate of its own, paste that of its authority here.',
  },
}

export const createMemberId = (): string => randomBytes(8).toString('hex')

const MayCreate = z.object({ login: z.boolean(), schema: z.boolean() })

/** Checks whether a team can be set up on a server, and names each problem. Nothing is changed there. */
export async function testServer(draft: ServerDraft): Promise<ServerTest> {
  const checks: ServerCheck[] = []
  const check = async <T>(name: string, work: () => Promise<T>): Promise<T | undefined> => {
    try {
      const result = await work()
      checks.push({ name, problem: null })
      return result
    } catch (error) {
      checks.push({ name, problem: toProblem(error) })
      return undefined
    }
  }
  const server = await check('Address', () => Promise.resolve().then(() => readServer(draft)))
  const connection = server && (await check('Connection', () => connectFirst(server)))
  if (connection !== undefined) {
    await check('Database', () => assertEmpty(connection))
    await check('Rights', () => assertMaySetUp(connection.query))
    connection.close()
  }
  return { checks, canFound: checks.every(({ problem }) => problem === null) }
}

function toProblem(error: unknown): TeamProblem {
  if (error instanceof ServerProblem) return { sentence: error.sentence, remedy: error.remedy }
  if (error instanceof Refusal && error.failure.kind === 'invalid')
    return { sentence: error.failure.sentence, remedy: '' }
  throw error
}

async function assertMaySetUp(query: RunQuery): Promise<void> {
  const [row] = await query(
    `SELECT rolcreaterole OR rolsuper AS login, has_database_privilege(current_database(), 'CREATE') AS schema
     FROM pg_roles WHERE rolname = current_user`,
  )
  const { login, schema } = MayCreate.parse(row)
  if (!login)
    throw new ServerProblem('not-permitted', {
      sentence: 'This login can’t create roles, which a team’s desks need.',
      remedy: 'Use the login that your host names as the administrator, or grant it CREATEROLE.',
    })
  if (!schema)
    throw new ServerProblem('not-permitted', {
      sentence: 'This login can’t create a schema in this database.',
      remedy: 'Use the login that owns the database.',
    })
}

/** A setup that did not end left a schema without records; it may be done again. */
async function assertEmpty(connection: PostgresConnection): Promise<void> {
  const found = await checkSchema(connection)
  if (found.kind === 'missing') return
  if (found.kind === 'newer' || (await countTeam(connection.query)).places > 0)
    throw new ServerProblem('unsuitable', {
      sentence: 'There’s a team in this database already.',
      remedy: 'Ask its owner for an invitation, or use another database.',
    })
}

export interface FoundedTeam {
  readonly team: string
  readonly member: string
  readonly login: string
  readonly secrets: DeskSecrets
  /** Founds the team once it is sent. */
  readonly record: SignedRecord
}

interface Names {
  readonly name: string
  readonly memberName: string
}

/** Makes the schema and the owner's login. The team is founded when `record` is sent. Throws ServerProblem. */
export async function prepareTeam(server: TeamServer, names: Names, at: number): Promise<FoundedTeam> {
  const connection = await connectFirst(server)
  try {
    await assertEmpty(connection)
    await assertMaySetUp(connection.query)
    const prefix = await migrateTeam(connection)
    const login = createLogin(prefix)
    const author = { member: createMemberId(), key: createSigningKey() }
    await connection.transact(async run => {
      await removeUnused(run)
      await inviteMember(run, { member: author.member, role: 'owner', login })
    })
    const record = signFounding(author, names, at)
    const secrets = { password: login.password, key: author.key, teamSecret: createSecret() }
    return { team: toDigest(record), member: author.member, login: login.login, secrets, record }
  } finally {
    connection.close()
  }
}

function signFounding({ member, key }: Author, { name, memberName }: Names, at: number): SignedRecord {
  const { publicKey } = key
  const owner = { member, name: memberName, role: 'owner', publicKey, holder: null, isRemoved: false }
  const ofRecord = { number: 1, kind: 'founded', team: null, prior: null, seen: emptyHead, at } as const
  return signRecord({ member, key }, { ...ofRecord, payload: { team: name, owner } })
}

const LoginRow = z.object({ login: z.string() })

/** Removes the logins of a setup that did not end. */
async function removeUnused(run: RunQuery): Promise<void> {
  const rows = await run('DELETE FROM parlay_team.members RETURNING quote_ident(login) AS login')
  for (const { login } of LoginRow.array().parse(rows)) await run(`DROP ROLE IF EXISTS ${login}`)
}
