import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, vi } from 'vitest'
import { launchOnChromium } from '../on-chromium.mjs'

export const FIXTURE = fileURLToPath(new URL('../fixture-app', import.meta.url))

/** A data folder of its own for one test; `remove()` ends it. */
export function temporaryFolder() {
  const path = mkdtempSync(join(tmpdir(), 'chromium-host-test-'))
  return { path, remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 5 }) }
}

/** Starts the fixture app on the host, never on Electron. */
export function startFixture(userDataDir, { args = [], env = {}, ...others } = {}) {
  const settings = { appDir: FIXTURE, headless: true, width: 900, height: 600, ...others }
  return launchOnChromium({ ...settings, env, args: [`--user-data-dir=${userDataDir}`, ...args] })
}

/** Starts the fixture app for all tests of a file, in a data folder of its own, and ends it after the last. */
export async function startForFile(options) {
  const folder = temporaryFolder()
  const desk = await startFixture(folder.path, options)
  afterAll(async () => {
    await desk.kill()
    folder.remove()
  })
  return { folder, desk, page: desk.page }
}

/** Waits until the fixture's main process has noted an event that contains this text. */
export function noted(desk, text) {
  return vi.waitFor(() => expect(desk.mainLog()).toContain(`event: ${text}`), {
    timeout: 10_000,
    interval: 20,
  })
}

/** Runs a function in the fixture's main process, with { electron, event, note, openWindow } and these arguments. */
export function inMain(page, run, ...args) {
  return page.evaluate(([source, args]) => desk.invoke('main', source, ...args), [String(run), args])
}

/** Runs a function in the world of the fixture's preload, with { contextBridge, ipcRenderer } and these arguments. */
export function inPreload(page, run, ...args) {
  return page.evaluate(([source, args]) => desk.run(source, ...args), [String(run), args])
}

let exposed = 0

/** Has the preload expose what `make` returns, and answers what `use` makes of it in the page. */
export async function bridged(page, make, use) {
  const name = `api${++exposed}`
  const source = `({ contextBridge }) => contextBridge.exposeInMainWorld('${name}', (${make})())`
  await page.evaluate(source => desk.run(source), source)
  return page.evaluate(`(${use})(window.${name})`)
}
