import { describe, expect, it } from 'vitest'
import { createMemoryVault } from '../../../src/main/account/key-vault.ts'
import type { SettingsFile } from '../../../src/main/account/stored-settings.ts'
import { AccountState, type ProfileDraft } from '../../../src/shared/model/settings/profile.ts'
import {
  demo,
  draft,
  emptySettings,
  failingVault,
  catchFailure,
  startAccount,
} from '../../support/account/account-fixture.ts'

describe('the demo', () => {
  it('is in use at the first start, with a key of its own', async () => {
    const { account, events } = startAccount()
    await account.open()
    expect(account.state()).toEqual({
      profiles: [],
      activeId: 'demo',
      activeName: 'Demo',
      isDemo: true,
      keyStatus: { kind: 'demo' },
      notices: [],
    })
    expect(account.keys.current('demo')).toBe(demo.key)
    expect(await account.profile()).toEqual(demo.profile)
    expect([account.demoPort, account.demoBooks]).toEqual(['9001', demo.books])
    expect(events).toEqual(['changed', 'opened'])
  })

  it('is started once, however often it is used', async () => {
    let starts = 0
    const { account } = startAccount({
      startDemo: () => {
        starts += 1
        return Promise.resolve(demo)
      },
    })
    const mine = account.save(null, draft())
    for (const id of ['demo', mine.id, 'demo', mine.id, 'demo']) {
      account.use(id)
      await account.open()
    }
    expect(starts).toBe(1)
  })

  it('needs no key of the user, also while it starts', () => {
    const { account } = startAccount({ startDemo: () => new Promise(() => undefined) })
    void account.open()
    expect(account.state().keyStatus).toEqual({ kind: 'demo' })
  })

  it('that does not start leaves a plain notice, and other profiles still work', async () => {
    const { account } = startAccount({ startDemo: () => Promise.reject(new Error('no port')) })
    await account.open()
    expect(account.state().notices).toEqual([
      'The demo’s odds service didn’t start. Restart Parlay Desk, or use your own profile.',
    ])
    expect(account.state().keyStatus).toEqual({ kind: 'demo' })
    expect([account.demoPort, account.demoBooks]).toEqual([null, []])
    expect(await catchFailure(() => account.profile())).toEqual({
      kind: 'not-found',
      what: 'the demo’s odds service',
    })
    const mine = account.save(null, draft())
    account.use(mine.id)
    expect(await account.profile()).toEqual(mine)
  })

  it('has no port, no books and no key to change while another profile is in use', async () => {
    const { account } = startAccount()
    await account.open()
    for (const act of [() => account.setKey('abc'), () => account.removeKey()])
      expect(await catchFailure(act)).toEqual({
        kind: 'invalid',
        field: 'key',
        sentence: 'The demo doesn’t need a key. Create a profile to use yours.',
      })
    expect(account.hasFeed).toBe(true)
    account.use(account.save(null, draft()).id)
    expect(account.hasFeed).toBe(false)
    account.save(account.activeId, draft({ feed: 'https://feed.odds.example/' }))
    expect(account.hasFeed).toBe(true)
    expect([account.demoPort, account.demoBooks]).toEqual([null, []])
  })
})

