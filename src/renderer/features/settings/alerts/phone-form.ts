/**
 * The form of a phone: its fields by kind, and the draft that it makes. Never stored as a draft, because it contains
 * secrets.
 */
import type { PhoneTargetDraft, PhoneTargetKind } from '../../../../shared/model/settings/phone.ts'

export interface PhoneForm {
  readonly kind: PhoneTargetKind
  readonly name: string
  readonly address: string
  readonly server: string
  readonly token: string
  readonly chatId: string
  readonly signingKey: string
}
export type PhoneFieldName = Exclude<keyof PhoneForm, 'kind'>

export const blankPhone: PhoneForm = {
  kind: 'ntfy',
  name: '',
  address: '',
  server: 'https://api.telegram.org',
  token: '',
  chatId: '',
  signingKey: '',
}

interface PhoneField {
  readonly name: PhoneFieldName
  readonly label: string
  readonly hint?: string
  readonly placeholder?: string
  readonly isSecret?: boolean
}

const nameField: PhoneField = { name: 'name', label: 'Name', placeholder: 'My phone' }

export const phoneFields: Readonly<Record<PhoneTargetKind, readonly PhoneField[]>> = {
  ntfy: [
    nameField,
    {
      name: 'address',
      label: 'Topic address',
      placeholder: 'https://ntfy.sh/my-topic',
      hint: 'Anyone who knows a topic can read it. Pick a long one.',
    },
    { name: 'token', label: 'Access token (optional)', isSecret: true },
  ],
  discord: [
    nameField,
    {
      name: 'address',
      label: 'Webhook address',
      isSecret: true,
      hint: 'In Discord: channel settings, Integrations, Webhooks, Copy URL.',
    },
  ],
  telegram: [
    nameField,
    {
      name: 'token',
      label: 'Bot token',
      isSecret: true,
      hint: 'From @BotFather. Send your bot a message first.',
    },
    { name: 'chatId', label: 'Chat ID', placeholder: '123456789' },
    { name: 'server', label: 'Bot server' },
  ],
  webhook: [
    nameField,
    { name: 'address', label: 'Address', placeholder: 'https://example.com/alerts' },
    {
      name: 'signingKey',
      label: 'Signing key (optional)',
      isSecret: true,
      hint: '16 characters or more. Signs each message by Standard Webhooks (HMAC-SHA256).',
    },
  ],
}

export function toPhoneDraft(form: PhoneForm): PhoneTargetDraft {
  const { kind, name, address, server, token, chatId, signingKey } = form
  switch (kind) {
    case 'ntfy':
      return { kind, name, address, token }
    case 'discord':
      return { kind, name, address }
    case 'telegram':
      return { kind, name, server, token, chatId }
    case 'webhook':
      return { kind, name, address, signingKey }
  }
}
