/** Which vault keeps the keys: the OS keychain, or memory where a development build asks for it. */
import { createMemoryVault, type KeyVault } from './key-vault.ts'
import { keytarVault } from './keytar-vault.ts'

interface Surroundings {
  readonly isPackaged: boolean
  readonly env: Readonly<Record<string, string | undefined>>
}

/** `PARLAY_DESK_KEYCHAIN=memory` and `PARLAY_DESK_KEY`, which fills that memory, are dead in packaged builds. */
export function chooseVault({ isPackaged, env }: Surroundings): KeyVault {
  if (isPackaged || env['PARLAY_DESK_KEYCHAIN'] !== 'memory') return keytarVault
  return createMemoryVault(env['PARLAY_DESK_KEY'])
}
