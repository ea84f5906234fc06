/** The program is asked to quit while it starts, as by the system or by Ctrl+C. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { node24 } from '../../tools/chromium-host/node-24.mjs'
import { electronBinary } from '../../tools/chromium-host/electron-binary.mjs'
import { expect, test } from './fixture.ts'

const root = resolve(import.meta.dirname, '../..')
const firstMs = 200

test('quitting at any moment of the start is quiet', async ({ userDataDir }) => {
  // Playwright starts Electron with a debugger, which says so on standard error.
  test.skip(electronBinary() !== undefined, 'needs the Chromium host')
  for (const ms of [firstMs, 450, 700, 1_000, 1_400, 1_800]) {
    const host = join(root, 'tools/chromium-host/run.mjs')
    const child = spawn(node24(), [host, '--headless', root, `--user-data-dir=${userDataDir}`], {
      env: { ...process.env, PARLAY_DESK_KEYCHAIN: 'memory' },
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (output += text))
    const closed = once(child, 'close')
    await pause(ms)
    child.kill('SIGTERM')
    await closed
    // The system ends a process in which Node has not begun yet.
    const code = child.signalCode === 'SIGTERM' && ms === firstMs ? 0 : child.exitCode
    expect({ ms, code, output }).toEqual({ ms, code: 0, output: '' })
  }
  expect(existsSync(join(userDataDir, 'logs', 'parlay-desk.log'))).toBe(false)
})
