/**
 * Tests that failed and passed when tried again, with the days: a test that is in the list with three fails `npm test`
 * until it is mended and taken out, or was steady for a month. The list is committed, and CI keeps its own from run to
 * run (.github/workflows/ci.yml).
 */
import { readFileSync, writeFileSync } from 'node:fs'

export const secondTriesFile = 'tests/second-tries.json'
const maxDays = 3
/** A test that was steady this long has been mended. */
const keptForMs = 30 * 86_400_000

/** @returns {Record<string, string[]>} days by test, such as `2026-11-24` */
export const readSecondTries = (file = secondTriesFile) => JSON.parse(readFileSync(file, 'utf8'))

/** @param {Record<string, string[]>} daysByTest */
export function writeSecondTries(daysByTest, file = secondTriesFile) {
  const sorted = Object.entries(daysByTest).sort(([one], [other]) => (one < other ? -1 : 1))
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`)
}

/**
 * Adds the tests of a run and forgets old days; `tooOften` are all that now have three.
 * @param {Readonly<Record<string, readonly string[]>>} before
 * @param {readonly string[]} tests
 * @param {string} day
 */
export function addSecondTries(before, tests, day) {
  const isRecent = other => Date.parse(day) - Date.parse(other) <= keptForMs
  const days = {}
  for (const test of new Set([...Object.keys(before), ...tests])) {
    const all = [...(before[test] ?? []), ...(tests.includes(test) ? [day] : [])]
    const recent = [...new Set(all)].filter(isRecent)
    if (recent.length > 0) days[test] = recent
  }
  return { days, tooOften: Object.keys(days).filter(test => days[test].length >= maxDays) }
}
