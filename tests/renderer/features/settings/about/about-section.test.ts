import { describe, expect, it } from 'vitest'
import { readRuntime } from '../../../../../src/renderer/features/settings/about/runtime.ts'
import { button } from '../../../../support/renderer/screen.ts'
import { openSettings } from '../../../../support/renderer/settings/mounted-settings.ts'

describe('third-party licenses', () => {
  it('are listed with their texts once they are asked for', async () => {
    const { pane } = await openSettings()
    expect(pane.find('dialog').exists()).toBe(false)
    await button(pane, 'Show licenses…').trigger('click')
    await expect.poll(() => pane.find('dialog').exists()).toBe(true)
    const dialog = pane.get('dialog')
    const electron = dialog.findAll('li').find(item => item.text().startsWith('electron '))
    expect(electron?.text()).toMatch(/^electron [\d.]+ · MIT/)
    expect(electron?.text()).toContain('Permission is hereby granted')
    await button(dialog, 'Close').trigger('click')
    expect(pane.find('dialog').exists()).toBe(false)
  })
})

describe('readRuntime', () => {
  it('names Electron and Chromium, or Chromium alone in a browser', () => {
    const agent = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko)'
    expect(
      readRuntime(`${agent} Parlay Desk/0.1.0 Chrome/156.0.8078.100 Electron/45.4.1 Safari/537.36`),
    ).toBe('Electron 45.4.1, Chromium 156.0.8078.100')
    expect(readRuntime(`${agent} HeadlessChrome/150.0.0.0 Safari/537.36`)).toBe('Chromium 150.0.0.0')
    expect(readRuntime('curl/8')).toBeUndefined()
  })
})
