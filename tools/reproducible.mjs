/**
 * `npm run reproducible [-- --compare FILE | --write FILE]`: builds and packs the program twice, in folders, time zones,
 * languages and file modes that differ, and compares every file of `out` and every archive. Prints the hash of each, which
 * anyone gets from the same commit; `--compare` fails unless a list of such hashes has each of them, and no other.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { packAll, packedHere } from '../tests/support/package/pack.ts'
import { packages } from '../tests/support/package/packages.ts'
import { compareHashes, findDifferences, toHashes } from './release/build-hashes.ts'

const root = resolve(import.meta.dirname, '..')
/** Kiritimati and Niue never have the same date; Turkish has letters of its own for `i`. */
const places = [
  { folder: 'a', TZ: 'Pacific/Kiritimati', LC_ALL: 'C', umask: 0o022 },
  { folder: 'another one/ünlü', TZ: 'Pacific/Niue', LC_ALL: 'tr_TR.UTF-8', umask: 0o077 },
]

const inSlashes = path => path.replaceAll('\\', '/')

/** The files that git has or would add, as a checkout under this umask has them. */
function copySources(folder, umask) {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 2 ** 20,
  })
  for (const path of listed.split('\0').filter(Boolean)) {
    const from = join(root, path)
    const { mode } = statSync(from, { throwIfNoEntry: false }) ?? {}
    if (mode === undefined) continue
    const to = join(folder, path)
    mkdirSync(dirname(to), { recursive: true })
    copyFileSync(from, to)
    chmodSync(to, (mode & 0o100 ? 0o777 : 0o666) & ~umask)
  }
}

/** The installed packages, linked where the file system can, so that each build sees them in its own folder. */
function linkPackages(from, to) {
  mkdirSync(to, { recursive: true })
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.name === '.cache' || entry.name === '.vite') continue
    if (entry.isDirectory()) linkPackages(source, target)
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target)
    else linkOrCopy(source, target)
  }
}

function linkOrCopy(source, target) {
  try {
    linkSync(source, target)
  } catch {
    copyFileSync(source, target)
  }
}

/** Builds and packs in a folder of its own. Returns the hash and the path of each file to be compared, by name. */
async function build(parent, { folder, umask, TZ, LC_ALL }) {
  const place = join(parent, folder)
  const usual = process.umask(umask)
  try {
    copySources(place, umask)
    linkPackages(join(root, 'node_modules'), join(place, 'node_modules'))
    const env = { ...process.env, TZ, LC_ALL, LANG: LC_ALL, HOME: place }
    const bundler = join(place, 'node_modules/electron-vite/bin/electron-vite.js')
    const { status, stdout } = spawnSync(process.execPath, [bundler, 'build'], {
      cwd: place,
      env,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    if (status !== 0) throw new Error(`The build in ${place} failed.\n${stdout}`)
    await packAll(place, join(place, 'packed'), env)
  } finally {
    process.umask(usual)
  }
  return new Map([...builtFiles(place), ...archives(place)])
}

function builtFiles(place) {
  return readdirSync(join(place, 'out'), { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
    .sort()
    .map(path => [inSlashes(path.slice(place.length + 1)), path])
}

const archiveName = ({ system, arch }) => `${system}-${arch}/app.asar`

const archives = place =>
  packedHere.map(one => [archiveName(one), join(place, 'packed/dist', one.resources, 'app.asar')])

/** Archives that other systems alone can pack. */
const packedElsewhere = packages.filter(one => !packedHere.includes(one)).map(archiveName)

const { values } = parseArgs({ options: { compare: { type: 'string' }, write: { type: 'string' } } })
const parent = realpathSync(mkdtempSync(join(tmpdir(), 'reproducible-')))
try {
  const builds = []
  for (const place of places) builds.push(await build(parent, place))
  const differences = findDifferences(...builds)
  const hashes = toHashes(builds[0])
  const others =
    values.compare === undefined
      ? []
      : compareHashes(hashes, readFileSync(values.compare, 'utf8'), packedElsewhere)
  console.log(hashes.join('\n'))
  if (values.write !== undefined) writeFileSync(values.write, `${hashes.join('\n')}\n`)
  for (const line of differences) console.log(`Not repeatable: ${line}`)
  for (const line of others) console.log(`Not the same in ${values.compare}: ${line}`)
  if (differences.length + others.length > 0) process.exitCode = 1
  else console.log(`${builds[0].size} files of two builds are the same, byte for byte.`)
} finally {
  rmSync(parent, { recursive: true, force: true })
}
