import { flushPromises } from '@vue/test-utils'
import { describe, expect, test } from 'vitest'
import { priceFormats } from '../../../../../src/shared/odds/price.ts'
import { failed, ok, stubDesk } from '../../../../support/bridge/stub-desk.ts'
import { demo } from '../../../../support/renderer/account/states.ts'
import { field } from '../../../../support/renderer/screen.ts'
import {
  click,
  enter,
  fill,
  mountSettings,
  getFieldNote,
  openSettings,
  threeBooks,
  getFieldValue,
} from '../../../../support/renderer/settings/mounted-settings.ts'

describe('Price format', () => {
  test('offers seven formats, each with its example', async () => {
    const { pane } = await openSettings()
    const group = pane.get('[role=radiogroup][aria-label="Price format"]')
    expect(group.findAll('input[type=radio]')).toHaveLength(priceFormats.length)
    for (const example of ['+425', '5.25', '17/4', '19.0476%', '4.25', '−0.2353', '+4.25'])
      expect(group.findAll('.num').map(each => each.text())).toContain(example)
  })

  test('sets the format that is chosen', async () => {
    const { pane, api } = await openSettings()
    await pane.get('input[type=radio][value=decimal]').setValue(true)
    expect(api.settings.setPriceFormat).toHaveBeenCalledWith({ format: 'decimal' })
  })
})

describe('Stale after', () => {
  const label = 'Stale after'

  test('says that live prices are compared only with those of the same seconds', async () => {
    const { pane } = await openSettings()
    expect(pane.get('[data-section=prices]').text()).toContain(
      'Live prices are compared only within 10 seconds.',
    )
  })

  test('is not called saved while the settings cannot be written', async () => {
    const { pane, api } = await openSettings({ account: demo({ isUnsaved: true }) })
    api.settings.setStaleAfter.mockResolvedValue(ok({ ...threeBooks, staleAfterMs: 45_000 }))
    await enter(pane, label, '45')
    expect(pane.get('[data-section=prices] .heading').text()).toMatch(/Not saved\s*Undo$/)
  })

  test('is set in seconds, which is said and can be undone', async () => {
    const { pane, api } = await openSettings()
    api.settings.setStaleAfter.mockImplementation(({ ms }) =>
      Promise.resolve(ok({ ...threeBooks, staleAfterMs: ms })),
    )
    expect(getFieldValue(pane, label)).toBe('30')
    await enter(pane, label, '45')
    expect(api.settings.setStaleAfter).toHaveBeenCalledExactlyOnceWith({ ms: 45_000 })
    expect(pane.get('[data-section=prices] .heading').text()).toContain('Saved')
    await click(pane, 'Undo')
    expect(api.settings.setStaleAfter).toHaveBeenLastCalledWith({ ms: 30_000 })
    expect(getFieldValue(pane, label)).toBe('30')
  })

  test('is saved on Enter', async () => {
    const { pane, api } = await openSettings()
    await fill(pane, label, '45')
    await field(pane, label).trigger('keydown', { key: 'Enter' })
    await flushPromises()
    expect(api.settings.setStaleAfter).toHaveBeenCalledExactlyOnceWith({ ms: 45_000 })
  })

  test.each(['4', '3601', '1.5', 'soon', ''])('refuses “%s” with the range', async text => {
    const { pane, api } = await openSettings()
    await enter(pane, label, text)
    expect(getFieldNote(pane, label)).toContain('Enter 5 to 3,600 seconds, after which a price is stale')
    expect(api.settings.setStaleAfter).not.toHaveBeenCalled()
  })
})

test('SettingsPane shows a failed read and reads again on request', async () => {
  const { api } = stubDesk({ settings: threeBooks })
  api.settings.snapshot.mockResolvedValueOnce(failed({ kind: 'storage', sentence: 'The file is locked.' }))
  const pane = await mountSettings()
  expect(pane.get('[role=alert]').text()).toContain('The file is locked.')
  await click(pane, 'Try again')
  expect(pane.findAll('tbody tr')).toHaveLength(3)
})
