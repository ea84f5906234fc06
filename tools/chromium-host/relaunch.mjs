// app.relaunch: another start of the app, when this process has ended its Chromium and given back its lock.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { options } from './options.mjs'

const RUN = fileURLToPath(new URL('run.mjs', import.meta.url))

const wanted = []

/** `args` are the app's arguments after its name, as in process.argv; by default those of this process. */
export function relaunch({ args = process.argv.slice(1) } = {}) {
  wanted.push(args)
}

/** Called as the last thing before the process ends. Under a test, which could not end them, the starts are only named. */
export function startRelaunched() {
  for (const args of wanted) {
    if (options.record) console.error(`chromium-host: relaunch ${args.join(' ')}`)
    else spawn(process.execPath, runArgs(args), { stdio: 'inherit', detached: true }).unref()
  }
}

function runArgs(args) {
  return [RUN, ...(options.headless ? ['--headless'] : []), ...args]
}
