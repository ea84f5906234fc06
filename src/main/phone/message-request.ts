/** Requests that carry a message to a target. */
import { createHmac } from 'node:crypto'
import { toTopic } from '../../shared/model/settings/phone-draft.ts'
import type { TargetSecret } from './target-secret.ts'

export interface PhoneMessage {
  /** Names the message at the receiver. */
  readonly uid: string
  readonly title: string
  readonly body: string
  readonly firedAt: number
}

export interface MessageRequest {
  readonly address: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** `now` is the time of a webhook's signature. */
export function toMessageRequest(secret: TargetSecret, message: PhoneMessage, now: number): MessageRequest {
  switch (secret.kind) {
    case 'ntfy':
      return toNtfy(secret, message)
    case 'discord':
      return toDiscord(secret, message)
    case 'telegram':
      return toTelegram(secret, message)
    case 'webhook':
      return toWebhook(secret, message, now)
  }
}

type SecretOf<K extends TargetSecret['kind']> = Extract<TargetSecret, { kind: K }>

/** https://docs.ntfy.sh/publish/#publish-as-json */
function toNtfy({ address, token }: SecretOf<'ntfy'>, { title, body }: PhoneMessage): MessageRequest {
  const url = new URL(address)
  const { topic, root } = toTopic(url)
  url.pathname = root
  return {
    address: url,
    headers: token === '' ? {} : { authorization: `Bearer ${token}` },
    body: JSON.stringify({ topic, title, message: body }),
  }
}

const markdown = /[\\*_~`|>#[\]()]/g

/** With `wait` Discord answers after the message is posted. Names in the message notify no one. */
function toDiscord({ address }: SecretOf<'discord'>, { title, body }: PhoneMessage): MessageRequest {
  const url = new URL(address)
  url.searchParams.set('wait', 'true')
  const plain = (text: string) => text.replace(markdown, String.raw`\$&`)
  const content = `**${plain(title)}**\n${plain(body)}`
  return { address: url, headers: {}, body: JSON.stringify({ content, allowed_mentions: { parse: [] } }) }
}

/** https://core.telegram.org/bots/api#sendmessage */
function toTelegram(
  { server, token, chatId }: SecretOf<'telegram'>,
  { title, body }: PhoneMessage,
): MessageRequest {
  const url = new URL(server)
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/bot${token}/sendMessage`
  return { address: url, headers: {}, body: JSON.stringify({ chat_id: chatId, text: `${title}\n${body}` }) }
}

/**
 * With a key, signed by Standard Webhooks (https://www.standardwebhooks.com): HMAC-SHA256 of `id.timestamp.body`, in
 * base64, with the bytes of the key; a key that begins with `whsec_` is base64 after that.
 */
function toWebhook(
  { address, signingKey }: SecretOf<'webhook'>,
  message: PhoneMessage,
  now: number,
): MessageRequest {
  const { uid, title, body: text, firedAt } = message
  const body = JSON.stringify({ id: uid, firedAt: new Date(firedAt).toISOString(), title, text })
  const timestamp = String(Math.floor(now / 1000))
  const headers = { 'webhook-id': uid, 'webhook-timestamp': timestamp }
  if (signingKey === '') return { address: new URL(address), headers, body }
  const key = signingKey.startsWith('whsec_')
    ? Buffer.from(signingKey.slice('whsec_'.length), 'base64')
    : Buffer.from(signingKey)
  const signature = createHmac('sha256', key).update(`${uid}.${timestamp}.${body}`).digest('base64')
  return { address: new URL(address), headers: { ...headers, 'webhook-signature': `v1,${signature}` }, body }
}
