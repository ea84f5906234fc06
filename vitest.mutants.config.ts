import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

/** Tests that start processes or play hours: they reach everything, notice little, and take seconds for each break. */
const slowTests = [
  '**/*kill.test.ts',
  '**/two-hours.test.ts',
  '**/nothing-lost.test.ts',
  '**/every-answer.test.ts',
]

/** The unit tests of Node's side as Stryker runs them: see stryker.config.mjs. */
export default defineConfig({
  define: { PROPERTY_SEED: JSON.stringify('20251120'), PROPERTY_MAX_MS: '500' },
  resolve: { alias: { electron: fileURLToPath(import.meta.resolve('./tests/support/electron.ts')) } },
  test: {
    include: process.env['MUTANTS_TESTS']?.split(',') ?? ['**/*.test.ts'],
    exclude: slowTests,
    environment: 'node',
    env: { LC_ALL: 'en_US.UTF-8' },
    testTimeout: Number(process.env['MUTANTS_TEST_MS'] ?? 5_000),
    expect: { poll: { timeout: 3_000 } },
    server: { deps: { inline: ['electron-store'] } },
  },
})
