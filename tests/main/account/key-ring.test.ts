import { describe, expect, it } from 'vitest'
import { KeyRing } from '../../../src/main/account/key-ring.ts'
import { createMemoryVault, KeychainUnavailable, type KeyVault } from '../../../src/main/account/key-vault.ts'
import { draft, failingVault, catchFailure, startAccount } from '../../support/account/account-fixture.ts'

/** An account whose own profile is in use. */
async function startOwn(vault: KeyVault = createMemoryVault()) {
  const started = startAccount({ vault })
  const { id } = started.account.save(null, draft())
  started.account.use(id)
  await started.account.profile()
  await Promise.resolve()
  started.events.length = 0
  return { ...started, id }
}
const startRing = (vault: KeyVault) => new KeyRing({ vault, savedKeys: new Set(), onRefused: () => {} })
const statusOf = ({ account }: Pick<Awaited<ReturnType<typeof startOwn>>, 'account'>) =>
  account.state().keyStatus

describe('a key', () => {
  it('is missing until it is set, and no call gets one', async () => {
    const own = await startOwn()
    expect(statusOf(own)).toEqual({ kind: 'missing' })
    expect(await catchFailure(() => own.account.keys.current(own.id))).toEqual({ kind: 'key-missing' })
  })

  it('is kept in the keychain, and found there at the next start', async () => {
    const vault = createMemoryVault()
    const own = await startOwn(vault)
    await own.account.setKey('first-key')
    expect(statusOf(own)).toEqual({ kind: 'keychain' })
    expect(own.account.keys.current(own.id)).toBe('first-key')
    const next = startAccount({ vault, settings: own.settings })
    await next.account.open()
    expect(next.account.keys.current(own.id)).toBe('first-key')
    expect(next.account.state().keyStatus).toEqual({ kind: 'keychain' })
  })

  it('lets calls go on when it changes', async () => {
    const own = await startOwn()
    await own.account.setKey('first-key')
    expect(own.events).toEqual(['changed', 'resumed'])
  })

  it.each(['a b', 'ключ', 'tab\tkey', 'new\nline', '', 'nul\0', 'zero\u200Bwidth'])(
    'may not be %j, and the key it had stays',
    async key => {
      const own = await startOwn()
      await own.account.setKey('first-key')
      expect(await catchFailure(() => own.account.setKey(key))).toEqual({
        kind: 'invalid',
        field: 'key',
        sentence: 'API keys have no spaces or special characters. Copy it again.',
      })
      expect(own.account.keys.current(own.id)).toBe('first-key')
    },
  )

  it('is gone when it is removed', async () => {
    const vault = createMemoryVault()
    const own = await startOwn(vault)
    await own.account.setKey('first-key')
    await own.account.removeKey()
    expect(statusOf(own)).toEqual({ kind: 'missing' })
    expect(await vault.read(own.id)).toBeUndefined()
  })

  it('is neither there nor missing while the keychain is read', async () => {
    const { promise, resolve } = Promise.withResolvers<undefined>()
    const ring = startRing({ ...createMemoryVault(), read: () => promise })
    expect(ring.status('mine')).toEqual({ kind: 'reading' })
    const reading = ring.read('mine')
    expect(ring.status('mine')).toEqual({ kind: 'reading' })
    resolve(undefined)
    await reading
    expect(ring.status('mine')).toEqual({ kind: 'missing' })
  })

  it('is missing once the keychain could not be read, or another profile was opened meanwhile', async () => {
    const { promise, reject } = Promise.withResolvers<undefined>()
    const ring = startRing({ ...createMemoryVault(), read: () => promise })
    const reading = ring.read('mine')
    const other = ring.read('other')
    reject(new KeychainUnavailable('The system keychain didn’t respond.'))
    await Promise.allSettled([reading, other])
    expect([ring.status('mine'), ring.status('other')]).toEqual([{ kind: 'missing' }, { kind: 'missing' }])
  })

  it('that is removed while the keychain is still read stays removed', async () => {
    const { promise, resolve } = Promise.withResolvers<string>()
    const vault = { ...createMemoryVault('old-key'), read: () => promise }
    const ring = startRing(vault)
    const reading = ring.read('mine')
    const forgetting = ring.forget('mine')
    resolve('old-key')
    await Promise.all([reading, forgetting])
    expect(ring.status('mine')).toEqual({ kind: 'missing' })
  })

  it('that is set while the keychain is still read is the one that counts', async () => {
    const { promise, resolve } = Promise.withResolvers<string>()
    const ring = startRing({ ...createMemoryVault(), read: () => promise })
    const reading = ring.read('mine')
    const setting = ring.set('mine', 'new-key')
    resolve('old-key')
    await Promise.all([reading, setting])
    expect(ring.current('mine')).toBe('new-key')
  })

  it('that is held is not read again', async () => {
    const ring = startRing({ ...createMemoryVault(), read: () => Promise.resolve('old-key') })
    await ring.set('mine', 'new-key')
    await ring.read('mine')
    expect(ring.current('mine')).toBe('new-key')
  })

  it('that is removed is used by no call from then on, though the keychain has not answered', () => {
    const ring = startRing({ ...createMemoryVault(), remove: () => new Promise(() => {}) })
    ring.hold('mine', { key: 'a-key', status: { kind: 'keychain' } })
    void ring.forget('mine')
    expect(() => ring.current('mine')).toThrow(expect.objectContaining({ failure: { kind: 'key-missing' } }))
  })

  it('that was refused is missing once it is erased, and the keychain has it no more', async () => {
    const [vault, savedKeys] = [createMemoryVault(), new Set<string>()]
    const ring = new KeyRing({ vault, savedKeys, onRefused: () => {} })
    await ring.set('mine', 'a-key')
    ring.refuse('mine', 'a-key')
    await ring.erase('mine')
    expect([ring.status('mine'), await vault.read('mine'), savedKeys.size]).toEqual([
      { kind: 'missing' },
      undefined,
      0,
    ])
  })

  it('is not kept for the session where the keychain fails by a fault of the program', async () => {
    const fault = new Error('a bug')
    const ring = startRing({ ...createMemoryVault(), write: () => Promise.reject(fault) })
    await expect(ring.set('mine', 'a-key')).rejects.toBe(fault)
    expect(ring.status('mine')).toEqual({ kind: 'reading' })
  })

  it('belongs to its profile alone', async () => {
    const own = await startOwn()
    await own.account.setKey('first-key')
    const other = own.account.save(null, draft({ name: 'Other' }))
    expect(await catchFailure(() => own.account.keys.current(other.id))).toEqual({ kind: 'key-missing' })
    own.account.use(other.id)
    await own.account.setKey('other-key')
    expect([own.account.keys.current(own.id), own.account.keys.current(other.id)]).toEqual([
      'first-key',
      'other-key',
    ])
  })
})

