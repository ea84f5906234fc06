import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { PassThrough } from 'node:stream'
import { afterAll, describe, expect, test } from 'vitest'
import { chromiumSwitches, keepErrors } from '../chromium.mjs'
import { findChromium } from '../find-chromium.mjs'
import { temporaryFolder } from './start-fixture.mjs'

const folder = temporaryFolder()
afterAll(folder.remove)

function program(...path) {
  const file = join(folder.path, ...path)
  mkdirSync(join(file, '..'), { recursive: true })
  writeFileSync(file, '')
  chmodSync(file, 0o755)
  return file
}

describe('findChromium', () => {
  test('takes what CHROMIUM_PATH names, or nothing', () => {
    const own = program('own')
    expect(findChromium({ CHROMIUM_PATH: own })).toBe(own)
    expect(
      findChromium({ CHROMIUM_PATH: join(folder.path, 'missing'), PATH: process.env.PATH }),
    ).toBeUndefined()
  })

  test('prefers Chromium to Chrome, wherever on the PATH they are', () => {
    program('first', 'google-chrome')
    const chromium = program('last', 'chromium')
    const PATH = [join(folder.path, 'first'), join(folder.path, 'last')].join(delimiter)
    expect(findChromium({ PATH }, 'linux')).toBe(chromium)
  })

  test('looks in the usual places of Windows', () => {
    const edge = program('programs', 'Microsoft', 'Edge', 'Application', 'msedge.exe')
    expect(findChromium({ PATH: '', PROGRAMFILES: join(folder.path, 'programs') }, 'win32')).toBe(edge)
  })

  test('finds nothing where nothing is', () => {
    expect(findChromium({ PATH: folder.path }, 'linux')).toBeUndefined()
  })
})

describe('chromiumSwitches', () => {
  const settings = {
    profileDir: '/data/Chromium',
    headless: true,
    size: { width: 800, height: 600 },
    isRoot: false,
  }

  test('always talks over the pipe and keeps the profile in the data folder', () => {
    expect(chromiumSwitches(settings)).toEqual(
      expect.arrayContaining(['--remote-debugging-pipe', '--user-data-dir=/data/Chromium']),
    )
  })

  test('opens a debugging port only when asked', () => {
    expect(chromiumSwitches(settings)).not.toContain('--remote-debugging-port=0')
    expect(chromiumSwitches({ ...settings, debuggingPort: true })).toContain('--remote-debugging-port=0')
  })

  test('gives up the sandbox only as root', () => {
    expect(chromiumSwitches(settings)).not.toContain('--no-sandbox')
    expect(chromiumSwitches({ ...settings, isRoot: true })).toContain('--no-sandbox')
  })
})

describe('keepErrors', () => {
  test('finds the address for debuggers before many errors that came with it', async () => {
    const stderr = new PassThrough()
    const { debuggingUrl } = keepErrors(stderr)
    stderr.write(`DevTools listening on ws://127.0.0.1:9/desk\n${'an error\n'.repeat(1_000)}`)
    await expect(debuggingUrl).resolves.toBe('ws://127.0.0.1:9/desk')
  })
})
