/**
 * The keys of this session, by profile: read from the vault once, held in memory, read only for a call. No
 * keychain means a key for this session, never a file.
 */
import type { KeyStatus } from '../../shared/model/settings/profile.ts'
import { SerialQueue } from '../async/serial-queue.ts'
import { ServiceError } from '../odds-service/failures.ts'
import { withoutKey } from '../odds-service/redact.ts'
import { KeychainUnavailable, type KeyVault } from './key-vault.ts'

interface HeldKey {
  readonly key: string
  readonly status: Extract<KeyStatus, { kind: 'keychain' | 'session' | 'demo' }>
}

export class KeyRing {
  readonly #vault: KeyVault
  readonly #onRefused: () => void
  readonly #held = new Map<string, HeldKey>()
  readonly #refused = new Set<string>()
  /** Profiles whose key was read or removed. One of them without a key in memory has none at all. */
  readonly #known = new Set<string>()
  readonly #everHeld = new Set<string>()
  /** Runs vault calls one after another: a key that is being read must not return after its removal. */
  readonly #uses = new SerialQueue()

  constructor(vault: KeyVault, onRefused: () => void) {
    this.#vault = vault
    this.#onRefused = onRefused
  }

  status(profileId: string): KeyStatus {
    if (this.#refused.has(profileId)) return { kind: 'refused' }
    const unheld = this.#known.has(profileId) ? 'missing' : 'reading'
    return this.#held.get(profileId)?.status ?? { kind: unheld }
  }

  /** The key for a call about to be made. Throws ServiceError when there is none, or the service said it is invalid. */
  current(profileId: string): string {
    const held = this.#held.get(profileId)
    if (held === undefined) throw new ServiceError({ kind: 'key-missing' })
    if (this.#refused.has(profileId)) throw new ServiceError({ kind: 'key-refused' })
    return held.key
  }

  /** Marks a key as refused: no call uses it again until it changes. A late answer to an older key changes nothing. */
  refuse(profileId: string, key: string): void {
    if (this.#held.get(profileId)?.key !== key || this.#refused.has(profileId)) return
    this.#refused.add(profileId)
    this.#onRefused()
  }

  /** Reads a profile's key from the vault, unless one is held. Throws KeychainUnavailable. */
  read(profileId: string): Promise<void> {
    return this.#uses
      .run(async () => {
        const key = this.#held.has(profileId) ? undefined : await this.#vault.read(profileId)
        if (key !== undefined) this.hold(profileId, { key, status: { kind: 'keychain' } })
      })
      .finally(() => this.#known.add(profileId))
  }

  /** Keeps a key, in the keychain when one answers. */
  set(profileId: string, key: string): Promise<void> {
    return this.#uses.run(async () => {
      const status = await this.#store(profileId, key)
      this.#refused.delete(profileId)
      this.hold(profileId, { key, status })
    })
  }

  hold(profileId: string, held: HeldKey): void {
    this.#everHeld.add(held.key)
    this.#held.set(profileId, held)
  }

  /** Removes a key from memory and the vault. Throws KeychainUnavailable when the vault may still have it. */
  forget(profileId: string): Promise<void> {
    this.#drop(profileId)
    return this.#uses.run(async () => {
      this.#drop(profileId)
      await this.#vault.remove(profileId)
    })
  }

  /** Removes a key from the vault first. Throws KeychainUnavailable, and changes nothing, when that fails. */
  erase(profileId: string): Promise<void> {
    return this.#uses.run(async () => {
      await this.#vault.remove(profileId)
      this.#drop(profileId)
    })
  }

  /** Removes every key of this session from a text. */
  redact(text: string): string {
    return [...this.#everHeld].reduce(withoutKey, text)
  }

  #drop(profileId: string): void {
    this.#known.add(profileId)
    this.#held.delete(profileId)
    this.#refused.delete(profileId)
  }

  async #store(profileId: string, key: string): Promise<HeldKey['status']> {
    try {
      await this.#vault.write(profileId, key)
      return { kind: 'keychain' }
    } catch (error) {
      if (error instanceof KeychainUnavailable) return { kind: 'session', reason: error.message }
      throw error
    }
  }
}
