/** Source: docs/quality.md, 1. The addon of the keychain is replaced, because no real keychain loses what it took. */
import { afterEach, describe, expect, it, vi } from 'vitest'
import { KeyRing } from '../../src/main/account/key-ring.ts'
import { keytarVault } from '../../src/main/account/key-vault.ts'

const keychain = vi.hoisted(() => ({
  kept: new Map<string, string>(),
  /** Text that the keychain keeps of a key; undefined when it keeps none. */
  keep: (key: string): string | undefined => key,
}))
vi.mock('keytar', () => ({
  default: {
    setPassword: (_service: string, profileId: string, key: string) => {
      const kept = keychain.keep(key)
      if (kept !== undefined) keychain.kept.set(profileId, kept)
      return Promise.resolve()
    },
    getPassword: (_service: string, profileId: string) =>
      Promise.resolve(keychain.kept.get(profileId) ?? null),
  },
}))

afterEach(() => {
  keychain.kept.clear()
  keychain.keep = key => key
})

async function save(key: string): Promise<KeyRing> {
  const ring = new KeyRing({ vault: keytarVault, savedKeys: new Set(), onRefused: () => {} })
  await ring.set('mine', key)
  return ring
}

describe('An API key counts as stored only after the keychain gave it back unchanged.', () => {
  it('is stored when the keychain gives it back', async () => {
    expect((await save('new-key')).status('mine')).toEqual({ kind: 'keychain' })
  })

  it.each<[string, (key: string) => string | undefined]>([
    ['nothing', () => undefined],
    ['an older key', () => 'old-key'],
    ['the key cut off', key => key.slice(0, -1)],
  ])('lasts for the session, with the reason, when the keychain gives back %s', async (_what, keep) => {
    keychain.keep = keep
    const ring = await save('new-key')
    expect(ring.status('mine')).toEqual({
      kind: 'session',
      reason: 'The system keychain didn’t save the key.',
    })
    expect(ring.current('mine')).toBe('new-key')
  })
})
