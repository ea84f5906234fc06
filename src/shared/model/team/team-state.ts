/** The team as this desk sees it: its connection, members, log, and what is not shared yet. */
import { z } from 'zod'
import { InvitedDesk, MemberId, TeamMember } from './member.ts'
import { Role } from './roles.ts'

/** A problem: the sentence that names it, and its remedy. */
export const TeamProblem = z.strictObject({ sentence: z.string(), remedy: z.string() })
export type TeamProblem = Readonly<z.infer<typeof TeamProblem>>

export const TeamConnection = z.discriminatedUnion('kind', [
  /** No team is set. */
  z.strictObject({ kind: z.literal('off') }),
  /** Waits for an owner to let this desk in; `problem`: why it cannot ask for now. */
  z.strictObject({ kind: z.literal('asking'), problem: TeamProblem.nullable() }),
  z.strictObject({ kind: z.literal('connecting') }),
  /** Reads what it lacks: `done` of `total` records of the team's log. */
  z.strictObject({
    kind: z.literal('catching-up'),
    done: z.number().int(),
    total: z.number().int(),
  }),
  z.strictObject({ kind: z.literal('connected') }),
  /** Works alone since then, and connects again by itself. */
  z.strictObject({ kind: z.literal('apart'), sinceAt: z.number(), problem: TeamProblem }),
  /** A fault ended sharing. Nothing is lost, and nothing is sent until a user acts. */
  z.strictObject({ kind: z.literal('stopped'), sinceAt: z.number(), problem: TeamProblem }),
])
export type TeamConnection = Readonly<z.infer<typeof TeamConnection>>

/** The team that is set, with this desk's place in it. */
export const TeamFacts = z.strictObject({
  /** Digest of the record that founds the team; null until the invitation is used. */
  id: z.string(),
  name: z.string(),
  /** `login@host:port/database`: without a password. */
  address: z.string(),
  member: MemberId,
  memberName: z.string(),
  role: Role,
  /** Version of the schema that this program needs; `served` is the server's, null before it was read. */
  schemaVersion: z.number().int(),
  servedVersion: z.number().int().nullable(),
  /** End of the team's log as this desk checked it. */
  head: z.strictObject({ place: z.number().int(), hash: z.string() }),
  /** True if the copy has no fault and this desk is an owner: it can give a restored older server what it lost. */
  canReturnRecords: z.boolean(),
})
export type TeamFacts = Readonly<z.infer<typeof TeamFacts>>

/** Shared by a team: all, or the ledger without prices, calls and parlays. */
export const Shared = z.enum(['all', 'ledger'])
export type Shared = z.infer<typeof Shared>

export const TeamState = z.strictObject({
  connection: TeamConnection,
  /** Null when no team is set. */
  team: TeamFacts.nullable(),
  /** All members, removed ones too: their names stand beside what they wrote. */
  members: z.array(TeamMember),
  /** Desks that were invited by this one. */
  invited: z.array(InvitedDesk),
  /** Own records that have no place in the team's log yet. */
  unshared: z.number().int(),
  shared: Shared,
  /** Calls a minute of the shared key, as an owner set them; null while it is learned. */
  callsPerMinute: z.number().int().nullable(),
  /** Problems beside a connection that is there: a wrong clock, a server that only accepts reads, a record too large. */
  warnings: z.array(TeamProblem),
  /** Name in `kept/` of the ledger that was there before the team; null if there is none. */
  keptLedger: z.string().nullable(),
})
export type TeamState = Readonly<z.infer<typeof TeamState>>

export const noTeam: TeamState = {
  connection: { kind: 'off' },
  team: null,
  members: [],
  invited: [],
  unshared: 0,
  shared: 'all',
  callsPerMinute: null,
  warnings: [],
  keptLedger: null,
}
