/** Phone alerts on a real SQLite file and, where given, a real server that answers what the test scripts. */
import { join } from 'node:path'
import { onTestFinished, vi } from 'vitest'
import { createMemoryVault, type KeyVault } from '../../../src/main/account/key-vault.ts'
import { Http } from '../../../src/main/odds-service/http.ts'
import { PhoneAlerts, type PhoneAlertsDeps } from '../../../src/main/phone/phone-alerts.ts'
import { PhoneStore } from '../../../src/main/phone/phone-store.ts'
import { TargetSecrets } from '../../../src/main/phone/target-secrets.ts'
import { openDatabase, type Database } from '../../../src/main/storage/database.ts'
import { deskMigrations } from '../../../src/main/storage/migrations/desk/desk-migrations.ts'
import type { DeliveryState, PhoneTargetDraft } from '../../../src/shared/model/settings/phone.ts'
import { startService, type Script } from '../odds-service/server.ts'
import { tempFolder } from '../storage/temp-folder.ts'

interface PhoneOptions extends Partial<Pick<PhoneAlertsDeps, 'now' | 'timeoutMs' | 'pausesMs'>> {
  readonly database?: Database
  readonly vault?: KeyVault
}

export function openPhone({ database, vault = createMemoryVault(), ...options }: PhoneOptions = {}) {
  const http = new Http({})
  const used = database ?? openDatabase(join(tempFolder(), 'desk.db'), deskMigrations)
  const secrets = new TargetSecrets(vault)
  const log = vi.fn((_error: unknown) => 'ab12')
  const problems: string[] = []
  const deps = { store: new PhoneStore(used), secrets, http, log, pausesMs: [20], ...options }
  const phone = new PhoneAlerts(deps)
  phone.on('problem', sentence => problems.push(sentence))
  phone.open()
  onTestFinished(async () => {
    phone.close()
    await http.close()
  })
  return { phone, database: used, secrets, vault, log, problems }
}
export type TestPhone = ReturnType<typeof openPhone>

export const signingKey = 'a-signing-key-of-mine'
export const botToken = '1234567:abcdefghijklmnop'

/** A target of each kind at a server of this machine, and a webhook that signs nothing. */
export const drafts = (port: number): Readonly<Record<string, PhoneTargetDraft>> => ({
  ntfy: {
    kind: 'ntfy',
    name: 'Pixel',
    address: `http://ntfy.localhost:${port}/base/my-topic`,
    token: 'tk_secret_of_mine',
  },
  discord: {
    kind: 'discord',
    name: '',
    address: `http://discord.localhost:${port}/api/webhooks/77/hook-secret`,
  },
  telegram: {
    kind: 'telegram',
    name: 'Bot',
    server: `http://telegram.localhost:${port}`,
    token: botToken,
    chatId: '-100123',
  },
  webhook: {
    kind: 'webhook',
    name: 'Hook',
    address: `http://hook.localhost:${port}/in?room=secret-room`,
    signingKey,
  },
  unsigned: {
    kind: 'webhook',
    name: 'Plain hook',
    address: `http://hook.localhost:${port}/in?room=secret-room`,
    signingKey: '',
  },
})

/** An approved target at a server with these answers. */
export async function startTarget(
  scripts: readonly [Script, ...Script[]],
  { kind = 'ntfy', ...options }: PhoneOptions & { readonly kind?: string } = {},
) {
  const service = await startService(...scripts)
  const opened = openPhone(options)
  const { phone } = opened
  const draft = drafts(service.port)[kind]
  if (draft === undefined) throw new Error(`no such kind: ${kind}`)
  await phone.add(draft)
  const id = phone.state().targets[0]?.id ?? ''
  phone.approve(id)
  return { ...opened, service, id, draft }
}

export const message = { firedIds: [7], title: 'one · two', body: 'Bravo is at +210. Your alert: +200.' }

/** State of the newest delivery once it has ended, or is in the state wanted. */
export async function waitForState(
  { phone }: Pick<TestPhone, 'phone'>,
  isWanted: (state: DeliveryState) => boolean = ({ kind }) => kind !== 'waiting' && kind !== 'sending',
): Promise<DeliveryState> {
  return vi.waitUntil(
    () => {
      const state = phone.state().deliveries[0]?.state
      return state !== undefined && isWanted(state) ? state : undefined
    },
    { timeout: 5_000, interval: 5 },
  )
}
