import { fileURLToPath } from 'node:url'
import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'vitest/config'
import { guidePlugin } from './tools/guide/guide-plugin.ts'
import { BundledPackages, packagesPlugin } from './tools/packages/bundled-packages.ts'
import { LongestFirst } from './tools/longest-first.ts'
import { keepTemporaryFilesInMemory } from './tools/memory-folder.ts'

/** One seed for all properties, see tests/support/property.ts. */
const define = { PROPERTY_SEED: JSON.stringify(process.env['PROPERTY_SEED'] ?? '20251120') }

// Times and numbers in tests are those of the United States, whatever the machine's language is.
process.env['LC_ALL'] = 'en_US.UTF-8'

// Hundreds of tests start worker threads and programs from source, and so compile each file once, not every time.
process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(new URL('node_modules/.cache/compiled/', import.meta.url))
keepTemporaryFilesInMemory()

export default defineConfig({
  test: {
    // As in playwright.config.ts: what passes only when tried again is named at the end of `npm test`.
    retry: process.env['CI'] === undefined ? 0 : 1,
    // Many tests wait for a process or a server, so every core is used: by default one is left free.
    maxWorkers: '100%',
    sequence: { sequencer: LongestFirst },
    // A busy machine is slow, not wrong: parts that a test loads as it goes can take more than the usual second.
    testTimeout: 20_000,
    hookTimeout: 30_000,
    expect: { poll: { timeout: 10_000 } },
    projects: [
      {
        define,
        // Loading the real package would fetch its binary.
        resolve: { alias: { electron: fileURLToPath(import.meta.resolve('./tests/support/electron.ts')) } },
        test: {
          name: 'node',
          environment: 'node',
          include: ['tests/{shared,main,preload,demo,repo,promises}/**/*.test.ts', 'tools/**/*.test.mjs'],
          server: { deps: { inline: ['electron-store'] } },
        },
      },
      // Needs the built app: `npm run build && npm run unit:package`.
      {
        test: {
          name: 'package',
          environment: 'node',
          include: ['tests/package/**/*.test.ts'],
          testTimeout: 120_000,
        },
      },
      {
        define,
        plugins: [vue(), guidePlugin(), packagesPlugin(new BundledPackages(import.meta.dirname), 'renderer')],
        test: {
          name: 'web',
          environment: 'happy-dom',
          // A window of its own for each file, in a worker that has read its modules before: half the time of new ones.
          pool: 'threads',
          isolate: false,
          include: ['tests/renderer/**/*.test.ts'],
          setupFiles: ['tests/support/renderer/fresh-session.ts'],
          server: { deps: { inline: ['naive-ui'] } },
        },
      },
    ],
  },
})
