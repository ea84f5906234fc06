/** Parses a typed target into its secret and its host. */
import { z } from 'zod'
import { invalidInput } from '../../shared/failure.ts'
import { findPhoneErrors } from '../../shared/model/settings/phone-draft.ts'
import type { PhoneTargetDraft } from '../../shared/model/settings/phone.ts'

/** Everything that a call to a target needs, as stored in the keychain. */
export const TargetSecret = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('ntfy'), address: z.url(), token: z.string() }),
  z.strictObject({ kind: z.literal('discord'), address: z.url() }),
  z.strictObject({ kind: z.literal('telegram'), server: z.url(), token: z.string(), chatId: z.string() }),
  /** `signingKey` is empty when messages are not signed. */
  z.strictObject({ kind: z.literal('webhook'), address: z.url(), signingKey: z.string() }),
])
export type TargetSecret = Readonly<z.infer<typeof TargetSecret>>

/** Throws Refusal (invalid), which names the first wrong field and says what to change. */
export function readTarget(draft: PhoneTargetDraft): { secret: TargetSecret; host: string } {
  const [error] = Object.entries(findPhoneErrors(draft))
  if (error !== undefined) throw invalidInput(error[0], error[1] ?? '')
  const secret = toSecret(draft)
  return { secret, host: new URL('server' in secret ? secret.server : secret.address).host }
}

function toSecret(draft: PhoneTargetDraft): TargetSecret {
  switch (draft.kind) {
    case 'ntfy':
      return { kind: 'ntfy', address: toHref(draft.address), token: draft.token.trim() }
    case 'discord':
      return { kind: 'discord', address: toHref(draft.address) }
    case 'telegram': {
      const [token, chatId] = [draft.token.trim(), draft.chatId.trim()]
      return { kind: 'telegram', server: toHref(draft.server), token, chatId }
    }
    case 'webhook':
      return { kind: 'webhook', address: toHref(draft.address), signingKey: draft.signingKey.trim() }
  }
}

const toHref = (text: string): string => new URL(text.trim()).href
