import { describe, expect, test } from 'vitest'
import { shortDay } from '../../../../../src/renderer/format/time-text.ts'
import { failed, stubDesk, ok } from '../../../../support/bridge/stub-desk.ts'
import { noon } from '../../../../support/shared/desk-rows.ts'
import {
  enter,
  mountSettings,
  getFieldNote,
  threeBooks,
  getFieldValue,
} from '../../../../support/renderer/settings/mounted-settings.ts'

const kept = { limits: { days: 90, megabytes: 200 }, bytes: 12_100_000, quotes: 48_210, sinceAt: noon }
const days = 'Keep prices for'
const size = 'Keep at most'

async function open() {
  const { api } = stubDesk({ settings: threeBooks })
  api.quotes.keeping.mockResolvedValue(ok(kept))
  const pane = await mountSettings()
  const section = () => pane.findAll('section').find(each => each.get('h3').text() === 'Price history')
  return { api, pane, section }
}

describe('KeepSection', () => {
  test('shows the limits and the size now', async () => {
    const { pane, section } = await open()
    expect([getFieldValue(pane, days), getFieldValue(pane, size)]).toEqual(['90', '200'])
    expect(section()?.text()).toMatch(/12 MB, 48.?210 quotes since/)
    expect(section()?.text()).toContain(shortDay(noon))
  })

  test('saves the limits typed', async () => {
    const { api, pane } = await open()
    api.quotes.setKeepLimits.mockResolvedValueOnce(ok({ ...kept, limits: { days: 30, megabytes: 200 } }))
    await enter(pane, days, '30')
    expect(api.quotes.setKeepLimits).toHaveBeenCalledExactlyOnceWith({ days: 30, megabytes: 200 })
    expect(getFieldValue(pane, days)).toBe('30')
  })

  test.each([
    [days, '0', 'Enter 1 to 3,650 days'],
    [days, 'all', 'Enter 1 to 3,650 days'],
    [size, '5', 'Enter 20 to 10,000 MB'],
  ])('shows the range under “%s” for %s, and does not save it', async (label, text, says) => {
    const { api, pane } = await open()
    await enter(pane, label, text)
    expect(getFieldNote(pane, label)).toContain(says)
    expect(api.quotes.setKeepLimits).not.toHaveBeenCalled()
  })

  test('says why its limits could not be saved', async () => {
    const { api, pane, section } = await open()
    api.quotes.setKeepLimits.mockResolvedValueOnce(failed({ kind: 'internal', reference: 'k1' }))
    await enter(pane, days, '30')
    expect(section()?.get('[role=alert]').text()).toContain('k1')
  })
})
