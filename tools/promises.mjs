/**
 * Writes docs/promises.md: every promise, its source, and the test that turns red when it breaks. A promise has its own
 * file in tests/promises, or a row in one of the tables there, which names tests of the whole repository.
 */
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { always, findTestCalls } from './promises/test-calls.mjs'

/**
 * `tests`: each a file and the title of a test in it, as `tests/main/log.test.ts › takes secrets out`. `why`: why there is
 * none, or why the promise is kept another way. `skips`: conditions of the code that skip a test of the row, each with
 * the place where that is so, in words.
 *
 * @typedef {{ promise: string, source: string, tests: string[], why?: string, skips?: Record<string, string> }} Promised
 */

const root = resolve(import.meta.dirname, '..')
const folder = 'tests/promises'
const separator = ' › '

const read = path => readFileSync(join(root, path), 'utf8')
const listFiles = () =>
  globSync('*.test.ts', { cwd: join(root, folder) })
    .map(name => `${folder}/${name}`)
    .toSorted()

/** A promise in a file of its own: its sentence is the title, its source is in the header, with where some systems skip it. */
function readFile(path) {
  const text = read(path)
  const [, source] = /^\/\*\* Source: ([^.]+\.md, \d)\. ?/.exec(text) ?? []
  const [, promise] = /^describe\('([^'\n]+)'/m.exec(text) ?? []
  if (source === undefined || promise === undefined)
    throw new Error(`${path} must begin with its source, and have its promise as a title`)
  const [, condition, where] = /^\/\*\*[^*]*? Skipped if (\S+), (where [^.]+)\./.exec(text) ?? []
  const skips = condition === undefined ? undefined : { [condition]: where }
  return { promise, source, ...(skips && { skips }), tests: [`${path}${separator}${promise}`] }
}

/** A table: the name of its source, and rows with the place in it. */
function readTable(path) {
  const { source, rows } = JSON.parse(read(path))
  return rows.map(({ id, tests = [], ...row }) => ({ ...row, source: `${source}, ${id}`, tests }))
}

/** Tables in the order in which they are listed. */
const tables = ['quality', 'electron-checklist', 'asvs-level-2']

/** @returns {Promised[]} */
export const readPromises = () => [
  ...listFiles().map(readFile),
  ...tables.flatMap(name => readTable(`${folder}/tables/${name}.json`)),
]

/** @type {Map<string, Map<string, string[]>>} */
const callsByPath = new Map()

function readCalls(path) {
  if (!existsSync(join(root, path))) return new Map()
  const calls = callsByPath.get(path) ?? findTestCalls(read(path))
  callsByPath.set(path, calls)
  return calls
}

/** Conditions under which a test is skipped; undefined for one that is not there. */
function findConditions(test) {
  const [path, title] = test.split(separator)
  const calls = readCalls(path)
  // A promise with a file of its own is kept by all tests of that file.
  const isFile = path.startsWith(`${folder}/`) && calls.has(title)
  return isFile ? [...calls.values()].flat() : calls.get(title)
}

/** A test that is named must be there, and run wherever the row names no exception. */
function findFault(test, skips) {
  const conditions = findConditions(test)
  if (conditions === undefined) return [`not there: ${test}`]
  if (conditions.includes(always)) return [`skipped: ${test}`]
  return conditions
    .filter(condition => !(condition in skips))
    .map(condition => `skipped if ${condition}, which its row does not name: ${test}`)
}

/**
 * Tests that are named but not there, or that are skipped; exceptions that no test has; and promises with neither a test
 * nor a reason.
 * @param {Promised[]} promises
 */
export function findFaults(promises) {
  return promises.flatMap(({ promise, tests, why, skips = {} }) => {
    if (tests.length === 0 && why === undefined) return [`no test: ${promise}`]
    const known = tests.flatMap(test => findConditions(test) ?? [])
    const idle = Object.keys(skips).filter(condition => !known.includes(condition))
    return [
      ...tests.flatMap(test => findFault(test, skips)),
      ...idle.map(condition => `no test is skipped if ${condition}: ${promise}`),
    ]
  })
}

const escape = text => text.replaceAll('|', '\\|').replaceAll('<', '&lt;')

function describeTest(test) {
  const [path, title] = test.split(separator)
  const link = `[${basename(path).replace(/\.(test|e2e)\.\w+$/, '')}](../${path})`
  return path.startsWith(`${folder}/`) ? link : `${link}: ${escape(title)}`
}

const toRow = ({ promise, source, tests, why, skips = {} }) => {
  const places = Object.values(skips).map(place => `Not tried ${place}.`)
  const shown = [
    ...tests.map(describeTest),
    ...[...places, ...(why === undefined ? [] : [why])].map(words => `*${escape(words)}*`),
  ]
  return `| ${escape(promise)} | ${source} | ${shown.join('<br>')} |`
}

/** @param {Promised[]} promises */
export const writeTable = promises => `# Promises

Each promise of the program, where it is made, and the test that turns red when it is broken. Rows in italics say why a requirement does not apply, or is met another way, or where its test is skipped. This table is made by \`node tools/promises.mjs\` from [tests/promises](../tests/promises); a test compares it with what is there.

| Promise | Source | Test |
| --- | --- | --- |
${promises.map(toRow).join('\n')}
`

if (import.meta.main) {
  const promises = readPromises()
  const faults = findFaults(promises)
  if (faults.length > 0) throw new Error(faults.join('\n'))
  writeFileSync(join(root, 'docs/promises.md'), writeTable(promises))
}
