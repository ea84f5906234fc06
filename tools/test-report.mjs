/** Lines at the end of `npm test`. */

/** @typedef {import('./test-counts.mjs').Counts & { title: string, seconds: number }} Result */

/** @param {Result} result */
export const toLine = ({ title, seconds, passed, failed, skipped }) =>
  [
    title.padEnd(20),
    `${String(passed).padStart(5)} passed`,
    `${String(failed).padStart(4)} failed`,
    `${String(skipped.length).padStart(4)} skipped`,
    `${seconds.toFixed(1).padStart(7)} s`,
  ].join(' ')

/**
 * Names of what failed, was skipped or passed only when tried again; then a table and the sums.
 * @param {readonly Result[]} results
 * @param {number} minutes
 */
export function toReport(results, minutes) {
  const sum = key => results.reduce((total, result) => total + result[key], 0)
  const skips = results.reduce((total, { skipped }) => total + skipped.length, 0)
  return [
    ...results.flatMap(listNames),
    '',
    ...results.map(toLine),
    '',
    `${skips} skipped, ${minutes.toFixed(1)} min`,
    `${sum('passed')} passed, ${sum('failed')} failed`,
  ]
}

/** @param {Result} result */
function listNames({ title, failures, skipped, unsteady }) {
  return [
    ...failures.map(failure => `${title}, failed: ${failure}`),
    ...skipped.map(test => `${title}, skipped: ${test}`),
    ...unsteady.map(
      ({ test, reason }) =>
        `${title}, passed only when tried again: ${test}${reason === '' ? '' : `: ${reason}`}`,
    ),
  ]
}
