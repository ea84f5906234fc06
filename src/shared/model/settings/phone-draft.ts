/** Checks what the user typed for a phone target, every field at once. */
import type { PhoneTargetDraft } from './phone.ts'
import { deceptive, isLoopback } from './service-address.ts'

/** Name of a field of the draft, and what to change there. */
export type PhoneFieldErrors = Readonly<Partial<Record<string, string>>>

const minSigningKey = 16
const printable = /^[\x21-\x7e]*$/
const botToken = /^\d{3,20}:[\w-]{10,200}$/
const chat = /^(?:-?\d{1,20}|@\w{4,64})$/

/** Errors by field, in the order of the form; empty for a draft that can be used. */
export function findPhoneErrors(draft: PhoneTargetDraft): PhoneFieldErrors {
  const found = Object.entries(listChecks(draft)).filter(([, error]) => error !== undefined)
  return Object.fromEntries(found)
}

function listChecks(draft: PhoneTargetDraft): PhoneFieldErrors {
  switch (draft.kind) {
    case 'ntfy':
      return { address: checkTopic(draft.address), token: checkToken(draft.token) }
    case 'discord':
      return { address: checkLongAddress(draft.address) }
    case 'telegram':
      return {
        token: check(draft.token, botToken, 'Copy the whole bot token from BotFather: 123456:ABC…'),
        chatId: check(draft.chatId, chat, 'Enter the chat’s number, or @channel.'),
        server: checkAddress(draft.server),
      }
    case 'webhook':
      return { address: checkAddress(draft.address), signingKey: checkSigningKey(draft.signingKey) }
  }
}

/** The topic of an ntfy address, which is its last part, and the path of the server before it. */
export function toTopic({ pathname }: URL): { topic: string; root: string } {
  const path = pathname.replace(/\/+$/, '')
  const cut = path.lastIndexOf('/') + 1
  return { topic: path.slice(cut), root: path.slice(0, cut) || '/' }
}

const check = (text: string, pattern: RegExp, error: string): string | undefined =>
  pattern.test(text.trim()) ? undefined : error

function checkTopic(text: string): string | undefined {
  const error = checkAddress(text)
  if (error !== undefined || /^[-\w]{1,64}$/.test(toTopic(new URL(text.trim())).topic)) return error
  return 'End the address with your topic: https://ntfy.sh/my-topic.'
}

function checkLongAddress(text: string): string | undefined {
  const error = checkAddress(text)
  if (error !== undefined || new URL(text.trim()).pathname.length > 1) return error
  return 'Copy the whole webhook address, not only its host.'
}

/** An https address, or http on this machine. A query is allowed, as webhooks have one. */
function checkAddress(text: string): string | undefined {
  const typed = text.trim()
  const url = URL.parse(typed)
  if (url === null) return 'Enter an address that starts with https://.'
  if (deceptive.test(typed)) return 'The address has a space or hidden characters. Copy it again.'
  if (url.username !== '' || url.password !== '' || url.hash !== '')
    return 'Leave user name, password and # out of the address.'
  if (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))) return undefined
  return 'The address must start with https://.'
}

const checkToken = (text: string): string | undefined =>
  check(text, printable, 'It has no spaces or special characters. Copy it again.')

/** Empty for a webhook that is not signed. */
function checkSigningKey(text: string): string | undefined {
  const key = text.trim()
  if (key !== '' && key.length < minSigningKey)
    return `Enter ${minSigningKey} characters or more, or leave it blank.`
  return checkToken(key)
}
