/** Mutation testing of one folder, chosen by `npm run mutants`: Stryker breaks an expression and runs the folder's tests. */
const area = process.env.MUTANTS_AREA
/** Chosen test files, else all of the folder. */
const tests = process.env.MUTANTS_TESTS

export default {
  testRunner: 'vitest',
  vitest: { configFile: 'vitest.mutants.config.ts', dir: tests ? '.' : `tests/${area}`, related: false },
  mutate: [`src/${area}/**/*.ts`],
  coverageAnalysis: 'perTest',
  ignorePatterns: [
    'out',
    'dist',
    'screenshots',
    'test-results',
    'docs/images',
    'resources',
    'bench',
    'tests/e2e',
  ],
  // Outside node_modules, where Node runs no TypeScript: tests start workers and programs from there.
  tempDirName: '.cache/stryker',
  incremental: true,
  reporters: ['progress-append-only'],
  // Survivors are listed and the score is judged by tools/mutants.mjs, over all folders.
  thresholds: { high: 100, low: 85, break: null },
}
