import { describe, expect, it } from 'vitest'
import { chooseVault } from '../../../src/main/account/choose-vault.ts'
import { keytarVault } from '../../../src/main/account/keytar-vault.ts'

const memory = { PARLAY_DESK_KEYCHAIN: 'memory', PARLAY_DESK_KEY: 'env-key' }

describe('chooseVault', () => {
  it('is the system keychain, unless a development build asks for memory', () => {
    expect(chooseVault({ isPackaged: false, env: {} })).toBe(keytarVault)
    expect(chooseVault({ isPackaged: false, env: { PARLAY_DESK_KEY: 'env-key' } })).toBe(keytarVault)
    expect(chooseVault({ isPackaged: true, env: memory })).toBe(keytarVault)
  })

  it('fills memory with the key of the environment, until it is changed or removed', async () => {
    const vault = chooseVault({ isPackaged: false, env: memory })
    expect(await vault.read('mine')).toBe('env-key')
    await vault.remove('mine')
    expect(await vault.read('mine')).toBeUndefined()
    await vault.write('other', 'new-key')
    expect(await vault.read('other')).toBe('new-key')
  })
})
