/**
 * Tests that failed and passed when tried again, with the number of times. The list is committed, so that it outlasts a
 * run: a test that is in it three times fails `npm test` until it is mended and taken out.
 */
import { readFileSync, writeFileSync } from 'node:fs'

export const secondTriesFile = 'tests/second-tries.json'
const maxTimes = 3

/** @returns {Record<string, number>} times by test */
export const readSecondTries = (file = secondTriesFile) => JSON.parse(readFileSync(file, 'utf8'))

/** @param {Record<string, number>} times by test */
export function writeSecondTries(times, file = secondTriesFile) {
  const sorted = Object.entries(times).sort(([one], [other]) => (one < other ? -1 : 1))
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
