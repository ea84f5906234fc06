/**
 * Tests that failed and passed when tried again. Two lists, so that no run forgets: a committed one with the number of
 * times, which fails `npm test` while a test is in it three times, until that is mended and taken out; and the days that
 * CI keeps from run to run (.github/workflows/ci.yml), which fail the run in which a test is tried again on a third day.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

export const secondTriesFile = 'tests/second-tries.json'
/** Outlasts `npm ci`, which empties node_modules. */
export const keptDaysFile = '.cache/second-tries.json'
const maxTimes = 3
/** A test that was steady this long has been mended. */
const keptForMs = 30 * 86_400_000

/** @returns {Record<string, number>} times by test */
export const readSecondTries = (file = secondTriesFile) => JSON.parse(readFileSync(file, 'utf8'))

/** @returns {Record<string, string[]>} days by test; none where CI has kept nothing yet, or nothing readable */
export function readKeptDays(file = keptDaysFile) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return {}
  }
}

/**
 * Writes times or days by test.
 * @param {Record<string, number | string[]>} byTest
 */
export function writeSecondTries(byTest, file = secondTriesFile) {
  const sorted = Object.entries(byTest).sort(([one], [other]) => (one < other ? -1 : 1))
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`)
}

/**
 * Adds the tests of a run; `tooOften` are all that have now been tried again as often as is allowed.
 * @param {Readonly<Record<string, number>>} before
 * @param {readonly string[]} tests each once for every second try
 */
export function addSecondTries(before, tests) {
  const times = { ...before }
  for (const test of tests) times[test] = (times[test] ?? 0) + 1
  return { times, tooOften: Object.keys(times).filter(test => times[test] >= maxTimes) }
}

/**
 * Adds the day of a run (`2026-11-24`), and forgets old ones; `tooOften` are tests of this run that have three days.
 * @param {Readonly<Record<string, readonly string[]>>} before
 * @param {readonly string[]} tests
 * @param {string} day
 */
export function addDay(before, tests, day) {
  const isRecent = other => Date.parse(day) - Date.parse(other) <= keptForMs
  const days = {}
  for (const test of new Set([...Object.keys(before), ...tests])) {
    const all = [...(before[test] ?? []), ...(tests.includes(test) ? [day] : [])]
    const recent = [...new Set(all)].filter(isRecent)
    if (recent.length > 0) days[test] = recent
  }
  return { days, tooOften: [...new Set(tests)].filter(test => days[test].length >= maxTimes) }
}
