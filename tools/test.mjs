/**
 * `npm test`: every check there is, in two lines side by side, counted from the runners' own reports. Ends with what
 * failed, was skipped or passed only when tried again, a table and, as the last line, `N passed, N failed`.
 */
import { spawn } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { addSecondTries, readSecondTries, secondTriesFile, writeSecondTries } from './second-tries.mjs'
import { ensureSystemPackages } from './system-packages.mjs'
import { countsWithSecondRun, crashedFiles, playwrightCounts, tally, vitestCounts } from './test-counts.mjs'
import { toLine, toReport } from './test-report.mjs'

const reports = 'test-results/reports'
const minute = 60_000

/** Vitest tries a failed test again, but not a file whose process crashed. */
const triesAgain = process.env.CI !== undefined

const npmRun = (script, ...args) => ['npm', 'run', '--silent', script, '--', ...args]
const vitest = (script, report) =>
  npmRun(script, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`)
const playwright = project => npmRun('e2e', `--project=${project}`, '--reporter', 'list,json')

/**
 * A step without `report` counts as one. `needs` names a step, of either line, that must pass before this one begins.
 * `again` gives the command for test files whose process crashed.
 *
 * @typedef {{ title: string, command: string[], report?: string, counts?: Function, again?: Function, needs?: string,
 *   limitMs?: number }} Step
 */

/** Steps of one core or less, so they run beside the tests, which often wait. The build is first: specs need it. @type {Step[]} */
const beside = [
  { title: 'Build', command: npmRun('build') },
  {
    title: 'Packages',
    command: vitest('unit:package', `${reports}/package.json`),
    report: `${reports}/package.json`,
    counts: vitestCounts,
    needs: 'Build',
  },
  // Two more builds, in a minute on a machine of its own.
  { title: 'Repeatable build', command: npmRun('reproducible'), limitMs: 10 * minute },
  { title: 'Types, Node side', command: npmRun('typecheck:node') },
  { title: 'Types, web side', command: npmRun('typecheck:web') },
  { title: 'Types, end-to-end', command: npmRun('typecheck:e2e') },
  { title: 'Lint', command: npmRun('lint'), limitMs: 15 * minute },
  { title: 'Format', command: npmRun('format:check') },
  { title: 'Dead code', command: npmRun('deadcode') },
  // Fewer rounds than the 200 of `npm run torture`.
  { title: 'Torture', command: npmRun('torture', '20') },
  {
    title: 'Real keychain',
    command: ['node', 'tools/with-keyring.mjs', ...playwright('keychain')],
    report: `${reports}/keychain.json`,
    counts: playwrightCounts,
    needs: 'Build',
  },
]

/** @type {Step[]} */
const tests = [
  {
    title: 'Unit',
    command: vitest('unit', `${reports}/unit.json`),
    report: `${reports}/unit.json`,
    counts: vitestCounts,
    again: (files, report) => [...vitest('unit', report), ...files],
    limitMs: 20 * minute,
  },
  {
    title: 'End-to-end',
    command: playwright('desk'),
    report: `${reports}/desk.json`,
    counts: playwrightCounts,
    needs: 'Build',
    limitMs: 40 * minute,
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

/**
 * Runs a command to its end. `status` is its exit status, null when a signal or the time limit ended it; `output` is
 * kept back only where `isQuiet`, so that two commands do not write into each other's lines.
 */
async function runCommand([program, ...args], { report, limitMs = 5 * minute, isQuiet = false }) {
  const child = spawn(program, args, {
    stdio: isQuiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
    env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    timeout: limitMs,
  })
  const outputs = isQuiet ? [text(child.stdout), text(child.stderr)] : []
  const [status] = await once(child, 'close')
  return { status, output: (await Promise.all(outputs)).join('') }
}

async function runStep(step, isQuiet) {
  const { title, command, report, counts } = step
  if (!isQuiet) console.log(`\n== ${title}`)
  const startedAt = performance.now()
  const { status, output } = await runCommand(command, { ...step, isQuiet })
  if (isQuiet) console.log(`\n== ${title}\n${output}`.trimEnd())
  const result = (await tallyAgain(step, status)) ?? tally(status, counts?.(readReport(report) ?? {}))
  return { title, seconds: (performance.now() - startedAt) / 1000, ...result }
}

/** The result with the crashed test files run again; undefined where none crashed, or something else failed too. */
async function tallyAgain({ title, again, report, limitMs }, status) {
  const first = again ? readReport(report) : undefined
  const crashed = first === undefined || status === 0 ? [] : crashedFiles(first)
  if (!triesAgain || crashed.length === 0 || vitestCounts(first).failures.length > 0) return undefined
  console.log(`\n== ${title}, again for what crashed: ${crashed.join(', ')}`)
  const secondReport = `${reports}/unit-again.json`
  const second = await runCommand(again(crashed, secondReport), { report: secondReport, limitMs })
  return tally(second.status, countsWithSecondRun(first, readReport(secondReport) ?? {}))
}

/** Results of the steps that have ended, by title; `ending` emits the title of each. */
const ended = new Map()
const ending = new EventEmitter()

/** Waits for the end of a step, of either line. */
async function resultOf(title) {
  while (!ended.has(title)) await once(ending, 'step')
  return ended.get(title)
}

/** Runs steps one after the other. */
async function runLine(steps, { isQuiet = false } = {}) {
  for (const step of steps) {
    const cannot = step.needs !== undefined && (await resultOf(step.needs)).failed > 0
    const result = cannot ? { title: step.title, seconds: 0, ...tally(1) } : await runStep(step, isQuiet)
    console.log(cannot ? `\n== ${step.title}: not run, ${step.needs} failed` : `   ${toLine(result)}`)
    ended.set(step.title, result)
    ending.emit('step', step.title)
  }
}

/** Writes down the second tries of this run, which only CI makes. A test with too many days counts as a failure. */
function tallySecondTries(results) {
  const tried = results.flatMap(({ unsteady }) => unsteady.map(({ test }) => test))
  const today = new Date().toISOString().slice(0, 10)
  const { days, tooOften } = addSecondTries(readSecondTries(), tried, today)
  if (tried.length > 0) writeSecondTries(days)
  const failures = tooOften.map(
    test =>
      `${test} (tried again on ${days[test].join(', ')}; mend it, then take it out of ${secondTriesFile})`,
  )
  return {
    title: 'Second tries',
    seconds: 0,
    passed: 0,
    failed: failures.length,
    failures,
    skipped: [],
    unsteady: [],
  }
}

rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })
// Chromium beside Electron too: the host that runs the app on it has tests of its own.
ensureSystemPackages([
  'appstream',
  'dbus',
  'chromium',
  'desktop-file-utils',
  'fish',
  'gnome-keyring',
  'libsecret-1-0',
  'lintian',
  'postgresql',
  'zsh',
])
const startedAt = performance.now()
await Promise.all([runLine(beside, { isQuiet: true }), runLine(tests)])
const results = [...beside, ...tests].map(({ title }) => ended.get(title))
results.push(tallySecondTries(results))
for (const line of toReport(results, (performance.now() - startedAt) / minute)) console.log(line)
process.exitCode = results.some(({ failed }) => failed > 0) ? 1 : 0
