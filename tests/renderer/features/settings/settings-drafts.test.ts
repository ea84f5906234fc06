import { describe, expect, it } from 'vitest'
import { button } from '../../../support/renderer/screen.ts'
import {
  enter,
  fill,
  getFieldValue,
  openSettings,
} from '../../../support/renderer/settings/mounted-settings.ts'

describe('a setting that is typed and not saved', () => {
  const label = 'Stale after'

  it('is back in a page that was reloaded, until the user starts over', async () => {
    const { pane } = await openSettings()
    await fill(pane, label, '45')
    pane.unmount()
    const { pane: reloaded } = await openSettings()
    expect(getFieldValue(reloaded, label)).toBe('45')
    await button(reloaded, 'Clear').trigger('click')
    expect(getFieldValue(reloaded, label)).toBe('30')
  })

  it('is no draft any more once it is saved', async () => {
    const { pane } = await openSettings()
    await enter(pane, label, ' 45')
    expect(getFieldValue(pane, label)).toBe('45')
    expect(Object.keys(sessionStorage)).toEqual([])
  })
})

describe('a profile that is typed and not saved', () => {
  it('is back in a page that was reloaded, until it is cancelled', async () => {
    const { pane } = await openSettings()
    await button(pane, 'New profile').trigger('click')
    await fill(pane, 'Profile name', 'Mine')
    pane.unmount()
    const { pane: reloaded } = await openSettings()
    await button(reloaded, 'New profile').trigger('click')
    expect(getFieldValue(reloaded, 'Profile name')).toBe('Mine')
    await button(reloaded, 'Cancel').trigger('click')
    await button(reloaded, 'New profile').trigger('click')
    expect(getFieldValue(reloaded, 'Profile name')).toBe('')
  })
})
