/**
 * The profile in use and its key. The key is read from the vault once, held here in memory and handed out only to
 * `caller.ts`, at the moment of a call. No keychain means a key for this session, never a file.
 */
import { EventEmitter } from 'node:events'
import { randomBytes } from 'node:crypto'
import { Refusal } from '../../shared/failure.ts'
import {
  demoProfileId,
  type AccountState,
  type KeyStatus,
  type Profile,
  type ProfileDraft,
} from '../../shared/model/profile.ts'
import { checkDraft } from './check-draft.ts'
import { KeychainUnavailable, type KeyVault } from './key-vault.ts'
import type { SettingsFile } from './settings-file.ts'

/** The demo's server, started when its profile is first used. */
export interface DemoService {
  readonly profile: Profile
  readonly key: string
}

export interface AccountOptions {
  readonly settings: SettingsFile
  readonly vault: KeyVault
  readonly startDemo: () => Promise<DemoService>
  /** Errors for calls without a usable key: built by the odds-service family. */
  readonly keyError: (kind: 'key-missing' | 'key-refused') => Error
}

interface Held {
  readonly key: string
  readonly status: Extract<KeyStatus, { kind: 'keychain' | 'session' | 'demo' }>
}

export class Account extends EventEmitter<{ changed: []; switched: []; resumed: [] }> {
  readonly #options: AccountOptions
  readonly #held = new Map<string, Held>()
  readonly #refused = new Set<string>()
  readonly #notices: string[] = []
  #demo: DemoService | undefined
  #opening: Promise<void> = Promise.resolve()

  constructor(options: AccountOptions) {
    super()
    this.#options = options
    if (options.settings.notice !== undefined) this.#notices.push(options.settings.notice)
  }

  get activeId(): string {
    return this.#options.settings.read().activeProfileId
  }

  state(): AccountState {
    const { profiles } = this.#options.settings.read()
    const isDemo = this.activeId === demoProfileId
    return {
      profiles: [...profiles],
      activeId: this.activeId,
      activeName: isDemo ? 'Demo' : (profiles.find(({ id }) => id === this.activeId)?.name ?? this.activeId),
      isDemo,
      keyStatus: this.#keyStatus(),
      notices: [...this.#notices],
    }
  }

  /** The profile in use with its addresses, once its service can be called. */
  async profile(): Promise<Profile> {
    await this.#opening
    const found = this.activeId === demoProfileId ? this.#demo?.profile : this.#own(this.activeId)
    if (found === undefined)
      throw new Refusal({ kind: 'not-found', what: 'the demo’s odds service, which did not start' })
    return found
  }

  /** The key for a call that is about to be made. Throws when there is none, or the service refused it. */
  current(): string {
    const held = this.#held.get(this.activeId)
    if (held === undefined) throw this.#options.keyError('key-missing')
    if (this.#refused.has(this.activeId)) throw this.#options.keyError('key-refused')
    return held.key
  }

  /** The service refused this key: no call uses it again until it changes. A late answer to an older key is no news. */
  refuse(key: string): void {
    if (this.#held.get(this.activeId)?.key !== key || this.#refused.has(this.activeId)) return
    this.#refused.add(this.activeId)
    this.emit('changed')
  }

  /** Reads the active profile's key, or starts the demo. Called at start and after each switch. */
  open(): Promise<void> {
    const id = this.activeId
    this.#opening = (id === demoProfileId ? this.#openDemo() : this.#readKey(id)).finally(() =>
      this.emit('changed'),
    )
    return this.#opening
  }

  use(id: string): void {
    if (id !== demoProfileId) this.#own(id)
    if (id === this.activeId) return
    this.#options.settings.write({ activeProfileId: id })
    void this.open()
    this.emit('switched')
    this.emit('changed')
  }

  save(id: string | null, draft: ProfileDraft): Profile {
    checkDraft(draft)
    const { profiles } = this.#options.settings.read()
    const twin = profiles.find(other => other.name === draft.name && other.id !== id)
    if (twin !== undefined || draft.name === 'Demo')
      throw new Refusal({
        kind: 'invalid',
        field: 'name',
        sentence: 'There is a profile of this name already. Choose another.',
      })
    if (id !== null) this.#own(id)
    const profile: Profile = { ...draft, id: id ?? `p-${randomBytes(6).toString('hex')}` }
    const rest =
      id === null ? [...profiles, profile] : profiles.map(other => (other.id === id ? profile : other))
    this.#options.settings.write({ profiles: rest })
    this.emit('changed')
    return profile
  }

  async remove(id: string): Promise<void> {
    this.#own(id)
    if (id === this.activeId) this.use(demoProfileId)
    const { profiles } = this.#options.settings.read()
    this.#options.settings.write({ profiles: profiles.filter(profile => profile.id !== id) })
    await this.#forget(id)
  }

  /** Keeps a key for the profile in use, in the keychain when one answers. Waiting calls may resume. */
  async setKey(key: string): Promise<void> {
    const id = this.#ownActive()
    if (!/^[\x21-\x7e]+$/.test(key))
      throw new Refusal({
        kind: 'invalid',
        field: 'key',
        sentence: 'A key has no spaces or special characters. Copy it once more.',
      })
    this.#held.set(id, { key, status: await this.#store(id, key) })
    this.#refused.delete(id)
    this.emit('changed')
    this.emit('resumed')
  }

  async removeKey(): Promise<void> {
    await this.#forget(this.#ownActive())
  }

  addNotice(sentence: string): void {
    this.#notices.push(sentence)
    this.emit('changed')
  }

  #keyStatus(): KeyStatus {
    if (this.#refused.has(this.activeId)) return { kind: 'refused' }
    return this.#held.get(this.activeId)?.status ?? { kind: 'missing' }
  }

  #own(id: string): Profile {
    const found = this.#options.settings.read().profiles.find(profile => profile.id === id)
    if (found === undefined) throw new Refusal({ kind: 'not-found', what: 'this service profile' })
    return found
  }

  #ownActive(): string {
    if (this.activeId !== demoProfileId) return this.activeId
    throw new Refusal({
      kind: 'invalid',
      field: 'key',
      sentence: 'The demo makes its own key. Add a service profile for yours.',
    })
  }

  async #openDemo(): Promise<void> {
    try {
      this.#demo ??= await this.#options.startDemo()
      this.#held.set(demoProfileId, { key: this.#demo.key, status: { kind: 'demo' } })
    } catch {
      this.#notices.push(
        'The demo’s odds service did not start. Restart the program; if it stays so, use a profile of your own.',
      )
    }
  }

  async #readKey(id: string): Promise<void> {
    if (this.#held.has(id)) return
    try {
      const key = await this.#options.vault.read(id)
      if (key !== undefined && !this.#held.has(id)) this.#held.set(id, { key, status: { kind: 'keychain' } })
    } catch (error) {
      if (!(error instanceof KeychainUnavailable)) throw error
      this.#notices.push(`${error.message} A key you enter is kept for this session only.`)
    }
  }

  async #store(id: string, key: string): Promise<Held['status']> {
    try {
      await this.#options.vault.write(id, key)
      return { kind: 'keychain' }
    } catch (error) {
      if (error instanceof KeychainUnavailable) return { kind: 'session', reason: error.message }
      throw error
    }
  }

  async #forget(id: string): Promise<void> {
    this.#held.delete(id)
    this.#refused.delete(id)
    this.emit('changed')
    try {
      await this.#options.vault.remove(id)
    } catch (error) {
      if (!(error instanceof KeychainUnavailable)) throw error
      this.addNotice(`${error.message} If it held this key, remove it there by hand.`)
    }
  }
}
