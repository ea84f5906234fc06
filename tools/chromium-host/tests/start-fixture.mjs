import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, vi } from 'vitest'
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

/** Waits until the fixture's main process has noted an event that contains this text. */
export function noted(desk, text) {
  return vi.waitFor(() => expect(desk.mainLog()).toContain(`event: ${text}`), {
    timeout: 10_000,
    interval: 20,
  })
}
