import { describe, expect, it } from 'vitest'
import { readTarget } from '../../../src/main/phone/target-secret.ts'
import { Refusal } from '../../../src/shared/failure.ts'
import type { PhoneTargetDraft } from '../../../src/shared/model/settings/phone.ts'

const name = ''
const ntfy = (address: string, token = ''): PhoneTargetDraft => ({ kind: 'ntfy', name, address, token })
const telegram = (token: string, chatId: string): PhoneTargetDraft => ({
  ...{ kind: 'telegram', name, server: 'https://api.telegram.org', token, chatId },
})
const webhook = (address: string, signingKey = '0123456789abcdef'): PhoneTargetDraft => ({
  ...{ kind: 'webhook', name, address, signingKey },
})

describe('readTarget', () => {
  it.each([
    [ntfy(' https://ntfy.sh/my-topic '), 'ntfy.sh'],
    [ntfy('https://push.example:8443/base/my_topic/'), 'push.example:8443'],
    [ntfy('http://127.0.0.1:8080/topic'), '127.0.0.1:8080'],
    [telegram('123456:ABCdef_ghijk-lmnop', '@my_channel'), 'api.telegram.org'],
    [webhook('https://hooks.example/in?token=a'), 'hooks.example'],
    [webhook('https://hooks.example/in', ''), 'hooks.example'],
  ])('names the host of %j', (draft, host) => {
    expect(readTarget(draft).host).toBe(host)
  })

  it.each([
    [ntfy('ntfy.sh/topic'), 'address'],
    [ntfy('http://ntfy.sh/topic'), 'address'],
    [ntfy('https://ntfy.sh/'), 'address'],
    [ntfy('https://ntfy.sh/to pic'), 'address'],
    [ntfy('https://me:pw@ntfy.sh/topic'), 'address'],
    [ntfy('https://ntfy.sh/topic', 'a\r\nb'), 'token'],
    [{ kind: 'discord' as const, name, address: 'https://discord.com' }, 'address'],
    [telegram('no-token', '1'), 'token'],
    [telegram('123456:ABCdef_ghijk-lmnop', 'me'), 'chatId'],
    [webhook('javascript:alert(1)'), 'address'],
    [webhook('https://hooks.example/in', 'short'), 'signingKey'],
  ])('refuses %j by its %s', (draft, field) => {
    let failure: unknown
    try {
      readTarget(draft)
    } catch (error) {
      if (error instanceof Refusal) ({ failure } = error)
    }
    expect(failure).toMatchObject({ kind: 'invalid', field })
  })
})
