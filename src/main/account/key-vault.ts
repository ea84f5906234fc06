/**
 * Storage of the API keys, one a profile: the OS keychain through keytar (Keychain on macOS, Credential Vault on
 * Windows, the Secret Service on Linux), or memory. Only the main process uses it.
 */
import { setTimeout as pause } from 'node:timers/promises'

export interface KeyVault {
  /** The stored key, or undefined. Throws KeychainUnavailable. */
  read(profileId: string): Promise<string | undefined>
  /** Stores and reads back. Throws KeychainUnavailable, also when what is read back differs. */
  write(profileId: string, key: string): Promise<void>
  /** False when it found no key, as a locked keychain does. Throws KeychainUnavailable. */
  remove(profileId: string): Promise<boolean>
}

/** No keychain answered; the message is a plain reason without any secret. */
export class KeychainUnavailable extends Error {
  override readonly name = 'KeychainUnavailable'
}

/** A vault in memory, for tests and for development without a keychain. Every profile starts with `key`. */
export function createMemoryVault(key?: string): KeyVault {
  const keys = new Map<string, string | undefined>()
  return {
    read: profileId => Promise.resolve(keys.has(profileId) ? keys.get(profileId) : key),
    write: (profileId, newKey) => {
      keys.set(profileId, newKey)
      return Promise.resolve()
    },
    remove: profileId => {
      const isRemoved = (keys.has(profileId) ? keys.get(profileId) : key) !== undefined
      keys.set(profileId, undefined)
      return Promise.resolve(isRemoved)
    },
  }
}

const service = 'Parlay Desk'
const maxAnswerMs = 5_000

/**
 * Loads the addon at its first use, because without libsecret loading it already fails; every call has five seconds,
 * because a locked or missing Secret Service may never answer.
 */
async function callKeychain<T>(use: (keytar: typeof import('keytar')) => Promise<T>): Promise<T> {
  const late = new AbortController()
  try {
    return await Promise.race([
      import('keytar').then(({ default: keytar }) => use(keytar)),
      pause(maxAnswerMs, undefined, { signal: late.signal, ref: false }).then(() => {
        throw new KeychainUnavailable('The system keychain didn’t respond.')
      }),
    ])
  } catch (error) {
    if (error instanceof KeychainUnavailable) throw error
    throw new KeychainUnavailable('The system keychain is unavailable or locked.')
  } finally {
    late.abort()
  }
}

export const keytarVault: KeyVault = {
  read: async profileId =>
    (await callKeychain(keytar => keytar.getPassword(service, profileId))) ?? undefined,
  async write(profileId, key) {
    await callKeychain(keytar => keytar.setPassword(service, profileId, key))
    const back = await callKeychain(keytar => keytar.getPassword(service, profileId))
    if (back !== key) throw new KeychainUnavailable('The system keychain didn’t save the key.')
  },
  remove: profileId => callKeychain(keytar => keytar.deletePassword(service, profileId)),
}

/**
 * The OS keychain, or memory in a development build that asks for it: packaged builds ignore `PARLAY_DESK_KEYCHAIN=memory`
 * and `PARLAY_DESK_KEY`, which fills that memory.
 */
export function chooseVault({ isPackaged, env }: { isPackaged: boolean; env: NodeJS.ProcessEnv }): KeyVault {
  if (isPackaged || env['PARLAY_DESK_KEYCHAIN'] !== 'memory') return keytarVault
  return createMemoryVault(env['PARLAY_DESK_KEY'])
}
