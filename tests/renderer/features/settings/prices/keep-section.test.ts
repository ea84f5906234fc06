import { flushPromises } from '@vue/test-utils'
import { describe, expect, test } from 'vitest'
import { calendarDay } from '../../../../../src/renderer/format/time-text.ts'
import { failed, stubDesk, ok } from '../../../../support/bridge/stub-desk.ts'
import { noon } from '../../../../support/shared/desk-rows.ts'
import {
  fill,
  mountSettings,
  getFieldNote,
  threeBooks,
  getFieldValue,
} from '../../../../support/renderer/settings/mounted-settings.ts'

const kept = { limits: { days: 90, megabytes: 200 }, bytes: 12_100_000, quotes: 48_210, sinceAt: noon }
const days = 'Keep prices for (days)'
const size = 'Keep at most (MB)'

async function open() {
  const { api } = stubDesk({ settings: threeBooks })
  api.quotes.keeping.mockResolvedValue(ok(kept))
  const pane = await mountSettings()
  const section = () => pane.findAll('section').find(each => each.get('h2').text() === 'Price history')
  const save = async () => {
    await section()?.get('form').trigger('submit')
    await flushPromises()
  }
  return { api, pane, section, save }
}

describe('KeepSection', () => {
  test('shows the limits and the size now', async () => {
    const { pane, section } = await open()
    expect([getFieldValue(pane, days), getFieldValue(pane, size)]).toEqual(['90', '200'])
    expect(section()?.text()).toMatch(/Now 12 MB, 48.?210 answers since/)
    expect(section()?.text()).toContain(calendarDay(noon))
  })

  test('saves the limits typed', async () => {
    const { api, pane, save } = await open()
    await fill(pane, days, '30')
    api.quotes.setKeepLimits.mockResolvedValueOnce(ok({ ...kept, limits: { days: 30, megabytes: 200 } }))
    await save()
    expect(api.quotes.setKeepLimits).toHaveBeenCalledExactlyOnceWith({ days: 30, megabytes: 200 })
    expect(getFieldValue(pane, days)).toBe('30')
  })

  test.each([
    [days, '0', 'from 1 to 3650'],
    [days, 'all', 'from 1 to 3650'],
    [size, '5', 'from 20 to 10000'],
  ])('shows the range under “%s” while %s is typed, and does not save it', async (label, text, says) => {
    const { api, pane, save } = await open()
    await fill(pane, label, text)
    expect(getFieldNote(pane, label)).toContain(says)
    await save()
    expect(api.quotes.setKeepLimits).not.toHaveBeenCalled()
  })

  test('says why its limits could not be saved', async () => {
    const { api, pane, section, save } = await open()
    await fill(pane, days, '30')
    api.quotes.setKeepLimits.mockResolvedValueOnce(failed({ kind: 'internal', reference: 'k1' }))
    await save()
    expect(section()?.get('[role=alert]').text()).toContain('k1')
  })
})
