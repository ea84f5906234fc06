/** Theme and zoom of every window. The page follows the theme by `prefers-color-scheme` alone. */
import { BrowserWindow, nativeTheme } from 'electron'
import type { Theme } from '../../shared/model/settings/settings.ts'

/** Color of a window before its page has drawn anything: `--bg` of the page's tokens. */
export const windowBackground = (): string => (nativeTheme.shouldUseDarkColors ? '#0b0e13' : '#ffffff')

/** Called once. The desktop may change its theme at any time. */
export function followTheme(): void {
  nativeTheme.on('updated', () => {
    for (const window of BrowserWindow.getAllWindows()) window.setBackgroundColor(windowBackground())
  })
}

export function setTheme(theme: Theme): void {
  if (nativeTheme.themeSource !== theme) nativeTheme.themeSource = theme
}

export function setZoom(factor: number): void {
  for (const window of BrowserWindow.getAllWindows()) window.webContents.setZoomFactor(factor)
}

/** Draws each document of the window in the zoom of its time, from its first paint on. */
export function keepZoom(window: BrowserWindow, factor: () => number): void {
  window.webContents.on('did-navigate', () => window.webContents.setZoomFactor(factor()))
}
