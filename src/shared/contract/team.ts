/** The team: setting up, joining, members, and what desks share. Every call but `snapshot` fails without a team. */
import { z } from 'zod'
import {
  InstructionDraft,
  InstructionUid,
  Audience,
  ReplyDraft,
  TeamWork,
} from '../model/team/instruction.ts'
import { MemberId, RoleDraft, TeamName } from '../model/team/member.ts'
import { OwnPresence, Presence } from '../model/team/presence.ts'
import { ServerDraft, ServerTest } from '../model/team/team-server.ts'
import { Shared, TeamState } from '../model/team/team-state.ts'
import { UnsharedRecord } from '../model/team/unshared-record.ts'
import { call, event, Nothing, ParlayId } from './entry.ts'

const OfMember = z.strictObject({ member: MemberId })

export const team = {
  snapshot: call(Nothing, TeamState),
  /** Checks a server; nothing is changed there. */
  test: call(ServerDraft, ServerTest),
  /** Sets up a team in an empty database, with this desk as its owner. */
  found: call(ServerDraft.extend({ name: TeamName, memberName: TeamName, shared: Shared }), TeamState),
  /** Makes an invitation for one desk: a text to send to it by a safe way. It is shown once. */
  invite: call(RoleDraft.extend({ name: TeamName }), { invitation: z.string() }),
  /** Uses an invitation: this desk makes its key and asks to be let in. */
  join: call({ invitation: z.string().max(40_000) }, TeamState),
  /** Lets a desk in that asks. */
  admit: call(OfMember, TeamState),
  setRole: call(RoleDraft.extend({ member: MemberId }), TeamState),
  /** Removes a member for good, or takes an unused invitation back. */
  remove: call(OfMember, TeamState),
  /**
   * Leaves the team and removes its keys from this computer. `ledger`: keep a copy of the team's, or put back the one from
   * before. Refused while records are not shared, unless `evenUnshared`.
   */
  leave: call({ ledger: z.enum(['team', 'kept']), evenUnshared: z.boolean() }, TeamState),
  /** Records of this desk that the team does not have yet, oldest first: at most `maxUnsharedListed`. */
  unshared: call(Nothing, z.array(UnsharedRecord)),
  /** Tries again now, also after a fault. */
  retry: call(Nothing, TeamState),
  /** Gives a server that was restored from an older backup the records that it lost. */
  returnRecords: call(Nothing, TeamState),
  setShared: call({ shared: Shared, callsPerMinute: z.number().int().min(1).nullable() }, TeamState),
  /** Decides a waiting change: `apply` writes it again on the present state, `decline` records that it has no effect. */
  decideWaiting: call({ uid: z.string(), word: z.enum(['apply', 'decline']) }, TeamState),
  changed: event(TeamState),

  /** Says what this desk is at. */
  present: call(OwnPresence, z.null()),
  presence: event(z.array(Presence)),

  /** Instructions, shared parlays, and statements of holders. */
  work: call(Nothing, TeamWork),
  instruct: call(InstructionDraft, TeamWork),
  reply: call({ uid: InstructionUid, part: z.number().int().min(0), reply: ReplyDraft }, TeamWork),
  /** Sets who sees a parlay of this desk. */
  share: call({ parlayId: ParlayId, audience: Audience }, TeamWork),
  /** Sends the present statement of each holder; a partner reads that of its own. */
  sendStatements: call(Nothing, TeamWork),
  workChanged: event(TeamWork),
} as const
