import { defineConfig } from '@playwright/test'

const keychain = '**/keychain.e2e.ts'

/**
 * End-to-end specs on the built app. `desk` runs anywhere; `keychain` needs the system's real keychain, which on Linux
 * `tools/with-keyring.mjs` provides. One worker: a spec owns the machine's two cores, and so its times can be trusted.
 */
export default defineConfig({
  testDir: 'tests/e2e',
  workers: 1,
  // On a shared machine one hiccup does not decide; what passes only then is named at the end of `npm test`.
  retries: process.env['CI'] === undefined ? 0 : 1,
  forbidOnly: process.env['CI'] !== undefined,
  timeout: 120_000,
  globalTimeout: 28 * 60_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  projects: [
    { name: 'desk', testMatch: '**/*.e2e.ts', testIgnore: keychain, outputDir: 'test-results/desk' },
    { name: 'keychain', testMatch: keychain, outputDir: 'test-results/keychain' },
  ],
})
