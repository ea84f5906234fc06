import { describe, expect, it } from 'vitest'
import { createMemoryVault } from '../../../src/main/account/key-vault.ts'
import { AccountState } from '../../../src/shared/model/settings/profile.ts'
import {
  demo,
  draft,
  failingVault,
  catchFailure,
  startAccount,
} from '../../support/account/account-fixture.ts'

describe('the demo', () => {
  it('is in use at the first start, with a key of its own', async () => {
    const { account, events: told } = startAccount()
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
    expect(told).toEqual(['changed', 'opened'])
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

  it('that does not start leaves a plain notice, and other profiles still work', async () => {
    const { account } = startAccount({ startDemo: () => Promise.reject(new Error('no port')) })
    await account.open()
    expect(account.state().notices).toEqual([expect.stringContaining('did not start')])
    expect(account.state().keyStatus).toEqual({ kind: 'missing' })
    expect(await catchFailure(() => account.profile())).toMatchObject({ kind: 'not-found' })
    const mine = account.save(null, draft())
    account.use(mine.id)
    expect(await account.profile()).toEqual(mine)
  })

  it('has no port, no books and no key to change while another profile is in use', async () => {
    const { account } = startAccount()
    await account.open()
    expect(await catchFailure(() => account.setKey('abc'))).toMatchObject({ kind: 'invalid', field: 'key' })
    account.use(account.save(null, draft()).id)
    expect([account.demoPort, account.demoBooks]).toEqual([null, []])
  })
})

describe('a profile', () => {
  it('is added, changed and removed', async () => {
    const { account, settings } = startAccount()
    const mine = account.save(null, draft())
    expect(account.state().profiles).toEqual([{ ...draft(), id: mine.id }])
    account.save(mine.id, draft({ name: 'Other' }))
    expect(account.state().profiles).toEqual([{ ...draft({ name: 'Other' }), id: mine.id }])
    await account.remove(mine.id)
    expect(account.state().profiles).toEqual([])
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
    const taken = { kind: 'invalid', field: 'name' }
    expect(await catchFailure(() => account.save(null, draft()))).toMatchObject(taken)
    expect(await catchFailure(() => account.save(other.id, draft()))).toMatchObject(taken)
    expect(await catchFailure(() => account.save(null, draft({ name: 'Demo' })))).toMatchObject(taken)
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
      expect(await catchFailure(act)).toMatchObject({ kind: 'not-found' })
    expect(account.activeId).toBe('demo')
  })

  it('read from a file brings the one of its name up to date', () => {
    const { account } = startAccount()
    const mine = account.saveByName(draft())
    expect(account.saveByName(draft({ feed: 'https://feed.example/' })).id).toBe(mine.id)
    expect(account.state().profiles).toHaveLength(1)
  })

  it('in use that is removed gives way to the demo', async () => {
    const { account, events: told } = startAccount()
    const mine = account.save(null, draft())
    account.use(mine.id)
    await account.remove(mine.id)
    expect(account.isDemo).toBe(true)
    expect(told.filter(event => event === 'switched')).toHaveLength(2)
    expect(await account.profile()).toEqual(demo.profile)
  })

  it('is removed without a keychain too, and a notice says what may be left', async () => {
    const { account } = startAccount({ vault: failingVault })
    const mine = account.save(null, draft())
    await account.remove(mine.id)
    expect(account.state().profiles).toEqual([])
    expect(account.state().notices).toEqual([expect.stringContaining('remove it there by hand')])
  })

  it('in use that the settings do not have gives way to the demo', () => {
    const first = startAccount()
    first.settings.write({ activeProfileId: 'p-gone' })
    expect(startAccount({ settings: first.settings }).account.state().activeId).toBe('demo')
  })
})

describe('a switch', () => {
  it('is announced at once, and the new profile is ready once its key was read', async () => {
    const { account, events: told } = startAccount()
    await account.open()
    const mine = account.save(null, draft())
    told.length = 0
    account.use(mine.id)
    expect(told).toEqual(['switched', 'changed'])
    await account.profile()
    await Promise.resolve()
    expect(told).toEqual(['switched', 'changed', 'changed', 'opened'])
  })

  it('to the profile in use changes nothing', () => {
    const { account, events: told } = startAccount()
    account.use('demo')
    expect(told).toEqual([])
  })

  it('back and forth opens only the last one', async () => {
    const { promise: starting, resolve: start } = Promise.withResolvers<typeof demo>()
    const { account, events: told } = startAccount({ startDemo: () => starting })
    const mine = account.save(null, draft())
    const opening = account.open()
    account.use(mine.id)
    await account.profile()
    start(demo)
    await opening
    expect(told.filter(event => event === 'opened')).toHaveLength(1)
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
