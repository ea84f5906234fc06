/** Parses a typed target into its secret and its host. */
import { z } from 'zod'
import { invalidInput } from '../../shared/failure.ts'
import type { PhoneTargetDraft } from '../../shared/model/settings/phone.ts'
import { deceptive, isLoopback } from '../../shared/model/settings/service-address.ts'

/** Everything that a call to a target needs, as stored in the keychain. */
export const TargetSecret = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('ntfy'), address: z.url(), token: z.string() }),
  z.strictObject({ kind: z.literal('discord'), address: z.url() }),
  z.strictObject({ kind: z.literal('telegram'), server: z.url(), token: z.string(), chatId: z.string() }),
  z.strictObject({ kind: z.literal('webhook'), address: z.url(), signingKey: z.string() }),
])
export type TargetSecret = Readonly<z.infer<typeof TargetSecret>>

const minSigningKey = 16
const printable = /^[\x21-\x7e]*$/
const botToken = /^\d{3,20}:[\w-]{10,200}$/
const chat = /^(?:-?\d{1,20}|@\w{4,64})$/

/** Throws Refusal (invalid), which names the field and says what to change. */
export function readTarget(draft: PhoneTargetDraft): { secret: TargetSecret; host: string } {
  const secret = toSecret(draft)
  return { secret, host: new URL('server' in secret ? secret.server : secret.address).host }
}

function toSecret(draft: PhoneTargetDraft): TargetSecret {
  switch (draft.kind) {
    case 'ntfy': {
      const address = readAddress(draft.address, 'address')
      if (!/^[-\w]{1,64}$/.test(toTopic(address).topic))
        throw invalidInput('address', 'End the address with your topic: https://ntfy.sh/my-topic.')
      return { kind: 'ntfy', address: address.href, token: readToken(draft.token) }
    }
    case 'discord':
      return { kind: 'discord', address: readLongAddress(draft.address) }
    case 'telegram': {
      const [token, chatId] = [draft.token.trim(), draft.chatId.trim()]
      if (!botToken.test(token))
        throw invalidInput('token', 'Copy the whole bot token from BotFather: 123456:ABC…')
      if (!chat.test(chatId)) throw invalidInput('chatId', 'Enter the chat’s number, or @channel.')
      return { kind: 'telegram', server: readAddress(draft.server, 'server').href, token, chatId }
    }
    case 'webhook': {
      const signingKey = readToken(draft.signingKey, 'signingKey')
      if (signingKey.length < minSigningKey)
        throw invalidInput('signingKey', `Enter a key of ${minSigningKey} characters or more.`)
      return { kind: 'webhook', address: readAddress(draft.address, 'address').href, signingKey }
    }
  }
}

/** The topic of an ntfy address, which is its last part, and the path of the server before it. */
export function toTopic({ pathname }: URL): { topic: string; root: string } {
  const path = pathname.replace(/\/+$/, '')
  const cut = path.lastIndexOf('/') + 1
  return { topic: path.slice(cut), root: path.slice(0, cut) || '/' }
}

function readLongAddress(text: string): string {
  const url = readAddress(text, 'address')
  if (url.pathname.length > 1) return url.href
  throw invalidInput('address', 'Copy the whole webhook address, not only its host.')
}

/** Parses an https address, or http on this machine. A query is allowed, as webhooks have one. */
function readAddress(text: string, field: string): URL {
  const typed = text.trim()
  const url = URL.parse(typed)
  if (url === null) throw invalidInput(field, 'Enter an address that starts with https://.')
  if (deceptive.test(typed))
    throw invalidInput(field, 'The address has a space or hidden characters. Copy it again.')
  if (url.username !== '' || url.password !== '' || url.hash !== '')
    throw invalidInput(field, 'Leave user name, password and # out of the address.')
  if (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))) return url
  throw invalidInput(field, 'The address must start with https://.')
}

function readToken(text: string, field = 'token'): string {
  const token = text.trim()
  if (printable.test(token)) return token
  throw invalidInput(field, 'It has no spaces or special characters. Copy it again.')
}
