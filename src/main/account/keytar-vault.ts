/**
 * The OS keychain through keytar: Keychain on macOS, Credential Vault on Windows, the Secret Service on Linux. The
 * addon is loaded at its first use, because without libsecret loading it already fails; every call has five seconds,
 * because a locked or missing Secret Service may never answer.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { KeychainUnavailable, type KeyVault, createMemoryVault } from './key-vault.ts'

const service = 'Parlay Desk'
const maxAnswerMs = 5_000

async function within<T>(use: (keytar: typeof import('keytar')) => Promise<T>): Promise<T> {
  const late = new AbortController()
  try {
    return await Promise.race([
      import('keytar').then(({ default: keytar }) => use(keytar)),
      pause(maxAnswerMs, undefined, { signal: late.signal, ref: false }).then(() => {
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

interface Environment {
  readonly isPackaged: boolean
  readonly env: Readonly<Record<string, string | undefined>>
}

/**
 * The OS keychain, or memory in a development build that asks for it: packaged builds ignore `PARLAY_DESK_KEYCHAIN=memory`
 * and `PARLAY_DESK_KEY`, which fills that memory.
 */
export function chooseVault({ isPackaged, env }: Environment): KeyVault {
  if (isPackaged || env['PARLAY_DESK_KEYCHAIN'] !== 'memory') return keytarVault
  return createMemoryVault(env['PARLAY_DESK_KEY'])
}
