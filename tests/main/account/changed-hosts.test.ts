/** A profile file that names other hosts than the profile of its name has, which may have a key. */
import { describe, expect, it } from 'vitest'
import { createMemoryVault } from '../../../src/main/account/key-vault.ts'
import { AccountState, type ProfileDraft } from '../../../src/shared/model/settings/profile.ts'
import { catchFailure, draft, failingVault, startAccount } from '../../support/account/account-fixture.ts'

describe('a profile file', () => {
  const newHosts = draft({ queue: 'https://queue.other.example/', feed: 'https://feed.other.example/' })

  /** An own profile with a key, at the next start, which names a file. */
  async function startWithFile(file: ProfileDraft, vault = createMemoryVault('saved-key')) {
    const first = startAccount({ vault })
    const mine = first.account.save(null, draft())
    const { account } = startAccount({ vault, settings: first.settings })
    account.choose(account.saveByName(file).id)
    await account.open()
    return { account, mine, vault, profile: () => account.profile() }
  }

  it('of a new name adds a profile, whose key is its own', async () => {
    const { account, mine } = await startWithFile(draft({ ...newHosts, name: 'Other' }))
    expect(account.state().profiles.map(({ name }) => name)).toEqual(['Mine', 'Other'])
    expect(account.activeId).not.toBe(mine.id)
    expect(account.state().fileChange).toBeUndefined()
  })

  it('with the same hosts changes the rest of the addresses, and the key stays', async () => {
    const file = draft({ queue: 'https://queue.odds.example/v2/' })
    const { account, mine, profile } = await startWithFile(file)
    expect(await profile()).toEqual({ ...file, id: mine.id })
    expect(account.keys.current(mine.id)).toBe('saved-key')
  })

  it('with other hosts changes a profile without a key', async () => {
    const { account, mine, profile } = await startWithFile(newHosts, createMemoryVault())
    expect(await profile()).toEqual({ ...newHosts, id: mine.id })
    expect(account.state().fileChange).toBeUndefined()
  })

  it('with other hosts changes no profile with a key, and asks, naming hosts in ASCII', async () => {
    const lookAlike = draft({ ...newHosts, grader: 'https://gr\u0430der.odds.example' })
    const { account, mine, profile } = await startWithFile({ ...lookAlike, name: 'Mi\u200bne' })
    expect(await profile()).toEqual(mine)
    expect(account.keys.current(mine.id)).toBe('saved-key')
    expect(account.state().fileChange).toEqual({
      name: 'Mine',
      hosts: [
        { field: 'queue', before: 'https://queue.odds.example', after: 'https://queue.other.example' },
        {
          field: 'grader',
          before: 'https://grader.odds.example',
          after: 'https://xn--grder-5ve.odds.example',
        },
        { field: 'feed', before: null, after: 'https://feed.other.example' },
      ],
    })
    expect(AccountState.safeParse(account.state()).success).toBe(true)
  })

  it('with a {book} in another place or no encryption asks too', async () => {
    for (const pricing of ['https://{book}.odds.example.other/', 'http://{book}.localhost/']) {
      const { account } = await startWithFile(draft({ pricing }))
      expect(account.state().fileChange?.hosts.map(({ field }) => field)).toEqual(['pricing'])
    }
  })

  it('that was refused by the user leaves all as it was, also at the next start without it', async () => {
    const { account, mine, vault } = await startWithFile(newHosts)
    await account.answerFileChange(false)
    expect(account.state().fileChange).toBeUndefined()
    expect(await account.profile()).toEqual(mine)
    expect(account.keys.current(mine.id)).toBe('saved-key')
    expect(await vault.read(mine.id)).toBe('saved-key')
    expect(await catchFailure(() => account.answerFileChange(true))).toEqual({
      kind: 'not-found',
      what: 'the question about a profile file',
    })
  })

  it('that was accepted changes the hosts, and the key is to be entered for them', async () => {
    const { account, mine, vault } = await startWithFile(newHosts)
    await account.answerFileChange(true)
    expect(await account.profile()).toEqual({ ...newHosts, id: mine.id })
    expect(account.state()).toMatchObject({ keyStatus: { kind: 'missing' } })
    expect(account.state().fileChange).toBeUndefined()
    expect(await vault.read(mine.id)).toBeUndefined()
    expect(await catchFailure(() => account.keys.current(mine.id))).toEqual({ kind: 'key-missing' })
    await account.setKey('new-key')
    expect(account.keys.current(mine.id)).toBe('new-key')
  })

  it('asks where no keychain answers, and changes nothing while the old key may be there', async () => {
    const { account, mine, profile } = await startWithFile(newHosts, failingVault)
    expect(account.state().fileChange?.name).toBe('Mine')
    const refusal = await catchFailure(() => account.answerFileChange(true))
    expect(refusal).toEqual({
      kind: 'invalid',
      field: 'key',
      sentence: 'No keychain. Nothing was changed. Unlock your keychain and try again, or add a new profile.',
    })
    expect(account.state().notices).toEqual([
      'No keychain. If you saved a key, unlock the keychain and restart Parlay Desk.',
    ])
    expect(await profile()).toEqual(mine)
    expect(account.state().fileChange?.name).toBe('Mine')
  })

  it('of a later start asks immediately, also for the profile in use', async () => {
    const { account, mine, profile } = await startWithFile(draft())
    account.use(account.saveByName(newHosts).id)
    await expect.poll(() => account.state().fileChange?.hosts.length).toBe(2)
    expect(await profile()).toEqual(mine)
    expect(account.keys.current(mine.id)).toBe('saved-key')
  })

  it('of a later start waits for the answer about the one before', async () => {
    const { account } = await startWithFile(newHosts)
    const asked = account.state().fileChange
    const other = draft({ grader: 'https://grader.third.example' })
    expect(await catchFailure(() => account.saveByName(other))).toEqual({
      kind: 'invalid',
      field: 'name',
      sentence: 'Choose the old or new hosts first, then open this profile file again.',
    })
    expect(account.state().fileChange).toEqual(asked)
  })

  it('that waits for its profile changes no other one that is opened, and does not ask about it', async () => {
    const { account, profile } = await startWithFile(draft())
    const other = account.save(null, draft({ name: 'Other' }))
    account.saveByName(newHosts)
    account.use(other.id)
    expect(await profile()).toEqual(other)
    expect(account.state().fileChange).toBeUndefined()
  })

  it('that is asked about is not asked about again by choosing its profile again', async () => {
    const { account, mine } = await startWithFile(newHosts)
    const opened: string[] = []
    account.on('opened', () => opened.push('opened'))
    account.use(mine.id)
    await account.profile()
    await new Promise(setImmediate)
    expect(opened).toEqual([])
  })

  it('with an address that cannot be called is refused immediately, also for a profile that it would change', async () => {
    const { account, mine } = await startWithFile(draft())
    const failure = await catchFailure(() => account.saveByName(draft({ queue: 'ftp://other.example/' })))
    expect(failure).toMatchObject({ kind: 'invalid', field: 'queue' })
    account.use(mine.id)
    expect(account.state().fileChange).toBeUndefined()
  })

  it('asks no more once its profile was removed, but does when another was', async () => {
    const { account, mine } = await startWithFile(newHosts)
    const other = account.save(null, draft({ name: 'Other' }))
    await account.remove(other.id)
    expect(account.state().fileChange?.name).toBe('Mine')
    await account.remove(mine.id)
    expect(account.state().fileChange).toBeUndefined()
  })
})
