/**
 * The OS keychain through keytar: Keychain on macOS, Credential Vault on Windows, the Secret Service on Linux. The
 * addon is loaded at its first use, because without libsecret loading it already fails; every act has five seconds,
 * because a locked or missing Secret Service may never answer.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { KeychainUnavailable, type KeyVault } from './key-vault.ts'

const service = 'Parlay Desk'
const answerWithinMs = 5_000

async function within<T>(act: (keytar: typeof import('keytar')) => Promise<T>): Promise<T> {
  const late = new AbortController()
  try {
    return await Promise.race([
      import('keytar').then(({ default: keytar }) => act(keytar)),
      pause(answerWithinMs, undefined, { signal: late.signal, ref: false }).then(() => {
        throw new KeychainUnavailable('The system keychain did not answer within 5 seconds.')
      }),
    ])
  } catch (error) {
    if (error instanceof KeychainUnavailable) throw error
    throw new KeychainUnavailable('The system keychain is not available or is locked.')
  } finally {
    late.abort()
  }
}

export const keytarVault: KeyVault = {
  read: async profileId => (await within(keytar => keytar.getPassword(service, profileId))) ?? undefined,
  async write(profileId, key) {
    await within(keytar => keytar.setPassword(service, profileId, key))
    const back = await within(keytar => keytar.getPassword(service, profileId))
    if (back !== key) throw new KeychainUnavailable('The system keychain did not keep the key.')
  },
  async remove(profileId) {
    await within(keytar => keytar.deletePassword(service, profileId))
  },
}
