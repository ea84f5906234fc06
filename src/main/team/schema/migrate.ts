/**
 * Makes the team's schema on a server, and brings it to this program's version: all in one transaction. A schema of
 * another version is refused by name; the desk then works alone.
 */
import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { PostgresConnection, RunQuery } from '../postgres/connection.ts'
import { readCode, ServerProblem } from '../postgres/server-problem.ts'
import { log001 } from './001-log.ts'
import { calls002 } from './002-calls.ts'
import { quotes003 } from './003-quotes.ts'
import { parlays004 } from './004-parlays.ts'
import { heads005 } from './005-heads.ts'

/** SQL of each migration, in order, for the prefix of the team's roles. Released ones are never changed. */
type TeamMigrations = readonly ((prefix: string) => string)[]

export const teamMigrations: TeamMigrations = [log001, calls002, quotes003, parlays004, heads005]

const About = z.object({ version: z.number(), prefix: z.string() })

/** Any number; only setups of this program take it. */
const setupLock = 7_275_929

export type SchemaVersion =
  | { readonly kind: 'ready' }
  | { readonly kind: 'missing' }
  | { readonly kind: 'older' | 'newer'; readonly version: number }

/** Compares a server's schema with this program's. Every member may. */
export async function checkSchema(
  { query }: Pick<PostgresConnection, 'query'>,
  newest = teamMigrations.length,
): Promise<SchemaVersion> {
  try {
    const [row] = await query('SELECT version FROM parlay_team.facts()')
    const { version } = About.pick({ version: true }).parse(row)
    if (version === newest) return { kind: 'ready' }
    return { kind: version < newest ? 'older' : 'newer', version }
  } catch (error) {
    // No schema, or no function.
    if (['3F000', '42883'].includes(readCode(error))) return { kind: 'missing' }
    throw error
  }
}

/** Throws ServerProblem that names both versions unless the schema is this program's. */
export async function assertSchema(
  connection: Pick<PostgresConnection, 'query'>,
  newest = teamMigrations.length,
): Promise<void> {
  const found = await checkSchema(connection, newest)
  if (found.kind === 'ready') return
  if (found.kind === 'missing')
    throw new ServerProblem('unsuitable', {
      sentence: 'There’s no team in this database.',
      remedy: 'Check the address, or set up a team there.',
    })
  throw new ServerProblem('unsuitable', {
    sentence: `The team’s server has version ${found.version}; this Parlay Desk needs ${newest}.`,
    remedy:
      found.kind === 'newer'
        ? 'Update Parlay Desk. You can work alone until then.'
        : 'Whoever runs the server must run “parlay-desk team init” in a terminal. You can work alone until then.',
  })
}

/**
 * Creates or updates the schema, as the login that owns it and may create roles. Returns the prefix of the team's roles.
 * Throws ServerProblem; nothing is changed then.
 */
export function migrateTeam(
  connection: Pick<PostgresConnection, 'transact'>,
  migrations = teamMigrations,
): Promise<string> {
  return connection.transact(async run => {
    await run(`SELECT pg_advisory_xact_lock(${setupLock})`)
    const { version, prefix } = await readAbout(run)
    if (version > migrations.length)
      throw new ServerProblem('unsuitable', {
        sentence: `The team’s server has version ${version}, and this Parlay Desk knows ${migrations.length}.`,
        remedy: 'Update Parlay Desk.',
      })
    if (version < migrations.length) await assertMayCreateRoles(run)
    for (const migration of migrations.slice(version)) await run(migration(prefix))
    await run('UPDATE parlay_team.about SET version = $1', [migrations.length])
    return prefix
  })
}

async function readAbout(run: RunQuery): Promise<z.output<typeof About>> {
  await run('CREATE SCHEMA IF NOT EXISTS parlay_team')
  await run(`CREATE TABLE IF NOT EXISTS parlay_team.about
    (is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only), version int NOT NULL, prefix text NOT NULL)`)
  const prefix = `parlay_${randomBytes(4).toString('hex')}`
  await run('INSERT INTO parlay_team.about (version, prefix) VALUES (0, $1) ON CONFLICT DO NOTHING', [prefix])
  const [row] = await run('SELECT version, prefix FROM parlay_team.about')
  return About.parse(row)
}

async function assertMayCreateRoles(run: RunQuery): Promise<void> {
  const [row] = await run(
    `SELECT rolcreaterole OR rolsuper AS "mayCreate" FROM pg_roles WHERE rolname = current_user`,
  )
  if (z.object({ mayCreate: z.boolean() }).parse(row).mayCreate) return
  throw new ServerProblem('not-permitted', {
    sentence: 'This login can’t create roles, which a team’s desks need.',
    remedy: 'Use the login that your host names as the administrator, or grant it CREATEROLE.',
  })
}
