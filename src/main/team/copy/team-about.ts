/** The team that this desk is in, and where its server is; without secrets, which are in the keychain. */
import { z } from 'zod'
import { MemberId, RoleDraft, TeamName } from '../../../shared/model/team/member.ts'
import { Role } from '../../../shared/model/team/roles.ts'
import { openDatabase, type Database } from '../../storage/database.ts'
import { teamMigrations } from '../../storage/migrations/team/team-migrations.ts'

const InvitedMember = RoleDraft.extend({ member: MemberId, name: TeamName })
export type InvitedMember = Readonly<z.infer<typeof InvitedMember>>

export const TeamAbout = z.strictObject({
  /** The team's id. */
  team: z.string(),
  name: TeamName,
  host: z.string(),
  port: z.number().int(),
  database: z.string(),
  login: z.string(),
  /** PEM of the authority that signed the server's certificate; null for a public one. */
  certificate: z.string().nullable(),
  member: MemberId,
  memberName: TeamName,
  /** From the invitation; the team's log decides. */
  role: Role,
  /** False until an owner has let this desk in. */
  isIn: z.boolean(),
  /** False until the ledger from before the team was moved aside. */
  hasLedger: z.boolean(),
  /** Folder in `kept/` of that ledger. */
  keptLedger: z.string().nullable(),
  /** Desks that this one invited, and are not in yet. */
  invited: z.array(InvitedMember),
})
export type TeamAbout = Readonly<z.infer<typeof TeamAbout>>

const Row = z.object({ content: z.string() })

/** A record of two kilobytes would leave half of a page of SQLite's own size empty. */
const pageBytes = 8_192

/** Opens or creates `team.db`. Throws as `openDatabase`. */
export const openTeamFile = (file: string): Database => openDatabase(file, teamMigrations, { pageBytes })

/** Undefined in a file that was begun and is without a team. */
export function readAbout(database: Database): TeamAbout | undefined {
  const row = database.prepare('SELECT content FROM about').get()
  return row === undefined ? undefined : TeamAbout.parse(JSON.parse(Row.parse(row).content))
}

/** Throws Refusal when it cannot be written. */
export function writeAbout(database: Database, about: TeamAbout): void {
  const sql = 'INSERT INTO about VALUES (1, ?) ON CONFLICT DO UPDATE SET content = excluded.content'
  database.prepare(sql).run(JSON.stringify(about))
}
