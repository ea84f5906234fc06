/**
 * Secrets of a desk in a team, in the system keychain: its password, its signing key and the team's secret; and for each
 * invitation that it made, the secret that proves who uses it.
 */
import { createHmac, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { Refusal } from '../../../shared/failure.ts'
import { KeychainUnavailable, type KeyVault } from '../../account/key-vault.ts'
import { withoutKey } from '../../odds-service/redact.ts'
import { SigningKey } from '../log/signing.ts'

const Secret = z.string().regex(/^[\w-]{43}$/)

const DeskSecrets = z.strictObject({
  password: z.string().min(1),
  key: SigningKey,
  /** The same on every desk: the server knows the service key only as an HMAC under it. */
  teamSecret: Secret,
})
export type DeskSecrets = Readonly<z.infer<typeof DeskSecrets>>

export const createSecret = (): string => randomBytes(32).toString('base64url')

/** Proof that a public key is of the desk that an invitation was made for. */
export const proveKey = (
  secret: string,
  { team, member, publicKey }: { readonly team: string; readonly member: string; readonly publicKey: string },
): string =>
  createHmac('sha256', secret)
    .update(['parlay-desk entry 1', team, member, publicKey].join('\n'))
    .digest('hex')

const deskEntry = 'team'
const toInvitationEntry = (member: string) => `team-invitation-${member}`

export class TeamSecrets {
  readonly #vault: KeyVault
  readonly #everHeld = new Set<string>()

  constructor(vault: KeyVault) {
    this.#vault = vault
  }

  /** Undefined when the keychain has none. Throws KeychainUnavailable. */
  async read(): Promise<DeskSecrets | undefined> {
    const stored = parse(await this.#vault.read(deskEntry))
    if (stored !== undefined) this.#hold(stored)
    return stored
  }

  /** Throws Refusal: a desk whose key is lost at the next start would need a new invitation. */
  write(secrets: DeskSecrets): Promise<void> {
    this.#hold(secrets)
    return this.#write(deskEntry, JSON.stringify(secrets))
  }

  /** Never throws: what the keychain still has is of no use without the team. */
  async remove(): Promise<void> {
    await this.#vault.remove(deskEntry).catch(() => {})
  }

  async readInvitation(member: string): Promise<string | undefined> {
    return Secret.safeParse(await this.#vault.read(toInvitationEntry(member))).data
  }

  /** Throws Refusal. */
  writeInvitation(member: string, secret: string): Promise<void> {
    return this.#write(toInvitationEntry(member), secret)
  }

  async removeInvitation(member: string): Promise<void> {
    await this.#vault.remove(toInvitationEntry(member)).catch(() => {})
  }

  /** Removes every secret of this session from a text. */
  redact(text: string): string {
    return [...this.#everHeld].reduce(withoutKey, text)
  }

  async #write(entry: string, text: string): Promise<void> {
    try {
      await this.#vault.write(entry, text)
    } catch (error) {
      if (!(error instanceof KeychainUnavailable)) throw error
      const remedy = 'A team’s keys are kept there. Unlock it, then try again.'
      throw new Refusal({ kind: 'team', sentence: error.message, remedy })
    }
  }

  #hold({ password, key, teamSecret }: DeskSecrets): void {
    for (const secret of [password, key.privateKey, teamSecret]) this.#everHeld.add(secret)
  }
}

function parse(text = ''): DeskSecrets | undefined {
  try {
    return DeskSecrets.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}
