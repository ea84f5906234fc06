/**
 * `npm run mutants [-- folder|file...] [--tests FILE,...] [--changed] [--fresh] [--minutes N] [--patience SECONDS]`:
 * mutation testing. Stryker breaks one expression after the other; a break that no test of its folder notices is a
 * survivor. Prints the score of each folder and its survivors; exits with 1 where tests notice less than the goal of
 * tools/mutants/areas.mjs, and where no break was tried though a file or folder was named.
 *
 * A break whose tests do not end within `--patience` (10 s) beyond their usual time counts as noticed, because it may make
 * them wait for ever. A busy machine needs more, or such a break says nothing: see the column `in time`.
 *
 * Files (`src/main/links/link-policy.ts`) are tried all together and afresh, with the test files of `--tests` (names may
 * hold `*`) or all of their folder: a folder of many slow tests can be measured in parts, and so can a file
 * (`src/main/odds-service/http.ts:60-160`).
 *
 * Results are kept in node_modules/.cache/mutants, so a second run tries only what changed since. `--changed` takes the
 * files of the commits of the day before HEAD, as CI does: the newest first, one after the other, so that when the time is
 * up the rest is named and all else counts. `--fresh` tries all again: a kept result stays when a new test reaches code that
 * runs at import.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { areas, minScore } from './mutants/areas.mjs'
import { judge, percent, scoreOf, survivorsOf } from './mutants/score.mjs'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    changed: { type: 'boolean' },
    fresh: { type: 'boolean' },
    tests: { type: 'string' },
    minutes: { type: 'string', default: '180' },
    patience: { type: 'string', default: '10' },
  },
})
const cache = 'node_modules/.cache/mutants'
const patienceMs = Number(values.patience) * 1_000
const endAt = performance.now() + Number(values.minutes) * 60_000

const git = (...args) => execFileSync('git', args, { encoding: 'utf8' }).trim()

/** Source files of the commits of the day before the last one, the newest first; of all commits in a shallow clone. */
function changedFiles() {
  const lastCommit = Number(git('log', '-1', '--format=%ct'))
  const names = git('log', `--since=${lastCommit - 86_400}`, '--name-only', '--format=', '--', 'src')
  return [...new Set(names.split('\n'))].filter(name => name.endsWith('.ts') && existsSync(name))
}

/** The end of a file's name, with lines of it or none. */
const lines = /\.ts(:\d+-\d+)?$/

/** Lists what is tried in one go: whole folders, files, or files that changed. */
function planRuns() {
  const files = positionals.filter(name => lines.test(name))
  if (files.length > 0) return areas.flatMap(area => planFiles(area, files))
  const chosen = areas.filter(
    area => positionals.length === 0 || positionals.some(name => area.includes(name)),
  )
  if (!values.changed) return chosen.map(area => ({ name: area, area }))
  return changedFiles().flatMap(name =>
    chosen.filter(area => name.startsWith(`src/${area}/`)).map(area => ({ name, area, files: [name] })),
  )
}

function planFiles(area, names) {
  const files = names.filter(name => name.startsWith(`src/${area}/`))
  const tests = values.tests ?? `tests/${area}/**/*.test.ts`
  return files.length === 0 ? [] : [{ name: files.join(' '), area, files, tests }]
}

/** Runs Stryker to its end. Returns the counts, `failed` if the tests failed, or undefined when the time was up. */
function run({ area, files, tests }) {
  const report = `${cache}/${tests ? 'files' : area.replaceAll('/', '-')}.json`
  if (tests) rmSync(report, { force: true })
  const options = [
    ...['--incrementalFile', report],
    ...(files ? ['--mutate', files.join(',')] : []),
    ...(values.fresh ? ['--force'] : []),
    ...['--timeoutMS', `${patienceMs}`],
  ]
  const { status, error } = spawnSync('stryker', ['run', ...options], {
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
    env: {
      ...process.env,
      MUTANTS_AREA: area,
      MUTANTS_TEST_MS: `${patienceMs / 2}`,
      ...(tests && { MUTANTS_TESTS: tests }),
    },
    timeout: Math.max(1, Math.ceil(endAt - performance.now())),
  })
  if (error?.code === 'ETIMEDOUT') return undefined
  if (status !== 0) return { failed: true, survivors: [] }
  const found = JSON.parse(readFileSync(report, 'utf8'))
  const names = files?.map(name => name.replace(lines, '.ts'))
  return { ...scoreOf(found, names), survivors: survivorsOf(found, names) }
}

/** Names of no file and no folder whose promises are guarded. */
const unknown = positionals.filter(name =>
  lines.test(name)
    ? !existsSync(name.replace(lines, '.ts')) || !areas.some(area => name.startsWith(`src/${area}/`))
    : !areas.some(area => area.includes(name)),
)

mkdirSync(cache, { recursive: true })

const results = []
const planned = unknown.length === 0 ? planRuns() : []
for (const go of planned) {
  console.log(`\n== ${go.name}`)
  const result = performance.now() < endAt ? run(go) : undefined
  if (result) results.push({ name: go.name, ...result })
  else console.log(`${go.name}: not tried to its end, the time was up`)
}

for (const { survivors } of results) for (const survivor of survivors) console.log(survivor)
const width = Math.max(0, ...results.map(({ name }) => name.length))
console.log(`\n${'tried'.padEnd(width)}  noticed  in time  not noticed  score`)
for (const { name, failed, noticed, timedOut, missed } of results)
  console.log(
    failed
      ? `${name.padEnd(width)}  its tests failed without any break`
      : `${name.padEnd(width)} ${String(noticed).padStart(8)} ${String(noticed - timedOut).padStart(8)} ${String(missed).padStart(12)}  ${percent(noticed, missed)}%`,
  )
const isChanged = values.changed === true
const { line, exitCode } = judge({ results, planned: planned.length, isChanged, unknown, minScore })
console.log(`\n${line}`)
process.exitCode = exitCode