describe('a key that the service refused', () => {
  it('is announced once, and no call gets it again', async () => {
    const own = await startOwn()
    await own.account.setKey('first-key')
    own.events.length = 0
    for (let turn = 0; turn < 12; turn += 1) own.account.keys.refuse(own.id, 'first-key')
    expect(own.events).toEqual(['changed'])
    expect(statusOf(own)).toEqual({ kind: 'refused' })
    expect(await catchFailure(() => own.account.keys.current(own.id))).toEqual({ kind: 'key-refused' })
  })

  it('makes room for a new one', async () => {
    const own = await startOwn()
    await own.account.setKey('first-key')
    own.account.keys.refuse(own.id, 'first-key')
    await own.account.setKey('second-key')
    own.account.keys.refuse(own.id, 'first-key')
    expect(own.account.keys.current(own.id)).toBe('second-key')
    expect(statusOf(own)).toEqual({ kind: 'keychain' })
  })

  it('is refused for its own profile only', async () => {
    const own = await startOwn()
    await own.account.setKey('same-key')
    own.account.keys.refuse('p-other', 'same-key')
    expect(own.account.keys.current(own.id)).toBe('same-key')
  })
})

/** The locked keychain of gnome-keyring finds no key and removes none; of others, it fails or does not answer. */
const lockedVault = (kept: KeyVault, lock: { isLocked: boolean }): KeyVault => ({
  read: id => (lock.isLocked ? Promise.resolve(undefined) : kept.read(id)),
  write: (id, key) =>
    lock.isLocked ? Promise.reject(new KeychainUnavailable('Locked.')) : kept.write(id, key),
  remove: id => (lock.isLocked ? Promise.resolve(false) : kept.remove(id)),
})
const lockedOrLost = {
  kind: 'unreadable',
  reason: 'The system keychain is locked or no longer has your key.',
}

