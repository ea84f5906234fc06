import { defineConfig } from '@playwright/test'
import { electronBinary } from './tools/chromium-host/electron-binary.mjs'
import { keepTemporaryFilesInMemory } from './tools/memory-folder.ts'

const keychain = '**/keychain.e2e.ts'
keepTemporaryFilesInMemory()

/**
 * End-to-end specs on the built app. `desk` runs anywhere; `keychain` needs the system's real keychain, which on Linux
 * `tools/with-keyring.mjs` provides. Specs mostly wait for the app, so two files run side by side; on Electron one at a
 * time, because windows there share the system's focus and clipboard.
 */
export default defineConfig({
  testDir: 'tests/e2e',
  workers: electronBinary() === undefined ? 2 : 1,
  // On a shared machine one hiccup does not decide; what passes only then is named at the end of `npm test`.
  retries: process.env['CI'] === undefined ? 0 : 1,
  forbidOnly: process.env['CI'] !== undefined,
  timeout: 120_000,
  globalTimeout: 38 * 60_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  projects: [
    { name: 'desk', testMatch: '**/*.e2e.ts', testIgnore: keychain, outputDir: 'test-results/desk' },
    { name: 'keychain', testMatch: keychain, outputDir: 'test-results/keychain' },
  ],
})
