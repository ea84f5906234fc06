/** `npm test` from its start to its exit status, with an npm and a node that only write the reports of runners. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'

const script = join(import.meta.dirname, 'test.mjs')

/**
 * Stands in for npm and node. The unit tests report a pass, a pass of a second try and a skip; every other runner reports
 * one pass.
 */
const runner = `#!${process.execPath}
const { writeFileSync } = require('node:fs')
const args = process.argv.slice(2)
const file = args.find(arg => arg.startsWith('--outputFile.json='))?.split('=')[1]
const tests = [['passed'], ['passed', 'timed out'], ['skipped']].map(([status, ...failureMessages], at) => (
  { status, fullName: 'works ' + at, failureMessages }))
const ofUnit = { numPassedTests: 2, numFailedTests: 0, testResults: [
  { name: process.cwd() + '/tests/a.test.ts', status: 'passed', assertionResults: tests }] }
const ofOthers = { ...ofUnit, numPassedTests: 1, testResults: [] }
const specs = process.env.PLAYWRIGHT_JSON_OUTPUT_FILE
if (file) writeFileSync(file, JSON.stringify(args.includes('unit') ? ofUnit : ofOthers))
else if (specs) writeFileSync(specs, JSON.stringify({ stats: { expected: 1, flaky: 0, unexpected: 0 } }))
`

/** Runs it in a folder whose list has these days of the second test. */
function runWith(days) {
  const folder = mkdtempSync(join(tmpdir(), 'desk-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const name of ['bin', 'tests']) mkdirSync(join(folder, name))
  for (const name of ['npm', 'node']) writeFileSync(join(folder, 'bin', name), runner, { mode: 0o755 })
  const test = 'tests/a.test.ts › works 1'
  writeFileSync(join(folder, 'tests/second-tries.json'), JSON.stringify({ [test]: days }))
  const env = { PATH: join(folder, 'bin'), CI: 'true' }
  const { status, stdout } = spawnSync(process.execPath, [script], { cwd: folder, env, encoding: 'utf8' })
  const read = name => JSON.parse(readFileSync(join(folder, name), 'utf8'))
  return { status, lines: stdout.trimEnd().split('\n'), read, test }
}
const dayBefore = days => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

it.runIf(process.platform !== 'win32')(
  'npm test names and counts what was skipped and tried again, keeps the second try, and passes',
  () => {
    const [today, earlier] = [dayBefore(0), dayBefore(2)]
    const { status, lines, read, test } = runWith([dayBefore(40), earlier])
    expect(lines).toContain('Unit, skipped: tests/a.test.ts › works 2')
    expect(lines).toContain(`Unit, passed only when tried again: ${test}: timed out`)
    expect(lines.at(-2)).toMatch(/^1 skipped, \d+\.\d min$/)
    expect(lines.at(-1)).toMatch(/^\d+ passed, 0 failed$/)
    expect(status).toBe(0)
    // A run over midnight has the day after.
    const days = read('tests/second-tries.json')[test]
    expect(days).toEqual([earlier, days.at(-1) === today ? today : dayBefore(0)])
  },
)

it.runIf(process.platform !== 'win32')('npm test fails on the third day of a test’s second try', () => {
  const { status, lines, test } = runWith([dayBefore(9), dayBefore(2)])
  expect(lines).toContainEqual(expect.stringContaining(`Second tries, failed: ${test} (tried again on `))
  expect(lines.at(-1)).toMatch(/, 1 failed$/)
  expect(status).toBe(1)
})
