/** Counts from the runners' own JSON reports. A runner that failed without saying how counts as one failure. */

/** @param {{ numPassedTests?: number, numFailedTests?: number }} report of vitest */
export const vitestCounts = report => ({
  passed: report.numPassedTests ?? 0,
  failed: report.numFailedTests ?? 0,
})

/** @param {{ stats?: { expected: number, flaky: number, unexpected: number } }} report of Playwright */
export const playwrightCounts = ({ stats }) => ({
  passed: (stats?.expected ?? 0) + (stats?.flaky ?? 0),
  failed: stats?.unexpected ?? 0,
})

/**
 * One step's result from its exit status and, where it has a report, its counts.
 * @param {number | null} status null when it was ended by a signal or its time limit
 * @param {{ passed: number, failed: number }} [counts]
 */
export function tally(status, counts) {
  if (counts === undefined) return status === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
  const saidNothing = counts.failed === 0 && (status !== 0 || counts.passed === 0)
  return { passed: counts.passed, failed: saidNothing ? 1 : counts.failed }
}
