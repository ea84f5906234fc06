import { HostEmitter, raise } from './host-emitter.mjs'
import { windows } from './windows.mjs'

const SOURCES = ['system', 'light', 'dark']

/** Electron's nativeTheme. What the desktop prefers is not known here: 'system' counts as light, and leaves pages to Chromium. */
class NativeTheme extends HostEmitter {
  #source = 'system'

  get themeSource() {
    return this.#source
  }

  set themeSource(source) {
    if (!SOURCES.includes(source)) throw new TypeError(`themeSource must be one of ${SOURCES.join(', ')}`)
    const wasDark = this.shouldUseDarkColors
    this.#source = source
    for (const page of windows.pages) applyTheme(page)
    if (this.shouldUseDarkColors !== wasDark) raise(this, 'updated')
  }

  get shouldUseDarkColors() {
    return this.#source === 'dark'
  }

  get shouldUseHighContrastColors() {
    return false
  }
}

export const nativeTheme = new NativeTheme()

/** Sets the color scheme of all pages again, unless it is left to Chromium: Playwright replaces it when it connects. */
export function keepTheme() {
  if (nativeTheme.themeSource !== 'system') for (const page of windows.pages) applyTheme(page)
}

/** Sets the color scheme a page prefers. */
export function applyTheme(page) {
  const { themeSource } = nativeTheme
  const value = themeSource === 'system' ? '' : themeSource
  void page.post('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value }] })
}
