/** Which vault keeps the keys: the OS keychain, or memory where a development build asks for it. */
import { createMemoryVault, type KeyVault } from './key-vault.ts'
import { keytarVault } from './keytar-vault.ts'

interface Surroundings {
  readonly isPackaged: boolean
  readonly env: Readonly<Record<string, string | undefined>>
}

/** `PARLAY_DESK_KEYCHAIN=memory`, and `PARLAY_DESK_KEY` for the profile in use, are dead in packaged builds. */
export function chooseVault(profileId: string, { isPackaged, env }: Surroundings): KeyVault {
  if (isPackaged || env['PARLAY_DESK_KEYCHAIN'] !== 'memory') return keytarVault
  const key = env['PARLAY_DESK_KEY']
  return createMemoryVault(key === undefined ? {} : { [profileId]: key })
}
