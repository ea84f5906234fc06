import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { isRunning, processGone } from '../process-life.mjs'
import { FIXTURE, inMain, noted, startFixture, temporaryFolder } from './start-fixture.mjs'

const RUN = fileURLToPath(new URL('../run.mjs', import.meta.url))

let folder
beforeEach(() => {
  folder = temporaryFolder()
})
afterEach(() => folder.remove())

/** Runs the host as a person does, without a test's channel; resolves with its exit. */
async function runAlone(args, env = {}) {
  const child = spawn(
    process.execPath,
    [RUN, '--headless', FIXTURE, `--user-data-dir=${folder.path}`, ...args],
    {
      env: { ...process.env, ...env },
    },
  )
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', text => (output += text))
  const [code] = await once(child, 'close')
  return { code, output }
}

/** The processes of the Chromium on this test's profile (Linux). */
function chromiumProcesses() {
  const pids = readdirSync('/proc').filter(name => /^\d+$/.test(name))
  return pids
    .filter(
      pid => isRunning(Number(pid)) && commandLine(pid).includes(`--user-data-dir=${folder.path}/Chromium`),
    )
    .map(Number)
}

function commandLine(pid) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  } catch {
    return ''
  }
}

const onlyLinux = test.skipIf(process.platform !== 'linux')

describe('quitting', () => {
  test('asks in Electron’s order and may be put off once by will-quit', async () => {
    const desk = await startFixture(folder.path, { args: ['--prevent-quit'] })
    expect(await desk.close()).toBe(0)
    const order = desk.mainLog().match(/(?<=event: app ).*/g)
    expect(order).toEqual([
      'ready',
      'window-all-closed',
      'before-quit',
      'will-quit',
      'before-quit',
      'will-quit',
      'quit',
    ])
  })

  // api-app-spec.ts "app.exit(exitCode) emits a process exit event with the code"
  // node-spec.ts "process.exit can be called with a number argument"; lib/browser/init.ts hands it to app.exit
  test('by process.exit, and so by app.exit, skips before-quit and gives its code', async () => {
    const desk = await startFixture(folder.path, { args: ['--prevent-close'] })
    await inMain(desk.page, () => void setTimeout(() => process.exit(7), 50)).catch(() => {})
    await noted(desk, 'app quit')
    expect(await desk.close()).toBe(7)
    expect(desk.mainLog()).not.toContain('before-quit')
  })

  test('by SIGTERM is a quit', async () => {
    const desk = await startFixture(folder.path)
    process.kill(desk.pid, 'SIGTERM')
    await noted(desk, 'app will-quit')
    expect(await desk.close()).toBe(0)
  })
})

describe('dying', () => {
  onlyLinux('by SIGKILL takes Chromium along', async () => {
    const desk = await startFixture(folder.path)
    expect(chromiumProcesses()).not.toEqual([])
    await desk.kill()
    expect(isRunning(desk.pid)).toBe(false)
    await expect.poll(chromiumProcesses).toEqual([])
  })

  onlyLinux('Chromium takes the app along, with one line that says so', async () => {
    const desk = await startFixture(folder.path)
    const browser = chromiumProcesses().find(pid => !commandLine(pid).includes('--type='))
    process.kill(browser, 'SIGKILL')
    await expect.poll(() => desk.mainLog()).toContain('chromium-host: Chromium ended (SIGKILL)')
    expect(await desk.close()).toBe(1)
  })

  test('leaves a folder that the next start can use at once', async () => {
    const first = await startFixture(folder.path)
    await first.page.evaluate(() => window.localStorage.setItem('kept', 'yes'))
    await first.close()
    const second = await startFixture(folder.path)
    process.kill(second.pid, 'SIGKILL')
    await processGone(second.pid, 5000) // its Chromium is still ending then
    const third = await startFixture(folder.path)
    expect(await third.page.evaluate(() => window.localStorage.getItem('kept'))).toBe('yes')
    await third.close()
    await second.kill()
  })
})

describe('a second start', () => {
  test('hands its arguments to the first and ends', async () => {
    const desk = await startFixture(folder.path)
    const { code } = await runAlone(['--open=slip'])
    expect(code).toBe(0)
    await noted(desk, 'second-instance --open=slip')
    await desk.close()
  })

  test('with another folder runs beside the first', async () => {
    const other = temporaryFolder()
    const desks = await Promise.all([startFixture(folder.path), startFixture(other.path)])
    expect(await Promise.all(desks.map(desk => desk.page.evaluate(() => desk.version)))).toEqual([7, 7])
    await Promise.all(desks.map(desk => desk.close()))
    other.remove()
  })
})

describe('a start that fails', () => {
  test('passes the main process output to the test', async () => {
    const start = startFixture(folder.path, { args: ['--fail-early'] })
    await expect(start).rejects.toThrow(/did not start.*uncaught exception[\s\S]*the fixture fails early/)
  })

  test('says in one line that there is no Chromium', async () => {
    const { code, output } = await runAlone([], { CHROMIUM_PATH: '/nowhere' })
    expect(code).toBe(1)
    expect(output).toContain(
      'chromium-host: no Chromium found: install Chromium or Chrome, or set CHROMIUM_PATH',
    )
  })
})
