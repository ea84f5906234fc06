/**
 * Secrets of phone targets: stored in the keychain, read once and held in memory; without a keychain, for this session
 * only.
 */
import { KeychainUnavailable, type KeyVault } from '../account/key-vault.ts'
import { withoutKey } from '../odds-service/redact.ts'
import { TargetSecret } from './target-secret.ts'

/** Minimum length of a part; shorter ones also occur in unrelated texts. */
const minRedactedLength = 8

export class TargetSecrets {
  readonly #vault: KeyVault
  readonly #held = new Map<string, TargetSecret>()
  readonly #everHeld = new Set<string>()

  constructor(vault: KeyVault) {
    this.#vault = vault
  }

  /** Undefined when there is none. Throws KeychainUnavailable. */
  async read(targetId: string): Promise<TargetSecret | undefined> {
    const held = this.#held.get(targetId)
    if (held !== undefined) return held
    const stored = parse(await this.#vault.read(targetId))
    if (stored !== undefined) this.#hold(targetId, stored)
    return stored
  }

  /** Returns true when the keychain stored it; otherwise it lasts until the program ends. */
  async write(targetId: string, secret: TargetSecret): Promise<boolean> {
    this.#hold(targetId, secret)
    try {
      await this.#vault.write(targetId, JSON.stringify(secret))
      return true
    } catch (error) {
      if (error instanceof KeychainUnavailable) return false
      throw error
    }
  }

  /** Throws KeychainUnavailable when the keychain may still have it. */
  async remove(targetId: string): Promise<void> {
    this.#held.delete(targetId)
    await this.#vault.remove(targetId)
  }

  /** Removes every secret of this session from a text. */
  redact(text: string): string {
    return [...this.#everHeld].reduce(withoutKey, text)
  }

  #hold(targetId: string, secret: TargetSecret): void {
    this.#held.set(targetId, secret)
    for (const part of listParts(secret)) if (part.length >= minRedactedLength) this.#everHeld.add(part)
  }
}

function parse(text: string | undefined): TargetSecret | undefined {
  try {
    return TargetSecret.parse(JSON.parse(text ?? ''))
  } catch {
    return undefined
  }
}

/** Parts that are secret: of an address all but its host. */
function listParts({ kind: _, ...parts }: TargetSecret): string[] {
  return Object.entries(parts).flatMap(([name, part]) => {
    if (name === 'server') return []
    if (name !== 'address') return [part]
    const { pathname, search } = new URL(part)
    return [`${pathname}${search}`, pathname, pathname.slice(1)]
  })
}
