import { flushPromises, type VueWrapper } from '@vue/test-utils'
import { describe, expect, test } from 'vitest'
import { priceFormats } from '../../../../../src/shared/odds/price.ts'
import { failed, stubDesk } from '../../../../support/bridge/stub-desk.ts'
import { button } from '../../../../support/renderer/screen.ts'
import {
  click,
  fill,
  mountSettings,
  getFieldNote,
  openSettings,
  threeBooks,
  getFieldValue,
} from '../../../../support/renderer/settings/mounted-settings.ts'

describe('PriceFormatSection', () => {
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

describe('StaleSection', () => {
  const label = 'Prices go stale after (seconds)'
  const save = async (pane: VueWrapper, text: string) => {
    await fill(pane, label, text)
    await button(pane, 'Save').trigger('submit')
    await flushPromises()
  }

  test('sets the limit in seconds', async () => {
    const { pane, api } = await openSettings()
    expect(getFieldValue(pane, label)).toBe('30')
    await save(pane, '45')
    expect(api.settings.setStaleAfter).toHaveBeenCalledWith({ ms: 45_000 })
  })

  test.each(['4', '3601', '1.5', 'soon', ''])('refuse “%s” with the range', async text => {
    const { pane, api } = await openSettings()
    await save(pane, text)
    expect(getFieldNote(pane, label)).toContain('from 5 to 3600')
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
