/** The packages of all three systems, packed for real from the built app around a stand-in for Electron. */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { globSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { extractAll, extractFile, getRawHeader, listPackage } from '@electron/asar'
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { packages, type PackedProgram } from '../support/package/packages.ts'
import { packAll, packedHere } from '../support/package/pack.ts'

const root = resolve(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'package-test-'))
/** A fuse that is on, in the wire: the character 1. */
const on = '1'.charCodeAt(0)
/** The one fuse of Electron 45 that this release of @electron/fuses has no name for, and leaves as it is. */
const newestFuse = 'WasmTrapHandlers'
const inSlashes = (path: string) => path.replaceAll('\\', '/')

beforeAll(() => packAll(root, folder), 120_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const pathOf = (name: string) => join(folder, 'dist', name)

function filesIn(path: string): readonly string[] {
  return globSync('**/*', { cwd: path, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => inSlashes(join(entry.parentPath, entry.name).slice(path.length + 1)))
}

/** The files of an archive, without the folders that it lists too. */
function filesOfArchive(archive: string): readonly string[] {
  const paths = listPackage(archive, { isPack: false }).map(path => inSlashes(path).slice(1))
  return paths.filter(path => !paths.some(other => other.startsWith(`${path}/`)))
}

/** A line a file, in order; names that the bundler makes of what a file holds count as one. */
function listFiles(files: readonly string[], { addon }: PackedProgram): string {
  const lines = files
    .map(path => path.replace(`prebuilds/${addon}/`, 'prebuilds/<system>-<arch>/'))
    .map(path => path.replace(/[^/]+-[\w-]{8}\.(js|css)$/, '<name>-<hash>.$1'))
    .map(path => path.replace(/-[\w-]{8}\.(woff2|png)$/, '-<hash>.$1'))
  return `${[...new Set(lines)].sort().join('\n')}\n`
}

describe.each(packedHere)('the package for $system $arch', one => {
  it('holds in its archive what is listed in app.asar.txt', async () => {
    const files = filesOfArchive(join(pathOf(one.resources), 'app.asar'))
    await expect(listFiles(files, one)).toMatchFileSnapshot('app.asar.txt')
  })

  it('holds every file of the three bundles, but for source maps', () => {
    const files = filesOfArchive(join(pathOf(one.resources), 'app.asar')).filter(path =>
      path.startsWith('out/'),
    )
    const built = filesIn(join(root, 'out')).filter(path => path.includes('/') && !path.endsWith('.map'))
    expect([...files].sort()).toEqual(built.map(path => `out/${path}`).sort())
  })

  it('holds beside its archive what is listed in app.asar.unpacked.txt', async () => {
    const files = filesIn(join(pathOf(one.resources), 'app.asar.unpacked'))
    await expect(listFiles(files, one)).toMatchFileSnapshot('app.asar.unpacked.txt')
  })

  it('has its program where the workflow starts it', () => {
    expect(statSync(pathOf(one.program)).isFile()).toBe(true)
  })

  it('has its command beside its archive, which starts its program', () => {
    const name = one.system === 'win' ? 'parlay-desk.cmd' : 'parlay-desk'
    const command = pathOf(join(one.resources, 'bin', name))
    if (process.platform !== 'win32' && one.system !== 'win')
      expect(statSync(command).mode & 0o111).toBe(0o111)
    const programs = [...readFileSync(command, 'utf8').matchAll(/"(?:\$folder\/|%~dp0)([^"]+)"/g)]
    const paths = programs.map(([, path = '']) => join(command, '..', path.replaceAll('\\', '/')))
    expect(paths).toContain(pathOf(one.program))
  })

  it('has the fuses that are listed in fuses.txt', async () => {
    const { version, ...wire } = await getCurrentFuseWire(pathOf(one.program))
    const lines = Object.entries(wire).map(
      ([place, state]) =>
        `${FuseV1Options[Number(place)] ?? newestFuse}: ${Number(state) === on ? 'on' : 'off'}`,
    )
    await expect(`version ${version}\n${lines.join('\n')}\n`).toMatchFileSnapshot('fuses.txt')
  })
})

describe.each(packedHere.filter(({ system }) => system !== 'linux'))('the package for $system $arch', one => {
  it('carries the hash of its archive, which Electron checks there', () => {
    const { headerString } = getRawHeader(join(pathOf(one.resources), 'app.asar'))
    const holder = one.system === 'mac' ? join(one.resources, '../Info.plist') : one.program
    const hash = createHash('sha256').update(headerString).digest('hex')
    expect(readFileSync(pathOf(holder), 'latin1')).toContain(hash)
  })
})

describe('what is packed', () => {
  it('names its .desktop file to Electron, and no tool of development', () => {
    const manifest: unknown = JSON.parse(
      extractFile(pathOf('linux-unpacked/resources/app.asar'), 'package.json').toString('utf8'),
    )
    expect(manifest).toMatchObject({ desktopName: 'parlay-desk.desktop', productName: 'Parlay Desk' })
    expect(manifest).not.toHaveProperty('devDependencies')
    expect(manifest).not.toHaveProperty('scripts')
  })

  it('opens with nothing beside it, prices the demo and ends with 0', () => {
    const app = join(folder, 'app')
    extractAll(pathOf('linux-unpacked/resources/app.asar'), app)
    const host = join(root, 'tools/chromium-host/run.mjs')
    const { status, stderr } = spawnSync(process.execPath, [host, '--headless', app, '--smoke'], {
      encoding: 'utf8',
      timeout: 90_000,
    })
    expect(status, stderr).toBe(0)
  })

  it('runs a command without a window, and ends with its code', () => {
    const app = join(folder, 'app')
    const host = join(root, 'tools/chromium-host/run.mjs')
    const run = (...args: string[]) =>
      spawnSync(process.execPath, [host, '--headless', app, ...args], { encoding: 'utf8', input: 'secret' })
    expect(run('help').stdout).toContain('Parlay Desk from the terminal')
    const refused = run('team', 'check', 'postgres://a@127.0.0.1:1/team')
    expect(refused.status).toBe(3)
    expect(refused.stderr).toContain('Can’t reach 127.0.0.1')
  })
})

describe('the package for macOS', () => {
  it.runIf(process.platform !== 'win32')('is signed ad hoc once its fuses are set', () => {
    const calls = readFileSync(join(folder, 'codesign.log'), 'utf8').trim().split('\n')
    expect(calls.filter(call => !/^--sign - --force .*--deep \//.test(call))).toEqual([])
    expect(calls.map(call => call.split('/dist/')[1]).sort()).toEqual(
      packages
        .filter(({ system }) => system === 'mac')
        .map(({ program }) => program.replace(/\.app\/.*/, '.app'))
        .sort(),
    )
  })
})