describe('a profile', () => {
  it('is added, changed and removed', async () => {
    const { account, settings, events } = startAccount()
    const mine = account.save(null, draft())
    expect(mine.id).toMatch(/^p-[0-9a-f]{12}$/)
    expect(events.splice(0)).toEqual(['changed'])
    expect(account.state().profiles).toEqual([{ ...draft(), id: mine.id }])
    account.save(mine.id, draft({ name: 'Other' }))
    expect(account.state().profiles).toEqual([{ ...draft({ name: 'Other' }), id: mine.id }])
    const second = account.save(null, draft({ name: 'Second' }))
    account.use(second.id)
    expect(account.state().activeName).toBe('Second')
    events.length = 0
    await account.remove(mine.id)
    expect([account.activeId, account.state().profiles]).toEqual([second.id, [second]])
    expect(events).not.toContain('switched')
    await account.remove(second.id)
    expect(settings.read().profiles).toEqual([])
  })

  it('keeps its own name when it is saved again', () => {
    const { account } = startAccount()
    const mine = account.save(null, draft())
    expect(account.save(mine.id, draft()).id).toBe(mine.id)
  })

  it('may not take a name that is taken', async () => {
    const { account } = startAccount()
    account.save(null, draft())
    const other = account.save(null, draft({ name: 'Other' }))
    const sentence = 'Another profile has this name. Choose a new one.'
    const taken = { kind: 'invalid', field: 'name', sentence }
    expect(await catchFailure(() => account.save(null, draft()))).toEqual(taken)
    expect(await catchFailure(() => account.save(other.id, draft()))).toEqual(taken)
    expect(await catchFailure(() => account.save(null, draft({ name: 'Demo' })))).toEqual(taken)
    expect(account.state().profiles).toHaveLength(2)
  })

  it.each([
    ['pricing', 'https://odds.example/'],
    ['pricing', 'http://{book}.odds.example/'],
    ['pricing', 'https://odds.example/{book}'],
    ['queue', 'http://queue.example/'],
    ['queue', 'https://{book}.example/'],
    ['grader', 'https://user@grader.example'],
    ['grader', 'file:///etc/passwd'],
    ['feed', 'https://feed.example/?key=1'],
    ['feed', 'https://feed.example/{book}'],
    ['feed', ''],
  ])('may not have the %s address %s, and the input is named', async (field, address) => {
    const { account } = startAccount()
    const refusal = await catchFailure(() => account.save(null, draft({ [field]: address })))
    expect(refusal).toMatchObject({ kind: 'invalid', field })
    expect(account.state().profiles).toEqual([])
  })

  it('that is not there can be neither changed, used nor removed', async () => {
    const { account } = startAccount()
    for (const act of [
      () => account.save('p-none', draft()),
      () => account.save('demo', draft()),
      () => account.use('p-none'),
      () => account.remove('p-none'),
      () => account.remove('demo'),
    ])
      expect(await catchFailure(act)).toEqual({ kind: 'not-found', what: 'this service profile' })
    expect(account.activeId).toBe('demo')
  })

  it('has a name without hidden characters, and no address with one', async () => {
    const { account } = startAccount()
    expect(account.save(null, draft({ name: '\u202eMi\u200bne' })).name).toBe('Mine')
    const refuse = (given: Partial<ProfileDraft>) => catchFailure(() => account.save(null, draft(given)))
    expect(await refuse({ name: '\u200b' })).toEqual({
      kind: 'invalid',
      field: 'name',
      sentence: 'Enter a name.',
    })
    for (const char of ['\u202e', '\u200b', '\\', '\t', '\u3164'])
      expect(await refuse({ name: 'x', queue: `https://queue.example/${char}a` })).toMatchObject({
        kind: 'invalid',
        field: 'queue',
      })
  })

  it('in use that is removed gives way to the demo', async () => {
    const { account, events } = startAccount()
    const mine = account.save(null, draft())
    account.use(mine.id)
    await account.remove(mine.id)
    expect(account.isDemo).toBe(true)
    expect(events.filter(event => event === 'switched')).toHaveLength(2)
    expect(await account.profile()).toEqual(demo.profile)
  })

  it('is removed without a keychain too, and a notice says what may be left', async () => {
    const { account } = startAccount({ vault: failingVault })
    const mine = account.save(null, draft())
    await account.remove(mine.id)
    expect(account.state().profiles).toEqual([])
    expect(account.state().notices).toEqual(['No keychain. Remove it from your keychain yourself.'])
  })

  it('in use that the settings do not have gives way to the demo', () => {
    const first = startAccount()
    first.settings.write({ activeProfileId: 'p-gone' })
    expect(startAccount({ settings: first.settings }).account.state().activeId).toBe('demo')
  })
})

describe('an account', () => {
  it('shows what is wrong with its settings, at its start and later', () => {
    let unsaved = (_sentence: string) => {}
    const settings: SettingsFile = {
      ...emptySettings(),
      notice: 'The theme was reset.',
      onUnsaved: listener => (unsaved = listener),
    }
    const { account, events } = startAccount({ settings })
    expect(account.state().notices).toEqual(['The theme was reset.'])
    unsaved('Settings can’t be saved.')
    expect(account.state().notices).toEqual(['The theme was reset.', 'Settings can’t be saved.'])
    expect(events).toEqual(['changed'])
  })
})

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

  it('of a later start asks at once, also for the profile in use', async () => {
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

  it('asks no more once its profile was removed', async () => {
    const { account, mine } = await startWithFile(newHosts)
    await account.remove(mine.id)
    expect(account.state().fileChange).toBeUndefined()
  })
})

describe('a switch', () => {
  it('is announced at once, and the new profile is ready once its key was read', async () => {
    const { account, events } = startAccount()
    await account.open()
    const mine = account.save(null, draft())
    events.length = 0
    account.use(mine.id)
    expect(events).toEqual(['switched', 'changed'])
    await account.profile()
    await Promise.resolve()
    expect(events).toEqual(['switched', 'changed', 'changed', 'opened'])
  })

  it('to the profile in use changes nothing', () => {
    const { account, events } = startAccount()
    account.use('demo')
    expect(events).toEqual([])
  })

  it('back and forth opens only the last one', async () => {
    const { promise: starting, resolve: start } = Promise.withResolvers<typeof demo>()
    const { account, events } = startAccount({ startDemo: () => starting })
    const mine = account.save(null, draft())
    const opening = account.open()
    account.use(mine.id)
    await account.profile()
    start(demo)
    await opening
    expect(events.filter(event => event === 'opened')).toHaveLength(1)
  })
})

describe('the state', () => {
  it('fits the contract and never holds a key, whatever was done', async () => {
    const canary = 'canary-key-0123456789'
    const { account } = startAccount({ vault: createMemoryVault() })
    const states: unknown[] = []
    account.on('changed', () => states.push(account.state()))
    await account.open()
    const mine = account.save(null, draft())
    account.use(mine.id)
    await account.setKey(canary)
    account.keys.refuse(mine.id, canary)
    await account.setKey(`${canary}-2`)
    await account.removeKey()
    account.use('demo')
    await account.remove(mine.id)
    for (const state of states) expect(AccountState.safeParse(state).success).toBe(true)
    expect(JSON.stringify(states)).not.toMatch(/canary-key|demo-key/)
    expect(states.length).toBeGreaterThan(8)
  })
})
