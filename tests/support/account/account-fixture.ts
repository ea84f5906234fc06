/** An account on a settings file of its own, with a vault and a demo that the test scripts. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { Account, type AccountOptions, type DemoService } from '../../../src/main/account/account.ts'
import { createMemoryVault, KeychainUnavailable, type KeyVault } from '../../../src/main/account/key-vault.ts'
import { openSettingsFile } from '../../../src/main/account/settings-file.ts'
import type { SettingsFile } from '../../../src/main/account/stored-settings.ts'
import type { ProfileDraft } from '../../../src/shared/model/settings/profile.ts'

export const demo: DemoService = {
  key: 'demo-key-of-this-session',
  books: [{ id: 'bravo', name: 'Bravo' }],
  profile: {
    id: 'demo',
    name: 'Demo',
    pricing: 'http://{book}.localhost:9001/',
    queue: 'http://queue.localhost:9001/',
    grader: 'http://grader.localhost:9001',
    feed: 'http://feed.localhost:9001/',
  },
}

export const draft = (given: Partial<ProfileDraft> = {}): ProfileDraft => ({
  name: 'Mine',
  pricing: 'https://{book}.odds.example/',
  queue: 'https://queue.odds.example/',
  grader: 'https://grader.odds.example',
  feed: null,
  ...given,
})

/** A keychain that is locked or missing. */
export const failingVault: KeyVault = {
  read: () => Promise.reject(new KeychainUnavailable('No keychain.')),
  write: () => Promise.reject(new KeychainUnavailable('No keychain.')),
  remove: () => Promise.reject(new KeychainUnavailable('No keychain.')),
}

export function emptySettings(): SettingsFile {
  const folder = mkdtempSync(join(tmpdir(), 'desk-account-'))
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true })
  })
  return openSettingsFile(folder, Date.now())
}

export interface TestAccount {
  readonly account: Account
  readonly settings: SettingsFile
  /** Names of the events emitted, in order. */
  readonly events: string[]
}

export function startAccount(given: Partial<AccountOptions> = {}): TestAccount {
  const settings = given.settings ?? emptySettings()
  const options = { vault: createMemoryVault(), startDemo: () => Promise.resolve(demo), ...given, settings }
  const account = new Account(options)
  const events: string[] = []
  for (const event of ['changed', 'switched', 'opened', 'resumed'] as const)
    account.on(event, () => events.push(event))
  return { account, settings, events: events }
}

/** The failure with which an action is rejected. */
export async function catchFailure(action: () => unknown): Promise<unknown> {
  try {
    await action()
  } catch (error) {
    return error instanceof Error && 'failure' in error ? error.failure : error
  }
  return undefined
}
