import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { isStale } from './build-if-stale.mjs'
import { electronBinary } from './chromium-host/electron-binary.mjs'
import { chooseRuntime } from './choose-runtime.mjs'
import { findSandboxFault } from './electron-sandbox.mjs'
import { fetchElectron } from './fetch-electron.mjs'
import { ensureSystemPackages } from './system-packages.mjs'

let root
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'start-test-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function write(path, text = '') {
  const file = join(root, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
  return file
}

describe('a build', () => {
  const at = (path, second) => utimesSync(join(root, path), second, second)

  beforeEach(() => {
    for (const path of [
      'src/main/index.ts',
      'resources/icon.png',
      'electron.vite.config.ts',
      'package.json',
      'out/.built',
    ])
      write(path)
    for (const path of ['src/main/index.ts', 'src/main', 'src', 'resources/icon.png', 'resources'])
      at(path, 100)
    for (const path of ['electron.vite.config.ts', 'package.json']) at(path, 100)
    at('out/.built', 200)
  })

  test('is fresh while nothing has changed since', () => {
    expect(isStale(root)).toBe(false)
  })

  test.each([
    'src/main/index.ts',
    'src/main',
    'resources/icon.png',
    'electron.vite.config.ts',
    'package.json',
  ])('is stale when %s has changed since', path => {
    at(path, 300)
    expect(isStale(root)).toBe(true)
  })

  test('is stale when it was never finished', () => {
    rmSync(join(root, 'out/.built'))
    expect(isStale(root)).toBe(true)
  })
})

describe('Electron', () => {
  const folder = () => join(root, 'electron')

  /** Listens on a port of its own and counts who comes. */
  async function listen() {
    const visits = []
    const server = createServer(socket => visits.push(socket.destroy())).listen(0, '127.0.0.1')
    await once(server, 'listening')
    return { server, visits, ELECTRON_MIRROR: `http://127.0.0.1:${server.address().port}` }
  }

  beforeEach(() => write('electron/package.json', '{}'))

  test('is found where its package has put it, or where it is said to be', () => {
    expect(electronBinary({}, folder())).toBeUndefined()
    write('electron/path.txt', 'electron')
    const own = write('electron/dist/electron')
    const other = write('elsewhere/electron')
    expect(electronBinary({}, folder())).toBe(own)
    expect(electronBinary({ ELECTRON_OVERRIDE_DIST_PATH: join(root, 'elsewhere') }, folder())).toBe(other)
  })

  test('is fetched by its own installer when its source can be reached', async () => {
    const { server, ELECTRON_MIRROR } = await listen()
    write(
      'electron/install.js',
      `const fs = require('fs'); fs.mkdirSync(__dirname + '/dist'); fs.writeFileSync(__dirname + '/dist/fetched', ''); fs.writeFileSync(__dirname + '/path.txt', 'fetched')`,
    )
    expect(await fetchElectron({ folder: folder(), env: { ELECTRON_MIRROR } })).toEqual({
      binary: join(folder(), 'dist', 'fetched'),
    })
    server.close()
  })

  test('that could not be fetched is said in words', async () => {
    const { server, ELECTRON_MIRROR } = await listen()
    write('electron/install.js', 'process.exit(1)')
    expect(await fetchElectron({ folder: folder(), env: { ELECTRON_MIRROR } })).toEqual({
      reason: 'Electron could not be downloaded',
    })
    server.close()
  })

  test('is not tried again for a day where its source could not be reached', async () => {
    const { server, visits, ELECTRON_MIRROR } = await listen()
    server.close()
    await once(server, 'close')
    const reason = 'Electron is not installed and 127.0.0.1 cannot be reached'
    expect(await fetchElectron({ folder: folder(), env: { ELECTRON_MIRROR } })).toEqual({ reason })
    server.listen(Number(new URL(ELECTRON_MIRROR).port), '127.0.0.1')
    await once(server, 'listening')
    expect(await fetchElectron({ folder: folder(), env: { ELECTRON_MIRROR } })).toEqual({ reason })
    expect(visits).toEqual([])
    server.close()
  })
})

