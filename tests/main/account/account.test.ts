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

  it('that is removed or loses its key is announced', async () => {
    const { account, events } = startAccount()
    const removed: string[] = []
    account.on('removed', id => removed.push(id))
    const [mine, other] = [account.save(null, draft()), account.save(null, draft({ name: 'Other' }))]
    account.use(mine.id)
    await account.setKey('my-key')
    events.length = 0
    await account.removeKey()
    expect(events).toContain('changed')
    expect(removed).toEqual([])
    await account.remove(other.id)
    expect(removed).toEqual([other.id])
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
    let unsaved = (_sentence: string | undefined) => {}
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

  it('says while its settings cannot be saved', () => {
    let report = (_sentence: string | undefined) => {}
    const settings = {
      ...emptySettings(),
      isUnsaved: true,
      onUnsaved: (to: typeof report) => void (report = to),
    }
    const { account, events } = startAccount({ settings })
    expect(account.state().isUnsaved).toBe(true)
    settings.isUnsaved = false
    report(undefined)
    expect(events).toEqual(['changed'])
    expect(account.state()).not.toHaveProperty('isUnsaved')
    expect(account.state().notices).toEqual([])
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

  it('whose key cannot be read is announced too, as the key is no longer being read', async () => {
    const read = () => Promise.reject(new Error('no such library'))
    const { account, events } = startAccount({ vault: { ...createMemoryVault(), read } })
    account.choose(account.save(null, draft()).id)
    events.length = 0
    await expect(account.open()).rejects.toThrow('no such library')
    expect(events).toEqual(['changed'])
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
