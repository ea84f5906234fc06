/**
 * Stands in for the electron package in unit tests (an alias in vitest.config.ts): what the main process and the
 * preload use of it, recorded. The program runs on the real one.
 */
import { vi } from 'vitest'

type Answer = (event: unknown, request: unknown) => unknown
type Listener = (event: unknown, payload: unknown) => void

/** What `ipcMain.handle` was given, by channel. */
export const handled = new Map<string, Answer>()
export const ipcMain = {
  handle(channel: string, answer: Answer): void {
    if (handled.has(channel)) throw new Error(`a second handler for ${channel}`)
    handled.set(channel, answer)
  },
  on: vi.fn(),
}

/** What `ipcRenderer.on` was given and `off` has not taken back. */
export const listened: { channel: string; listener: Listener }[] = []
export const ipcRenderer = {
  invoke: vi.fn((channel: string, request: unknown): Promise<unknown> =>
    Promise.resolve({ channel, request }),
  ),
  on(channel: string, listener: Listener): void {
    listened.push({ channel, listener })
  },
  off(channel: string, listener: Listener): void {
    const place = listened.findIndex(each => each.channel === channel && each.listener === listener)
    if (place !== -1) listened.splice(place, 1)
  },
}

export const contextBridge = { exposeInMainWorld: vi.fn((_name: string, _api: unknown): void => {}) }
export const shell = { openExternal: vi.fn((_url: string): Promise<void> => Promise.resolve()) }
export const clipboard = { writeText: vi.fn((_text: string): Promise<void> => Promise.resolve()) }
export const app = { getPath: (): string => '/', getVersion: (): string => '0.0.0' }

// eslint-disable-next-line import-x/no-default-export -- electron-store takes electron whole
export default { app, ipcMain, shell }
