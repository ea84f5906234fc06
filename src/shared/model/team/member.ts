/** Members of a team: desks, each with its own key. */
import { z } from 'zod'
import { Role } from './roles.ts'

/** In hex, 8 random bytes. */
export const MemberId = z.string().regex(/^[0-9a-f]{16}$/)
/** This desk, in records that it wrote while it could not read which member it is. */
export const unknownSelf = '0'.repeat(16)
/** Name of a team, a desk or a holder. */
export const TeamName = z.string().trim().min(1).max(80)

/** A member as the team's log has it, with what the server says about it. */
export const TeamMember = z.strictObject({
  member: MemberId,
  name: z.string(),
  role: Role,
  /** The holder whose statements a partner reads. */
  holder: z.string().nullable(),
  isRemoved: z.boolean(),
  /** True for one that left by itself. Its login at the server stays until an owner removes it. */
  hasLeft: z.boolean(),
  /** True for this desk. */
  isSelf: z.boolean(),
  /** Time of its last report, by the server's clock, and the place that it had checked then; null for none. */
  lastSeenAt: z.number().nullable(),
  seenPlace: z.number().int().nullable(),
})
export type TeamMember = Readonly<z.infer<typeof TeamMember>>

/** True for a member that takes part. */
export const isPresentMember = ({ isRemoved, hasLeft }: Pick<TeamMember, 'isRemoved' | 'hasLeft'>): boolean =>
  !isRemoved && !hasLeft

/** A desk that was invited and is not in yet. `isAsking`: it used the invitation and waits to be let in. */
export const InvitedDesk = z.strictObject({
  member: MemberId,
  name: z.string(),
  role: Role,
  holder: z.string().nullable(),
  isAsking: z.boolean(),
})
export type InvitedDesk = Readonly<z.infer<typeof InvitedDesk>>

/** Role of a member, and for a partner the holder whose statements it reads. */
export const RoleDraft = z.strictObject({ role: Role, holder: TeamName.nullable() })
export type RoleDraft = Readonly<z.infer<typeof RoleDraft>>
