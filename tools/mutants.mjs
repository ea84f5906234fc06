/**
 * `npm run mutants [-- folder...] [--changed] [--minutes N]`: mutation testing. Stryker breaks one expression after the
 * other; a break that no test of its folder notices is a survivor. Prints the score of each folder and its survivors;
 * exits with 1 where tests notice less than the goal of tools/mutants/areas.mjs.
 *
 * Results are kept in node_modules/.cache/mutants, so a second run tries only what changed since. `--changed` takes the
 * files of the commits of the last day before HEAD, as CI does.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { areas, minScore } from './mutants/areas.mjs'
import { percent, scoreOf, survivorsOf } from './mutants/score.mjs'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { changed: { type: 'boolean' }, minutes: { type: 'string', default: '180' } },
})
const cache = 'node_modules/.cache/mutants'
const endAt = performance.now() + Number(values.minutes) * 60_000

const git = (...args) => execFileSync('git', args, { encoding: 'utf8' }).trim()

/** Source files that changed in the day before the last commit; in a clone without that day's history, all its commits. */
function changedFiles() {
  const lastCommit = Number(git('log', '-1', '--format=%ct'))
  const base = git('rev-list', '-1', `--before=${lastCommit - 86_400}`, 'HEAD')
  return git(
    'diff',
    '--name-only',
    '--diff-filter=d',
    base || git('rev-list', '--max-parents=0', 'HEAD'),
    '--',
    'src',
  ).split('\n')
}

/** Runs Stryker on one folder until its end or the time limit; returns the report, undefined if its tests failed. */
function runArea(area, files) {
  const report = `${cache}/${area.replaceAll('/', '-')}.json`
  const options = files ? ['--mutate', files.join(',')] : []
  const { status, signal, error } = spawnSync('stryker', ['run', ...options], {
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
    env: { ...process.env, MUTANTS_AREA: area },
    timeout: Math.max(1, Math.ceil(endAt - performance.now())),
  })
  const ended = status === 0 || error?.code === 'ETIMEDOUT' || signal !== null
  return ended && existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : undefined
}

const chosen = areas.filter(area => positionals.length === 0 || positionals.some(name => area.includes(name)))
const changed = values.changed ? changedFiles() : undefined
mkdirSync(cache, { recursive: true })

const results = []
for (const area of chosen) {
  const files = changed?.filter(file => file.startsWith(`src/${area}/`) && file.endsWith('.ts'))
  if (files?.length === 0) continue
  if (performance.now() >= endAt) {
    console.log(`\n== ${area}: not tried, the time was up`)
    continue
  }
  console.log(`\n== ${area}${files ? `, ${files.length} changed files` : ''}`)
  const report = runArea(area, files)
  results.push({
    area,
    ...(report ? scoreOf(report, files) : { failed: true }),
    survivors: survivorsOf(report, files),
  })
}

for (const { survivors } of results) for (const survivor of survivors) console.log(survivor)
console.log('\nfolder                    noticed  not noticed  not tried  score')
for (const { area, failed, noticed, missed, untried } of results)
  console.log(
    failed
      ? `${area.padEnd(24)} its tests failed without any break`
      : `${area.padEnd(24)} ${String(noticed).padStart(8)} ${String(missed).padStart(12)} ${String(untried).padStart(10)}  ${percent(noticed, missed)}%`,
  )
const sum = key => results.reduce((total, result) => total + (result[key] ?? 0), 0)
const score = percent(sum('noticed'), sum('missed'))
console.log(`\nTests notice ${score}% of the breaks that were tried (goal ${minScore}%).`)
process.exitCode = results.some(result => result.failed) || score < minScore ? 1 : 0
