/** Storage of the API keys, one a profile. Keys go in and out of it only inside the main process. */

export interface KeyVault {
  /** The stored key, or undefined. Throws KeychainUnavailable. */
  read(profileId: string): Promise<string | undefined>
  /** Stores and reads back. Throws KeychainUnavailable, also when what is read back differs. */
  write(profileId: string, key: string): Promise<void>
  remove(profileId: string): Promise<void>
}

/** No keychain answered; the message is a plain reason without any secret. */
export class KeychainUnavailable extends Error {
  override readonly name = 'KeychainUnavailable'
}

/** A vault that forgets at the end: for tests, and for development without a keychain. `key` is every profile's at first. */
export function createMemoryVault(key?: string): KeyVault {
  const keys = new Map<string, string | undefined>()
  return {
    read: profileId => Promise.resolve(keys.has(profileId) ? keys.get(profileId) : key),
    write: (profileId, newKey) => {
      keys.set(profileId, newKey)
      return Promise.resolve()
    },
    remove: profileId => {
      keys.set(profileId, undefined)
      return Promise.resolve()
    },
  }
}
