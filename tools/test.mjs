/**
 * `npm test`: every check there is, one after the other, counted from the runners' own reports.
 * Ends with what failed, a table and, as the last line, `N passed, N failed`.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { ensureSystemPackages } from './system-packages.mjs'
import { countsWithSecondRun, crashedFiles, playwrightCounts, tally, vitestCounts } from './test-counts.mjs'

const reports = 'test-results/reports'
const minute = 60_000

/** Vitest tries a failed test again, but not a file whose process crashed. */
const triesAgain = process.env.CI !== undefined

const npmRun = (script, ...args) => ['npm', 'run', '--silent', script, '--', ...args]
const vitest = (script, report) =>
  npmRun(script, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`)
const playwright = project => npmRun('e2e', `--project=${project}`, '--reporter', 'list,json')

/**
 * A step without `report` counts as one. `needs` names a step that must pass before this one. `again` gives the command
 * for test files whose process crashed. @type {{ title: string, command: string[], report?: string, counts?: Function,
 * again?: Function, needs?: string, limitMs?: number }[]}
 */
const steps = [
  { title: 'Types, Node side', command: npmRun('typecheck:node') },
  { title: 'Types, web side', command: npmRun('typecheck:web') },
  { title: 'Types, end-to-end', command: npmRun('typecheck:e2e') },
  { title: 'Lint', command: npmRun('lint'), limitMs: 10 * minute },
  { title: 'Format', command: npmRun('format:check') },
  { title: 'Dead code', command: npmRun('deadcode') },
  {
    title: 'Unit',
    command: vitest('unit', `${reports}/unit.json`),
    report: `${reports}/unit.json`,
    counts: vitestCounts,
    again: (files, report) => [...vitest('unit', report), ...files],
    limitMs: 15 * minute,
  },
  // Fewer rounds than the 200 of `npm run torture`.
  { title: 'Torture', command: npmRun('torture', '20') },
  { title: 'Build', command: npmRun('build') },
  {
    title: 'Packages',
    command: vitest('unit:package', `${reports}/package.json`),
    report: `${reports}/package.json`,
    counts: vitestCounts,
    needs: 'Build',
  },
  {
    title: 'End-to-end',
    command: playwright('desk'),
    report: `${reports}/desk.json`,
    counts: playwrightCounts,
    needs: 'Build',
    limitMs: 30 * minute,
  },
  {
    title: 'Real keychain',
    command: ['node', 'tools/with-keyring.mjs', ...playwright('keychain')],
    report: `${reports}/keychain.json`,
    counts: playwrightCounts,
    needs: 'Build',
  },
]

/** The runner's report; undefined if it ended before writing one. */
function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}

/** Runs a command to its end; returns its exit status, null when a signal or the time limit ended it. */
function runCommand([program, ...args], { report, limitMs = 5 * minute }) {
  return spawnSync(program, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
    env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    timeout: limitMs,
  }).status
}

function runStep(step) {
  const { title, command, report, counts } = step
  console.log(`\n== ${title}`)
  const startedAt = performance.now()
  const status = runCommand(command, step)
  const result = tallyAgain(step, status) ?? tally(status, counts?.(readReport(report) ?? {}))
  return { title, seconds: (performance.now() - startedAt) / 1000, ...result }
}

/** The result with the crashed test files run again; undefined where none crashed, or something else failed too. */
function tallyAgain({ title, again, report, limitMs }, status) {
  const first = again ? readReport(report) : undefined
  const crashed = first === undefined || status === 0 ? [] : crashedFiles(first)
  if (!triesAgain || crashed.length === 0 || vitestCounts(first).failures.length > 0) return undefined
  console.log(`\n== ${title}, again for what crashed: ${crashed.join(', ')}`)
  const secondReport = `${reports}/unit-again.json`
  const secondStatus = runCommand(again(crashed, secondReport), { report: secondReport, limitMs })
  return tally(secondStatus, countsWithSecondRun(first, readReport(secondReport) ?? {}))
}

function runAll() {
  const done = []
  for (const step of steps) {
    const cannot = done.some(result => result.title === step.needs && result.failed > 0)
    const result = cannot ? { title: step.title, seconds: 0, ...tally(1) } : runStep(step)
    console.log(cannot ? `\n== ${step.title}: not run, ${step.needs} failed` : `   ${line(result)}`)
    done.push(result)
  }
  return done
}

const line = ({ title, seconds, passed, failed }) =>
  `${title.padEnd(20)} ${String(passed).padStart(5)} passed ${String(failed).padStart(4)} failed ${seconds.toFixed(1).padStart(7)} s`

rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })
// Chromium beside Electron too: the host that runs the app on it has tests of its own.
ensureSystemPackages(['dbus', 'chromium', 'desktop-file-utils', 'gnome-keyring', 'libsecret-1-0'])
const results = runAll()
const sum = key => results.reduce((total, result) => total + result[key], 0)
for (const { title, failures, unsteady } of results) {
  for (const failure of failures) console.log(`${title}, failed: ${failure}`)
  for (const test of unsteady) console.log(`${title}, passed only when tried again: ${test}`)
}
console.log(`\n${results.map(line).join('\n')}\n`)
console.log(`${sum('passed')} passed, ${sum('failed')} failed`)
process.exitCode = sum('failed') > 0 ? 1 : 0
