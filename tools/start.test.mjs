import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { isStale } from './build-if-stale.mjs'
import { electronBinary } from './chromium-host/electron-binary.mjs'
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

test('system packages that are there are left alone', () => {
  expect(ensureSystemPackages(['bash', 'coreutils'])).toBe(true)
})