describe('a saved key that the keychain does not give', () => {
  /** A key was saved; the next start finds the keychain locked. */
  async function startLocked() {
    const [lock, kept] = [{ isLocked: false }, createMemoryVault()]
    const vault = lockedVault(kept, lock)
    const { id, settings, account } = await startOwn(vault)
    await account.setKey('first-key')
    lock.isLocked = true
    const next = startAccount({ vault, settings })
    await next.account.open()
    next.events.length = 0
    return { ...next, id, lock, kept }
  }

  it('is not called missing, and calls fail with the reason', async () => {
    const own = await startLocked()
    expect(statusOf(own)).toEqual(lockedOrLost)
    expect(own.account.state().notices).toEqual([])
    const { reason } = lockedOrLost
    expect(await catchFailure(() => own.account.keys.current(own.id))).toEqual({
      kind: 'key-missing',
      reason,
    })
    expect(JSON.stringify(own.settings.read())).not.toContain('first-key')
  })

  it('is read again once the keychain is unlocked, and calls go on', async () => {
    const own = await startLocked()
    expect(await catchFailure(() => own.account.readKey())).toEqual({
      kind: 'invalid',
      field: 'key',
      sentence: 'The system keychain is still locked, or it no longer has your key.',
    })
    expect([statusOf(own), own.events]).toEqual([lockedOrLost, ['changed']])
    own.lock.isLocked = false
    await own.account.readKey()
    expect(own.account.keys.current(own.id)).toBe('first-key')
    expect([statusOf(own), own.events]).toEqual([{ kind: 'keychain' }, ['changed', 'changed', 'resumed']])
  })

  it('has the reason of a keychain that does not answer, without a second notice', async () => {
    const { settings } = await startLocked()
    const own = startAccount({ vault: failingVault, settings })
    await own.account.open()
    expect(own.account.state().keyStatus).toEqual({ kind: 'unreadable', reason: 'No keychain.' })
    expect(own.account.state().notices).toEqual([])
  })

  it('may be entered again where the keychain has lost it', async () => {
    const own = await startLocked()
    await own.kept.remove(own.id)
    own.lock.isLocked = false
    await catchFailure(() => own.account.readKey())
    expect(statusOf(own)).toEqual(lockedOrLost)
    await own.account.setKey('new-key')
    expect(statusOf(own)).toEqual({ kind: 'keychain' })
    expect(own.account.keys.current(own.id)).toBe('new-key')
  })

  it('may be entered again for the session, and is saved at a later start', async () => {
    const own = await startLocked()
    await own.account.setKey('new-key')
    expect(statusOf(own)).toEqual({ kind: 'session', reason: 'Locked.' })
    own.lock.isLocked = false
    await own.account.setKey('new-key')
    expect(statusOf(own)).toEqual({ kind: 'keychain' })
  })

  it('is forgotten when it is removed, and a notice says that the keychain may have it', async () => {
    const own = await startLocked()
    await own.account.removeKey()
    expect(own.account.state().notices).toEqual([
      'The system keychain is locked or no longer has your key. Remove it from your keychain yourself.',
    ])
    const next = startAccount({ vault: createMemoryVault(), settings: own.settings })
    await next.account.open()
    expect(next.account.state().keyStatus).toEqual({ kind: 'missing' })
  })

  it('never goes to the new hosts of a profile file', async () => {
    const own = await startLocked()
    const settings = own.settings
    const next = startAccount({ vault: lockedVault(own.kept, own.lock), settings })
    next.account.saveByName(draft({ queue: 'https://queue.other.example/' }))
    await next.account.open()
    expect(next.account.state().fileChange?.hosts).toHaveLength(1)
    expect(await catchFailure(() => next.account.answerFileChange(true))).toMatchObject({ kind: 'invalid' })
    expect((await next.account.profile()).queue).toBe('https://queue.odds.example/')
  })

  it('is remembered by profile, and no more once the key or the profile is removed', async () => {
    const own = await startOwn()
    const savedKeys = () => own.settings.read().savedKeys
    expect(savedKeys()).toEqual([])
    await own.account.setKey('first-key')
    await own.account.setKey('second-key')
    expect(savedKeys()).toEqual([own.id])
    await own.account.removeKey()
    expect(savedKeys()).toEqual([])
    await own.account.setKey('third-key')
    await own.account.remove(own.id)
    expect(savedKeys()).toEqual([])
  })

  it('is remembered of a key that an earlier version saved, once it is read', async () => {
    const own = await startOwn(createMemoryVault('old-key'))
    expect(own.settings.read().savedKeys).toEqual([own.id])
  })

  it('was never saved: reading it again says so', async () => {
    const own = await startOwn()
    expect(await catchFailure(() => own.account.readKey())).toMatchObject({ kind: 'invalid', field: 'key' })
    expect(statusOf(own)).toEqual({ kind: 'missing' })
  })
})

