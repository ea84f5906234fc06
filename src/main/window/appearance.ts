/** Theme and zoom of every window. The page follows the theme by `prefers-color-scheme` alone. */
import { BrowserWindow, nativeTheme } from 'electron'
import type { Theme } from '../../shared/model/settings/settings.ts'

/** Background of a window before its page is drawn: `--bg` of the page's tokens. */
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

/** Applies the present zoom to each document of the window before its first paint. */
export function keepZoom(window: BrowserWindow, factor: () => number): void {
  window.webContents.on('did-navigate', () => window.webContents.setZoomFactor(factor()))
}
