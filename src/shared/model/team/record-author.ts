/** The author of what the ledger has: a member of the team. */
import { z } from 'zod'
import { MemberId } from './member.ts'

/** `isShared`: the team has it; false until it has its place in the team's log. */
export const RecordAuthor = z.strictObject({ member: MemberId, isShared: z.boolean() })
export type RecordAuthor = Readonly<z.infer<typeof RecordAuthor>>

/**
 * Reasons why a change has no effect: `waiting` for a user, as another change came first; `invalid`, as its desk's ledger
 * would not have written it.
 */
export const WithoutEffect = z.enum(['waiting', 'invalid'])
