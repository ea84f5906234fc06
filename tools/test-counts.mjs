/**
 * Sums of the runners' own JSON reports. A runner that failed without a report counts as one failure. `failures` are
 * lines for the end of a long log; `skipped` names tests that did not run, `unsteady` those that passed only in a second run.
 *
 * @typedef {{ test: string, reason: string }} Unsteady
 * @typedef {{ passed: number, failed: number, failures: string[], skipped: string[], unsteady: Unsteady[] }} Counts
 */
import { relative } from 'node:path'

/** Path within the repository, the same on every machine. */
const toName = path => relative('', path).replaceAll('\\', '/')

const firstLine = text => (text ?? '').split('\n', 1)[0]

/**
 * @param {{ numPassedTests?: number, numFailedTests?: number, testResults?: { name: string, status: string,
 *   message?: string, assertionResults: { status: string, fullName: string, failureMessages?: string[] }[] }[] }}
 *   report of vitest
 * @returns {Counts}
 */
export function vitestCounts({ numPassedTests = 0, numFailedTests = 0, testResults = [] }) {
  const named = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ status, fullName, failureMessages }) => {
      const reason = firstLine(failureMessages?.[0])
      return { status, reason, test: `${toName(name)} › ${fullName}` }
    }),
  )
  const unloaded = testResults
    .filter(({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0)
    .map(({ name, message }) => `${toName(name)}: ${firstLine(message)}`)
  return {
    passed: numPassedTests,
    failed: numFailedTests,
    failures: [
      ...named.filter(({ status }) => status === 'failed').map(({ test, reason }) => `${test}: ${reason}`),
      ...unloaded,
    ],
    skipped: named.filter(({ status }) => ['skipped', 'todo'].includes(status)).map(({ test }) => test),
    unsteady: named
      .filter(({ status, reason }) => status === 'passed' && reason !== '')
      .map(({ test, reason }) => ({ test, reason })),
  }
}

/**
 * Test files whose process ended in the middle, as by a segmentation fault: none of their tests failed, and some never ran.
 * @param {Parameters<typeof vitestCounts>[0]} report of vitest
 */
export function crashedFiles({ testResults = [] }) {
  return testResults
    .filter(({ status, assertionResults }) => {
      const has = wanted => assertionResults.some(each => each.status === wanted)
      return status === 'failed' && has('pending') && !has('failed')
    })
    .map(({ name }) => name)
}

/**
 * Counts of a run whose crashed files ran again: these count as they ended then, and are named as unsteady.
 * @param {Parameters<typeof vitestCounts>[0]} first
 * @param {Parameters<typeof vitestCounts>[0]} again
 * @returns {Counts}
 */
export function countsWithSecondRun(first, again) {
  const crashed = crashedFiles(first)
  const others = vitestCounts({
    ...first,
    testResults: first.testResults.filter(({ name }) => !crashed.includes(name)),
  })
  const second = vitestCounts(again)
  const passedBefore = first.testResults
    .filter(({ name }) => crashed.includes(name))
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'passed').length
  return {
    passed: others.passed - passedBefore + second.passed,
    failed: others.failed + second.failed,
    failures: [...others.failures, ...second.failures],
    skipped: [...others.skipped, ...second.skipped],
    unsteady: [
      ...others.unsteady,
      ...crashed.map(name => ({ test: toName(name), reason: 'its process crashed' })),
      ...second.unsteady,
    ],
  }
}

/** Every spec of a Playwright report, whose suites hold suites. */
const specsIn = ({ suites = [], specs = [] }) => [...specs, ...suites.flatMap(specsIn)]

/**
 * @param {{ stats?: { expected: number, flaky: number, unexpected: number }, suites?: object[] }} report of Playwright
 * @returns {Counts}
 */
export function playwrightCounts({ stats, suites = [] }) {
  const named = state =>
    specsIn({ suites })
      .filter(({ tests }) => tests.some(({ status }) => status === state))
      .map(({ file, title }) => `${file} › ${title}`)
  return {
    passed: (stats?.expected ?? 0) + (stats?.flaky ?? 0),
    failed: stats?.unexpected ?? 0,
    failures: named('unexpected'),
    skipped: named('skipped'),
    unsteady: named('flaky').map(test => ({ test, reason: '' })),
  }
}

/**
 * One step's result from its exit status and, where it has a report, its counts.
 * @param {number | null} status null when it was ended by a signal or its time limit
 * @param {Counts} [counts]
 * @returns {Counts}
 */
export function tally(
  status,
  counts = { passed: status === 0 ? 1 : 0, failed: 0, failures: [], skipped: [], unsteady: [] },
) {
  const saidNothing = counts.failed === 0 && (status !== 0 || counts.passed === 0)
  return saidNothing ? { ...counts, failed: 1 } : counts
}
