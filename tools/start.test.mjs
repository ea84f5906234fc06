import { once } from 'node:events'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
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

  beforeEach(() => write('electron/package.json', '{}'))

  test('is found where its package has put it, or where it is said to be', () => {
    expect(electronBinary({}, folder())).toBeUndefined()
    write('electron/path.txt', 'electron')
    const own = write('electron/dist/electron')
    const other = write('elsewhere/electron')
    expect(electronBinary({}, folder())).toBe(own)
    expect(electronBinary({ ELECTRON_OVERRIDE_DIST_PATH: join(root, 'elsewhere') }, folder())).toBe(other)
  })

  describe('fetched', () => {
    /** Answers no request and lists them, as a mirror and as a proxy. */
    async function listen() {
      const requests = []
      const server = createServer(({ method, url }, response) => {
        requests.push(`${method} ${url}`)
        response.writeHead(502).end()
      })
      server.on('connect', ({ url }, socket) => {
        requests.push(`CONNECT ${url}`)
        socket.end('HTTP/1.1 502 no\r\n\r\n')
      })
      server.listen(0, '127.0.0.1')
      await once(server, 'listening')
      onTestFinished(() => server.close())
      return { requests, address: `http://127.0.0.1:${server.address().port}` }
    }

    /** The real installer of the package, as if it were installed here. */
    const installed = () => {
      const name = createRequire(import.meta.url).resolve('electron/package.json')
      for (const file of ['package.json', 'install.js', 'checksums.json'])
        write(`electron/${file}`, readFileSync(join(dirname(name), file)))
      symlinkSync(dirname(dirname(name)), join(root, 'node_modules'), 'junction')
    }
    const elsewhere = Object.fromEntries(
      Object.entries(process.env).filter(([name]) => !/proxy|mirror/i.test(name)),
    )
    const fetch = (env, lookup = async () => {}) =>
      fetchElectron({
        folder: folder(),
        env: { ...elsewhere, electron_config_cache: join(root, 'cache'), ...env },
        lookup,
        output: 'ignore',
      })
    const refuse = code => async () => {
      throw Object.assign(new Error(code), { code })
    }

    test('is there', async () => {
      write(
        'electron/install.js',
        `const fs = require('fs'); fs.mkdirSync(__dirname + '/dist'); fs.writeFileSync(__dirname + '/dist/fetched', ''); fs.writeFileSync(__dirname + '/path.txt', 'fetched')`,
      )
      expect(await fetch({})).toEqual({ binary: join(folder(), 'dist', 'fetched') })
    })

    test.each(['ELECTRON_MIRROR', 'npm_config_electron_mirror'])(
      'comes from the mirror in %s',
      async name => {
        const { requests, address } = await listen()
        installed()
        const { reason } = await fetch({ [name]: `${address}/mirror/` })
        expect(requests).toEqual([
          expect.stringMatching(/^GET \/mirror\/v[\d.]+\/electron-v[\d.]+-\w+-\w+\.zip$/),
        ])
        expect(reason).toBe('Electron could not be fetched from 127.0.0.1')
      },
    )

    test.each(['HTTPS_PROXY', 'npm_config_https_proxy'])(
      'comes through the proxy in %s, which alone looks names up',
      async name => {
        const { requests, address } = await listen()
        installed()
        const { reason } = await fetch({ [name]: address }, refuse('ENOTFOUND'))
        expect(requests).toEqual(['CONNECT github.com:443'])
        expect(reason).toBe('Electron could not be fetched from github.com through 127.0.0.1')
      },
    )

    test('is not tried again for an hour where its host does not exist', async () => {
      write('electron/install.js', '')
      const reason = 'Electron is not installed, and there is no github.com in this network'
      expect(await fetch({}, refuse('ENOTFOUND'))).toEqual({ reason })
      expect(await fetch({})).toEqual({ reason })
      expect(await fetch({ ELECTRON_MIRROR: 'https://mirror.example/' })).not.toEqual({ reason })
      const hourAgo = Date.now() / 1000 - 3601
      utimesSync(join(root, '.cache', 'no-such-host-github.com'), hourAgo, hourAgo)
      expect(await fetch({})).not.toEqual({ reason })
    })

    test('is tried again after any other failure', async () => {
      write('electron/install.js', 'process.exit(1)')
      const reason = 'Electron could not be fetched from github.com'
      expect(await fetch({}, refuse('EAI_AGAIN'))).toEqual({ reason })
      write('electron/path.txt', 'electron')
      write('electron/install.js', `require('fs').cpSync(__filename, __dirname + '/dist/electron')`)
      expect(await fetch({})).toEqual({ binary: join(folder(), 'dist', 'electron') })
    })
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
