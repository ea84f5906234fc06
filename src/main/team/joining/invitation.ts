/** An invitation: one text with all that a new desk needs. Whoever has it can ask to be let in. */
import { z } from 'zod'
import { invalidInput } from '../../../shared/failure.ts'
import { MemberId, RoleDraft, TeamName } from '../../../shared/model/team/member.ts'

const Invitation = RoleDraft.extend({
  version: z.literal(1),
  host: z.string().min(1),
  port: z.number().int(),
  database: z.string().min(1),
  login: z.string().min(1),
  password: z.string().min(1),
  certificate: z.string().nullable(),
  team: z.string().regex(/^[0-9a-f]{64}$/),
  teamName: TeamName,
  member: MemberId,
  name: TeamName,
  /** Proves that the key which asks is the invited desk's. */
  proofSecret: z.string(),
  teamSecret: z.string(),
})
export type Invitation = Readonly<z.infer<typeof Invitation>>

const prefix = 'parlay-desk-team-'

export const writeInvitation = (invitation: Invitation): string =>
  prefix + Buffer.from(JSON.stringify(invitation)).toString('base64url')

/** Line breaks and spaces that a mail program added are ignored. Throws Refusal. */
export function readInvitation(text: string): Invitation {
  const packed = text.replaceAll(/\s/g, '')
  try {
    if (packed.startsWith(prefix))
      return Invitation.parse(JSON.parse(Buffer.from(packed.slice(prefix.length), 'base64url').toString()))
  } catch {
    // Refused below.
  }
  throw invalidInput(
    'invitation',
    'This isn’t a whole invitation. Copy all of the text that the owner sent you.',
  )
}