describe('without a keychain', () => {
  it('a key lasts for the session, and the reason is on screen', async () => {
    const own = await startOwn(failingVault)
    expect(own.account.state().notices).toEqual([expect.stringContaining('unlock the keychain')])
    await own.account.setKey('first-key')
    expect(statusOf(own)).toEqual({ kind: 'session', reason: 'No keychain.' })
    expect(own.account.keys.current(own.id)).toBe('first-key')
    expect(JSON.stringify(own.settings.read())).not.toContain('first-key')
  })

  it('a key is still removed, and a notice says where to check', async () => {
    const own = await startOwn(failingVault)
    await own.account.setKey('first-key')
    await own.account.removeKey()
    expect(statusOf(own)).toEqual({ kind: 'missing' })
    expect(own.account.state().notices.at(-1)).toContain('yourself')
  })

  it('a keychain that answers again is used again', async () => {
    let works = false
    const kept = createMemoryVault()
    const vault: KeyVault = {
      ...kept,
      write: (id, key) => (works ? kept.write(id, key) : Promise.reject(new KeychainUnavailable('Locked.'))),
    }
    const own = await startOwn(vault)
    await own.account.setKey('first-key')
    works = true
    await own.account.setKey('first-key')
    expect(statusOf(own)).toEqual({ kind: 'keychain' })
  })
})

describe('redact', () => {
  it('takes out every key of the session, also those replaced and removed', async () => {
    const own = await startOwn()
    await own.account.setKey('first+key')
    await own.account.setKey('second+key')
    await own.account.removeKey()
    const text = `first+key ${encodeURIComponent('first+key')} second+key`
    expect(own.account.keys.redact(text)).not.toMatch(/first|second/)
  })
})

describe('a vault', () => {
  it('throws a fault of its vault that is not the keychain’s', async () => {
    const fault = new Error('a fault')
    const vault = { ...createMemoryVault('saved-key'), remove: () => Promise.reject(fault) }
    const { account } = startAccount({ vault })
    const mine = account.save(null, draft())
    account.use(mine.id)
    await account.profile()
    await expect(account.removeKey()).rejects.toBe(fault)
    account.saveByName(draft({ queue: 'https://queue.other.example/' }))
    await account.setKey('new-key')
    await account.open()
    await expect(account.answerFileChange(true)).rejects.toBe(fault)
    expect(account.state().notices).toEqual([])
  })
})
