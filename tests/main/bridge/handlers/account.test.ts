import { describe, expect, it } from 'vitest'
import {
  createAccountHandlers,
  createKeysHandlers,
  createPaletteHandlers,
  createSettingsHandlers,
  createSoundsHandlers,
  createViewHandlers,
} from '../../../../src/main/bridge/handlers/account.ts'
import { draft, startAccount, emptySettings } from '../../../support/account/account-fixture.ts'
import { openStoredRecentCommands } from '../../../../src/main/account/stored-preferences.ts'
import { StoredPart } from '../../../../src/main/account/stored-part.ts'
import { defaultSounds } from '../../../../src/shared/model/settings/sounds.ts'
import { UserSettings } from '../../../../src/main/account/settings.ts'
import { ViewSettings } from '../../../../src/main/account/view-settings.ts'
import { plainLedgerLayout, plainPanes } from '../../../../src/shared/model/settings/view.ts'
import { defaultValueSettings } from '../../../../src/shared/model/settings/settings.ts'
import { book } from '../../../support/shared/desk-rows.ts'

describe('account calls', () => {
  it('answer the state after each change, and never the key', async () => {
    const { account } = startAccount()
    await account.open()
    const calls = createAccountHandlers(account, () => Promise.resolve())
    const answers = [await calls.snapshot(null)]
    answers.push(await calls.saveProfile({ id: null, draft: draft() }))
    const id = answers[1]?.profiles[0]?.id ?? ''
    answers.push(await calls.useProfile({ id }), await calls.setKey({ key: 'canary-key' }))
    answers.push(await calls.removeKey(null), await calls.removeProfile({ id }))
    expect(answers.map(({ activeName, keyStatus }) => [activeName, keyStatus.kind])).toEqual([
      ['Demo', 'demo'],
      ['Demo', 'demo'],
      ['Mine', 'reading'],
      ['Mine', 'keychain'],
      ['Mine', 'missing'],
      ['Demo', 'demo'],
    ])
    expect(JSON.stringify(answers)).not.toMatch(/canary-key|demo-key/)
  })
})

describe('settings calls', () => {
  it('answer all settings after each change', async () => {
    const settings = new UserSettings(emptySettings())
    settings.addNewBooks([
      { id: 'a', name: 'A' },
      { id: 'b', name: 'B' },
    ])
    const calls = createSettingsHandlers(settings)
    await calls.setTheme({ theme: 'light' })
    await calls.setPriceFormat({ format: 'decimal' })
    await calls.setStaleAfter({ ms: 60_000 })
    const value = { ...defaultValueSettings, bankrollMinor: 500_000, kellyFraction: 0.5 }
    await calls.setValue(value)
    await calls.saveBook(book('a', 'Alpha', false))
    await calls.orderBooks({ ids: ['b'] })
    expect(await calls.snapshot(null)).toEqual({
      theme: 'light',
      priceFormat: 'decimal',
      staleAfterMs: 60_000,
      value,
      books: [book('b', 'B'), book('a', 'Alpha', false)],
    })
  })
})

describe('view calls', () => {
  it('answer zoom and panes after each change', async () => {
    const copied: string[] = []
    const calls = createViewHandlers(new ViewSettings(emptySettings()), {
      copyText: text => Promise.resolve(void copied.push(text)),
      copyTable: ({ rows }, window) => Promise.resolve(void copied.push(`${window}: ${rows.flat().join()}`)),
      copyImage: png => Promise.resolve(void copied.push(`${png.byteLength} bytes`)),
    })
    expect(await calls.zoom({ to: 'in' })).toMatchObject({ zoom: 1.1, panes: plainPanes })
    const panes = { ...plainPanes, isLegsOpen: false, cellWidth: 320 }
    expect(await calls.savePanes(panes)).toMatchObject({ zoom: 1.1, panes })
    expect(await calls.snapshot(null)).toEqual({
      zoom: 1.1,
      panes,
      ledger: plainLedgerLayout,
      tour: 'new',
    })
    const ledger = { ...plainLedgerLayout, areChartsOpen: false }
    expect(await calls.saveLedger(ledger)).toMatchObject({ ledger })
    expect(await calls.saveTour({ tour: 'finished' })).toMatchObject({ ledger, tour: 'finished' })
    await calls.copyText({ text: 'a\tb' })
    await calls.copyTable({ rows: [['Parlay', 'Bravo']], isFirst: true, isLast: true }, 'blue')
    await calls.copyImage({ png: new Uint8Array(8) })
    expect(copied).toEqual(['a\tb', 'blue: Parlay,Bravo', '8 bytes'])
  })
})

describe('calls of sounds and of keys', () => {
  it('keep what is saved, and answer with it', async () => {
    const file = emptySettings()
    const sounds = createSoundsHandlers(new StoredPart(file, 'sounds'))
    expect(await sounds.snapshot(null)).toEqual(defaultSounds)
    const chosen = { ...defaultSounds, settled: 'bell' } as const
    expect(await sounds.save(chosen)).toEqual(chosen)
    expect(await sounds.snapshot(null)).toEqual(chosen)
    const keys = createKeysHandlers(new StoredPart(file, 'keys'))
    const bindings = [{ command: 'view.ledger', chords: ['Ctrl+9'] }]
    expect(await keys.save({ keys: bindings })).toEqual(bindings)
    expect(await keys.snapshot(null)).toEqual(bindings)
  })
})

describe('palette calls', () => {
  it('remember a command for the profile, and send the list to the other windows', async () => {
    const sent: unknown[] = []
    const calls = createPaletteHandlers(
      openStoredRecentCommands(emptySettings()),
      window =>
        (...event) =>
          void sent.push(`not ${window}`, ...event),
    )
    await calls.remember({ command: 'Views: view.ledger' }, 'main')
    expect(await calls.remember({ command: 'Rows: row.reprice' }, 'blue')).toEqual([
      'Rows: row.reprice',
      'Views: view.ledger',
    ])
    expect(sent.slice(-4)).toEqual(['not blue', 'palette', 'changed', await calls.snapshot(null)])
  })
})
