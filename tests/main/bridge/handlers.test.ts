import { describe, expect, it } from 'vitest'
import { selectionsOf } from '../../../src/main/account/kept-selections.ts'
import { UserSettings } from '../../../src/main/account/settings.ts'
import { accountHandlers } from '../../../src/main/bridge/handlers/account.ts'
import { deskHandlers } from '../../../src/main/bridge/handlers/desk.ts'
import { settingsHandlers } from '../../../src/main/bridge/handlers/settings.ts'
import { noNote } from '../../../src/shared/model/parlay/parlay.ts'
import { defaultValueSettings } from '../../../src/shared/model/settings/settings.ts'
import { book } from '../../fakes/desk-rows.ts'
import { draft, emptySettings, refusalOf, startAccount } from '../account/account-fixture.ts'
import { keysOf, startDesk } from '../desk/scripted-desk.ts'

describe('account calls', () => {
  it('answer the state after each act, and never the key', async () => {
    const { account } = startAccount()
    await account.open()
    const calls = accountHandlers(account)
    const answers = [await calls.snapshot(null)]
    answers.push(await calls.saveProfile({ id: null, draft: draft() }))
    const id = answers[1]?.profiles[0]?.id ?? ''
    answers.push(await calls.useProfile({ id }), await calls.setKey({ key: 'canary-key' }))
    answers.push(await calls.removeKey(null), await calls.removeProfile({ id }))
    expect(answers.map(({ activeName, keyStatus }) => [activeName, keyStatus.kind])).toEqual([
      ['Demo', 'demo'],
      ['Demo', 'demo'],
      ['Mine', 'missing'],
      ['Mine', 'keychain'],
      ['Mine', 'missing'],
      ['Demo', 'demo'],
    ])
    expect(JSON.stringify(answers)).not.toMatch(/canary-key|demo-key/)
  })
})

describe('settings calls', () => {
  it('answer all settings after each act', async () => {
    const settings = new UserSettings(emptySettings())
    settings.meetBooks([
      { id: 'a', name: 'A' },
      { id: 'b', name: 'B' },
    ])
    const calls = settingsHandlers(settings)
    await calls.setPriceFormat({ format: 'decimal' })
    await calls.setStaleAfter({ ms: 60_000 })
    const value = { ...defaultValueSettings, bankrollMinor: 500_000, kellyFraction: 0.5 }
    await calls.setValue(value)
    await calls.saveBook(book('a', 'Alpha', false))
    await calls.orderBooks({ ids: ['b'] })
    expect(await calls.snapshot(null)).toEqual({
      priceFormat: 'decimal',
      staleAfterMs: 60_000,
      value,
      books: [book('b', 'B'), book('a', 'Alpha', false)],
    })
  })
})

describe('desk calls', () => {
  const note = { name: 'Opener', tags: ['live'], note: 'Only under 4.0' }

  function start() {
    const { desk } = startDesk()
    const kept = selectionsOf(emptySettings())
    return { calls: deskHandlers(desk, kept), kept, notes: () => desk.snapshot().rows.map(row => row.note) }
  }

  it('put a parlay on the desk with its note, and keep its legs at hand', async () => {
    const { calls, kept, notes } = start()
    const selections = keysOf('one', 'two')
    expect(await calls.addParlay({ selections, note })).toEqual({ parlayId: 1, wasThere: false })
    expect([notes(), kept.recent()]).toEqual([[note], selections])
    expect(await calls.addParlay({ selections: selections.toReversed(), note: noNote })).toEqual({
      parlayId: 1,
      wasThere: true,
    })
    expect([notes(), kept.recent()]).toEqual([[note], selections.toReversed()])
  })

  it('keep nothing at hand of a parlay that is refused', async () => {
    const { calls, kept } = start()
    const refused = await refusalOf(() => calls.addParlay({ selections: keysOf('one', 'gone'), note }))
    expect(refused).toMatchObject({ kind: 'not-found' })
    expect(kept.recent()).toEqual([])
  })

  it('describe, remove and restore a row, and price it and one cell of it', async () => {
    const { calls, notes } = start()
    await calls.addParlay({ selections: keysOf('one'), note: noNote })
    expect(await calls.describeParlay({ parlayId: 1, note })).toBeNull()
    expect(await calls.removeParlay({ parlayId: 1 })).toBeNull()
    expect(notes()).toEqual([])
    expect(await calls.restoreParlay({ parlayId: 1 })).toBeNull()
    expect(notes()).toEqual([note])
    expect(await calls.price({ parlayId: 1, bookId: null })).toEqual({ calls: 2 })
    expect(await calls.recheck({ parlayId: 1, bookId: 'a', seenId: null })).toMatchObject({
      now: { text: '+150' },
    })
  })
})
