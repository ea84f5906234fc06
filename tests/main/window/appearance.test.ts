import { BrowserWindow as RealWindow } from 'electron'
import { afterEach, describe, expect, it } from 'vitest'
import { followTheme, setTheme, setZoom, windowBackground } from '../../../src/main/window/appearance.ts'
import { BrowserWindow, nativeTheme } from '../../support/electron.ts'

const [light, dark] = ['#ffffff', '#0b0e13']

afterEach(() => {
  nativeTheme.themeSource = 'system'
  nativeTheme.isDesktopDark = false
})

describe('the theme', () => {
  it.each([
    ['system', false, light],
    ['system', true, dark],
    ['light', true, light],
    ['dark', false, dark],
  ] as const)(
    '%s, on a desktop that is dark: %s, gives windows the background %s',
    (theme, isDark, color) => {
      nativeTheme.isDesktopDark = isDark
      setTheme(theme)
      expect(windowBackground()).toBe(color)
    },
  )

  it('changes the background of open windows with it, as the desktop may do at any time', () => {
    new RealWindow()
    followTheme()
    nativeTheme.isDesktopDark = true
    nativeTheme.listeners.get('updated')?.()
    expect(BrowserWindow.opened.at(-1)?.setBackgroundColor).toHaveBeenCalledExactlyOnceWith(dark)
  })
})

describe('the zoom', () => {
  it('is that of every window', () => {
    new RealWindow()
    setZoom(1.5)
    expect(BrowserWindow.opened.at(-1)?.webContents.setZoomFactor).toHaveBeenCalledExactlyOnceWith(1.5)
  })
})