// Windows has no such owners and modes.
describe.skipIf(process.platform === 'win32')("Electron's sandbox", () => {
  const binary = () => join(root, 'dist/electron')
  const helper = () => join(root, 'dist/chrome-sandbox')
  /** This test's own user takes the part of root, whom it cannot give a file to. */
  const machine = () => ({
    platform: 'linux',
    user: -1,
    root: process.getuid?.() ?? 0,
    settings: join(root, 'sys'),
  })

  test('lacks nothing where the kernel says nothing of user namespaces, or lets programs have them', () => {
    expect(findSandboxFault(binary(), machine())).toBeUndefined()
    write('sys/kernel/apparmor_restrict_unprivileged_userns', '0\n')
    write('sys/kernel/unprivileged_userns_clone', '1\n')
    write('sys/user/max_user_namespaces', '60000\n')
    expect(findSandboxFault(binary(), machine())).toBeUndefined()
  })

  test.each([
    ['kernel/apparmor_restrict_unprivileged_userns', '1'],
    ['kernel/unprivileged_userns_clone', '0'],
    ['user/max_user_namespaces', '0'],
  ])('cannot start where %s is %s, until its helper is set up', (name, value) => {
    write(`sys/${name}`, `${value}\n`)
    const remedy = `sudo chown root '${helper()}' && sudo chmod 4755 '${helper()}'`
    expect(findSandboxFault(binary(), machine())).toContain(remedy)
    write('dist/chrome-sandbox')
    chmodSync(helper(), 0o755)
    expect(findSandboxFault(binary(), machine())).toContain(`${name.replace('/', '.')} is ${value}`)
    chmodSync(helper(), 0o4755)
    expect(findSandboxFault(binary(), { ...machine(), root: machine().root + 1 })).toContain(remedy)
    expect(findSandboxFault(binary(), machine())).toBeUndefined()
  })

  test('is of no concern to root, and on other systems', () => {
    write('sys/kernel/apparmor_restrict_unprivileged_userns', '1')
    expect(findSandboxFault(binary(), { ...machine(), user: machine().root })).toBeUndefined()
    for (const platform of ['darwin', 'win32'])
      expect(findSandboxFault(binary(), { ...machine(), platform })).toBeUndefined()
  })
})

describe('the app runs', () => {
  const machine = {
    findElectron: async () => ({ binary: '/electron' }),
    findSandboxFault: () => undefined,
    findChromium: () => '/chromium',
    isRoot: false,
  }
  const choose = changes => chooseRuntime('/app', ['--demo'], { ...machine, ...changes })

  test('on Electron, with --no-sandbox for root only', async () => {
    expect(await choose({})).toEqual({
      where: 'on Electron',
      why: '',
      command: ['/electron', '/app', '--demo'],
    })
    expect((await choose({ isRoot: true })).command).toEqual(['/electron', '--no-sandbox', '/app', '--demo'])
  })

  test.each([
    ['cannot be had', { findElectron: async () => ({ reason: 'no network' }) }, 'no network'],
    ['has no sandbox', { findSandboxFault: () => 'no namespaces' }, 'no namespaces'],
  ])('in Chromium where Electron %s, and says so', async (_, changes, why) => {
    const runtime = await choose(changes)
    expect(runtime).toMatchObject({ where: 'in Chromium (/chromium)', why })
    expect(runtime.command).toEqual([
      expect.any(String),
      join('/app', 'tools', 'chromium-host', 'run.mjs'),
      '/app',
      '--demo',
    ])
  })

  test('on nothing where there is neither, and says so', async () => {
    const neither = { findSandboxFault: () => 'no namespaces', findChromium: () => undefined }
    expect(await choose(neither)).toMatchObject({ why: 'no namespaces', command: undefined })
  })
})

test('system packages that are there are left alone', () => {
  expect(ensureSystemPackages(['bash', 'coreutils'])).toBe(true)
})
