import { describe, expect, it } from 'vitest'
import { UserSettings } from '../../../../src/main/account/settings.ts'
import { createSettingsHandlers } from '../../../../src/main/bridge/handlers/settings.ts'
import { defaultValueSettings } from '../../../../src/shared/model/settings/settings.ts'
import { emptySettings } from '../../../support/account/account-fixture.ts'
import { book } from '../../../support/shared/desk-rows.ts'

describe('settings calls', () => {
  it('answer all settings after each change', async () => {
    const settings = new UserSettings(emptySettings())
    settings.meetBooks([
      { id: 'a', name: 'A' },
      { id: 'b', name: 'B' },
    ])
    const calls = createSettingsHandlers(settings)
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
