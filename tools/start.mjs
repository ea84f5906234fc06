/**
 * `npm start`: builds the app when its sources have changed and runs it, on Electron when that is there or can be
 * fetched, else in an installed Chromium. Prints in one line which, and why. Arguments (after `--` for npm) go to the
 * app.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants } from 'node:os'
import { fileURLToPath } from 'node:url'
import { buildIfStale } from './build-if-stale.mjs'
import { chooseRuntime } from './choose-runtime.mjs'
import { endWithSignals } from './end-with-signals.mjs'
import { ensureSystemPackages } from './system-packages.mjs'
import { startVirtualDisplay } from './virtual-display.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))

process.exitCode = await start(process.argv.slice(2))

/** Resolves with the exit code. */
async function start(args) {
  if (!buildIfStale(root)) return 1
  const { where, why, command } = await chooseRuntime(root, args)
  if (!command) {
    console.error(`${why}. Install Chromium or Chrome, or name one in CHROMIUM_PATH.`)
    return 1
  }
  const display = await chooseDisplay()
  if (!display) {
    console.error(
      'There is no display to show a window on: set DISPLAY, or install the package xvfb for a virtual one.',
    )
    return 1
  }
  console.log(`Parlay Desk runs ${where}${display.remark}${why && `: ${why}`}.`)
  const code = await run(command, display.env)
  display.stop?.()
  return code
}

/** The desktop's display, or a virtual one: { env, remark, stop? }; undefined when there is neither. */
async function chooseDisplay() {
  const { DISPLAY, WAYLAND_DISPLAY } = process.env
  if (process.platform !== 'linux' || DISPLAY || WAYLAND_DISPLAY) return { env: {}, remark: '' }
  const display =
    (await startVirtualDisplay()) ??
    (ensureSystemPackages(['xvfb']) ? await startVirtualDisplay() : undefined)
  return (
    display && {
      env: { DISPLAY: display.name },
      remark: ', unseen on a virtual display',
      stop: display.stop,
    }
  )
}

/** Runs the command as if it were this process: same output, ended with it, its exit code. */
async function run([program, ...args], env) {
  const child = spawn(program, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } })
  endWithSignals(child)
  const [code, signal] = await once(child, 'exit')
  return code ?? 128 + constants.signals[signal]
}
