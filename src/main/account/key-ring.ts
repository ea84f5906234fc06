/**
 * The keys of this session, by profile: read from the vault once, held in memory, read only for a call. No
 * keychain means a key for this session, never a file.
 */
import type { KeyStatus } from '../../shared/model/settings/profile.ts'
import { SerialQueue } from '../async/serial-queue.ts'
import { ServiceError } from '../odds-service/failures.ts'
import { withoutKey } from '../odds-service/redact.ts'
import { KeychainUnavailable, type KeyVault } from './key-vault.ts'

/** Profiles whose key was saved in the keychain and not removed since. It holds no keys. */
export interface SavedKeys {
  has(profileId: string): boolean
  add(profileId: string): unknown
  delete(profileId: string): unknown
}

export interface KeyRingDeps {
  readonly vault: KeyVault
  readonly savedKeys: SavedKeys
  readonly onRefused: () => void
}

interface HeldKey {
  readonly key: string
  readonly status: Extract<KeyStatus, { kind: 'keychain' | 'session' | 'demo' }>
}

type UnheldStatus = Extract<KeyStatus, { kind: 'missing' | 'unreadable' }>

/** gnome-keyring answers the same for a key that it does not have and while it is locked. */
const lockedOrLost = 'The system keychain is locked or no longer has your key.'

export class KeyRing {
  readonly #vault: KeyVault
  readonly #savedKeys: SavedKeys
  readonly #onRefused: () => void
  readonly #held = new Map<string, HeldKey>()
  readonly #refused = new Set<string>()
  /** Profiles whose key was looked for or removed. It counts for those without a key in memory. */
  readonly #unheld = new Map<string, UnheldStatus>()
  readonly #everHeld = new Set<string>()
  /** Runs vault calls one after another: a key that is being read must not return after its removal. */
  readonly #uses = new SerialQueue()

  constructor({ vault, savedKeys, onRefused }: KeyRingDeps) {
    this.#vault = vault
    this.#savedKeys = savedKeys
    this.#onRefused = onRefused
  }

  status(profileId: string): KeyStatus {
    if (this.#refused.has(profileId)) return { kind: 'refused' }
    return this.#held.get(profileId)?.status ?? this.#unheld.get(profileId) ?? { kind: 'reading' }
  }

  /** The key for a call about to be made. Throws ServiceError when there is none, or the service said it is invalid. */
  current(profileId: string): string {
    const held = this.#held.get(profileId)
    const unheld = this.#unheld.get(profileId)
    const reason = unheld?.kind === 'unreadable' ? { reason: unheld.reason } : {}
    if (held === undefined) throw new ServiceError({ kind: 'key-missing', ...reason })
    if (this.#refused.has(profileId)) throw new ServiceError({ kind: 'key-refused' })
    return held.key
  }

  /** Marks a key as refused: no call uses it again until it changes. A late answer to an older key changes nothing. */
  refuse(profileId: string, key: string): void {
    if (this.#held.get(profileId)?.key !== key || this.#refused.has(profileId)) return
    this.#refused.add(profileId)
    this.#onRefused()
  }

  /**
   * Reads a profile's key from the vault, unless one is held. A saved key that the vault does not give is unreadable;
   * throws KeychainUnavailable when none was saved.
   */
  read(profileId: string): Promise<void> {
    return this.#uses.run(async () => {
      if (this.#held.has(profileId)) return
      const isSaved = this.#savedKeys.has(profileId)
      const setUnheld = (reason: string) =>
        this.#unheld.set(profileId, isSaved ? { kind: 'unreadable', reason } : { kind: 'missing' })
      try {
        const key = await this.#vault.read(profileId)
        if (key === undefined) return void setUnheld(lockedOrLost)
        this.#savedKeys.add(profileId)
        this.hold(profileId, { key, status: { kind: 'keychain' } })
      } catch (error) {
        setUnheld(error instanceof Error ? error.message : lockedOrLost)
        if (!isSaved || !(error instanceof KeychainUnavailable)) throw error
      }
    })
  }

  /** Keeps a key, in the keychain when one answers. Returns true unless the same key was in use. */
  set(profileId: string, key: string): Promise<boolean> {
    return this.#uses.run(async () => {
      const before = this.#held.get(profileId)?.key
      const status = await this.#store(profileId, key)
      this.#refused.delete(profileId)
      this.hold(profileId, { key, status })
      return key !== before
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
      await this.#removeFromVault(profileId).finally(() => this.#savedKeys.delete(profileId))
    })
  }

  /** Removes a key from the vault first. Throws KeychainUnavailable, and changes nothing, when that fails. */
  erase(profileId: string): Promise<void> {
    return this.#uses.run(async () => {
      await this.#removeFromVault(profileId)
      this.#savedKeys.delete(profileId)
      this.#drop(profileId)
    })
  }

  /** Removes every key of this session from a text. */
  redact(text: string): string {
    return [...this.#everHeld].reduce(withoutKey, text)
  }

  #drop(profileId: string): void {
    this.#unheld.set(profileId, { kind: 'missing' })
    this.#held.delete(profileId)
    this.#refused.delete(profileId)
  }

  /** A locked keychain finds nothing to remove, and still has the key. */
  async #removeFromVault(profileId: string): Promise<void> {
    const isRemoved = await this.#vault.remove(profileId)
    if (!isRemoved && this.#savedKeys.has(profileId)) throw new KeychainUnavailable(lockedOrLost)
  }

  async #store(profileId: string, key: string): Promise<HeldKey['status']> {
    try {
      await this.#vault.write(profileId, key)
      this.#savedKeys.add(profileId)
      return { kind: 'keychain' }
    } catch (error) {
      if (error instanceof KeychainUnavailable) return { kind: 'session', reason: error.message }
      throw error
    }
  }
}
