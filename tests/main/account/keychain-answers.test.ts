/** The keychain's vault over an addon that the test scripts; key-vault.test.ts has the real one. */
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { KeychainUnavailable, keytarVault } from '../../../src/main/account/key-vault.ts'

const keytar = vi.hoisted(() => ({ getPassword: vi.fn(), setPassword: vi.fn(), deletePassword: vi.fn() }))
vi.mock('keytar', () => ({ default: keytar }))

beforeEach(() => {
  for (const call of Object.values(keytar)) call.mockReset()
})

const unavailable = new KeychainUnavailable('The system keychain is unavailable or locked.')

describe('the vault of the system keychain', () => {
  it('keeps keys under the name of the program, one a profile', async () => {
    const keys = new Map<string, string>()
    const toName = (service: string, profileId: string) => `${service}/${profileId}`
    keytar.setPassword.mockImplementation((service: string, profileId: string, key: string) => {
      keys.set(toName(service, profileId), key)
      return Promise.resolve()
    })
    keytar.getPassword.mockImplementation((service: string, profileId: string) =>
      Promise.resolve(keys.get(toName(service, profileId)) ?? null),
    )
    keytar.deletePassword.mockImplementation((service: string, profileId: string) =>
      Promise.resolve(keys.delete(toName(service, profileId))),
    )
    expect(await keytarVault.read('mine')).toBeUndefined()
    await keytarVault.write('mine', 'a-key')
    expect([...keys]).toEqual([['Parlay Desk/mine', 'a-key']])
    expect(await keytarVault.read('mine')).toBe('a-key')
    expect([await keytarVault.remove('mine'), await keytarVault.remove('mine')]).toEqual([true, false])
  })

  it('says that a key was not saved where another one is read back', async () => {
    keytar.getPassword.mockResolvedValue('another-key')
    await expect(keytarVault.write('mine', 'a-key')).rejects.toEqual(
      new KeychainUnavailable('The system keychain didn’t save the key.'),
    )
  })

  it('says that the keychain is unavailable, without the reason of the system', async () => {
    const error = new Error('secret a-key: org.freedesktop.Secret.Error.IsLocked')
    keytar.getPassword.mockRejectedValue(error)
    keytar.setPassword.mockRejectedValue(error)
    keytar.deletePassword.mockRejectedValue(error)
    await expect(keytarVault.read('mine')).rejects.toEqual(unavailable)
    await expect(keytarVault.write('mine', 'a-key')).rejects.toEqual(unavailable)
    await expect(keytarVault.remove('mine')).rejects.toEqual(unavailable)
  })
})
