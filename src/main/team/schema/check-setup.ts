/** Finds what is missing in a team's database: before a team is set up, and after it was restored from a backup. */
import { z } from 'zod'
import { roles } from '../../../shared/model/team/roles.ts'
import type { PostgresConnection, RunQuery } from '../postgres/connection.ts'
import { readFacts } from './log-calls.ts'
import { checkSchema, teamMigrations } from './migrate.ts'

export interface SetupProblem {
  readonly sentence: string
  readonly remedy: string
}

export interface SetupFacts {
  readonly version: number
  readonly records: number
  /** Role of the login that asks; null if it is no desk's. */
  readonly role: string | null
  readonly state: string | null
  /** Null for a login that may not read them. */
  readonly members: number | null
}

export interface Setup {
  /** Null without this program's tables. */
  readonly facts: SetupFacts | null
  readonly problems: readonly SetupProblem[]
}

/** Changes nothing. Any login that may use the schema can ask; only the one that owns it can read all. */
export async function checkSetup({ query }: Pick<PostgresConnection, 'query'>): Promise<Setup> {
  const schema = await checkSchema({ query })
  if (schema.kind === 'missing')
    return {
      facts: null,
      problems: [{ sentence: 'There’s no team in this database.', remedy: 'Run team init.' }],
    }
  if (schema.kind !== 'ready') {
    const sentence = `The team’s tables have version ${schema.version}; this Parlay Desk needs ${teamMigrations.length}.`
    const remedy = schema.kind === 'older' ? 'Run team init.' : 'Update Parlay Desk.'
    return { facts: null, problems: [{ sentence, remedy }] }
  }
  const { version, place, role, state } = await readFacts(query)
  const owned = await findMissing(query)
  const facts = { version, records: place, role, state, members: owned?.members ?? null }
  return { facts, problems: owned === null ? [] : describe(owned) }
}

const Owned = z.object({ owns: z.boolean() })
const Missing = z.object({
  members: z.number(),
  /** Group roles, and logins of desks, which a dump of the database alone does not have. */
  roles: z.number(),
  logins: z.number(),
  isFixed: z.boolean(),
})

async function findMissing(query: RunQuery): Promise<z.output<typeof Missing> | null> {
  const [owned] = await query(
    `SELECT has_table_privilege('parlay_team.members', 'SELECT') AND has_table_privilege('parlay_team.about', 'SELECT') AS owns`,
  )
  if (!Owned.parse(owned).owns) return null
  const names = ['guest', ...roles].map(role => `('${role}')`).join(', ')
  const [row] = await query(
    `SELECT (SELECT count(*) FROM parlay_team.members) AS members,
       (SELECT count(*) FROM parlay_team.about AS a, (VALUES ${names}) AS r(role)
        WHERE to_regrole(a.prefix || '_' || r.role) IS NULL) AS roles,
       (SELECT count(*) FROM parlay_team.members AS m
        WHERE m.state <> 'removed' AND to_regrole(quote_ident(m.login)) IS NULL) AS logins,
       EXISTS (SELECT FROM pg_trigger
         WHERE tgrelid = 'parlay_team.log'::regclass AND tgname = 'log_is_fixed' AND tgenabled = 'O') AS "isFixed"`,
  )
  return Missing.parse(row)
}

function describe({ roles: missingRoles, logins, isFixed }: z.output<typeof Missing>): SetupProblem[] {
  const problems: SetupProblem[] = []
  if (missingRoles > 0 || logins > 0)
    problems.push({
      sentence: `Logins and roles of the team are missing on this server (${missingRoles + logins}), so desks can’t connect (${logins}).`,
      remedy: 'Restore them from the backup that pg_dumpall --roles-only made, then the database again.',
    })
  if (!isFixed)
    problems.push({
      sentence: 'The log isn’t protected against changes: its trigger is off or gone.',
      remedy:
        'Desks would notice a changed record. Turn it on: ALTER TABLE parlay_team.log ENABLE TRIGGER log_is_fixed.',
    })
  return problems
}
