/**
 * Preload of a program that a test kills: `node --import die-at-change.mjs program.ts`. It counts the changes that the
 * program makes to files below a folder, by Node's functions and by SQL, and kills the process just before one of them,
 * or in the middle of a write. Prints each change as a line `change JSON`. The environment variable DIE_AT_CHANGE has the
 * folder and the number of the change, as JSON; without a number the program ends by itself.
 */
import fs from 'node:fs'
import { registerHooks, syncBuiltinESMExports } from 'node:module'
import { DatabaseSync, StatementSync } from 'node:sqlite'

const { folder, at: last } = JSON.parse(process.env['DIE_AT_CHANGE'] ?? '')
const real = { ...fs }
const pathsByHandle = new Map()
let count = 0

const isInside = path => typeof path === 'string' && path.startsWith(folder)

function die() {
  process.kill(process.pid, 'SIGKILL')
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
}

const report = (kind, ...paths) => real.writeSync(1, `change ${JSON.stringify({ at: count, kind, paths })}\n`)

function dieHere() {
  count += 1
  if (count === last) die()
}

/** `doHalf`: for a change that a kill can leave half done. */
function change(kind, paths, doHalf) {
  dieHere()
  if (doHalf !== undefined && count + 1 === last) doHalf()
  if (doHalf !== undefined) dieHere()
  report(kind, ...paths)
}

/** Calls `before` with the arguments of each call of a function, and `after` with its result too. */
function intercept(owner, name, before, after) {
  const original = owner[name]
  owner[name] = function (...given) {
    before.call(this, ...given)
    const result = Reflect.apply(original, this, given)
    after?.(result, ...given)
    return result
  }
}

function halfOf(data) {
  const bytes = Buffer.from(data)
  return bytes.subarray(0, bytes.length / 2)
}

const noteOpening = (path, flags = 'r') => isInside(path) && /[wax]/.test(flags) && change('open', [path])
intercept(fs, 'openSync', noteOpening, (handle, path) => isInside(path) && pathsByHandle.set(handle, path))
intercept(fs, 'writeSync', (handle, data, place) => {
  const path = pathsByHandle.get(handle)
  const from = typeof place === 'number' ? place : 0
  if (path !== undefined) change('write', [path], () => real.writeSync(handle, halfOf(data), 0, null, from))
})
/** Not by functions that write a whole file, which use the replaced ones. */
const writeHalf = (path, data, flags = 'w') => real.writeSync(real.openSync(path, flags), halfOf(data))
intercept(fs, 'writeFileSync', (path, data) => {
  if (isInside(path)) change('write', [path], () => writeHalf(path, data))
})
intercept(fs, 'appendFileSync', (path, data) => {
  if (isInside(path)) change('write', [path], () => writeHalf(path, data, 'a'))
})
intercept(fs, 'copyFileSync', (from, to) => {
  if (isInside(to)) change('write', [to], () => writeHalf(to, real.readFileSync(from)))
})
for (const name of ['fsyncSync', 'fdatasyncSync'])
  intercept(fs, name, handle => pathsByHandle.has(handle) && report('sync', pathsByHandle.get(handle)))
for (const name of ['renameSync', 'linkSync', 'mkdirSync', 'rmSync', 'unlinkSync'])
  intercept(fs, name, (...given) => {
    const paths = given.filter(isInside)
    if (paths.length > 0) change(name.replace('Sync', ''), paths)
  })
syncBuiltinESMExports()

const isChange = sql =>
  /^\s*(?:INSERT|UPDATE|DELETE|REPLACE|VACUUM|CREATE|ALTER|DROP|COMMIT|PRAGMA (?:user_version|journal_mode) *=)/i.test(
    sql,
  )
let lastSql = ''
/** Repetitions of one statement count as one change. */
function noteSql(sql) {
  const isNew = isChange(sql) && sql !== lastSql
  lastSql = sql
  if (isNew) change('sql', [sql.trim().slice(0, 60)])
}
intercept(DatabaseSync.prototype, 'exec', noteSql)
for (const name of ['run', 'get', 'all'])
  intercept(StatementSync.prototype, name, function () {
    noteSql(this.sourceSQL)
  })

// Outside Electron its package is the path of a binary that may not be there.
registerHooks({
  resolve: (name, context, next) =>
    name === 'electron'
      ? { url: 'data:text/javascript,export default {}', shortCircuit: true }
      : next(name, context),
})
