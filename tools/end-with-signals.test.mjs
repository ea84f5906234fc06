import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'

/** As Electron: its own way to end at the first signal of a kind, and an end at once at the second. */
const program = `
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => setTimeout(() => process.exit(7), 300))
  console.log('ready')
  setTimeout(() => {}, 20_000)`
const starter = `
  import { spawn } from 'node:child_process'
  import { endWithSignals } from ${JSON.stringify(new URL('end-with-signals.mjs', import.meta.url).href)}
  const child = spawn(process.execPath, ['-e', ${JSON.stringify(program)}], { stdio: 'inherit' })
  endWithSignals(child)
  child.on('exit', (code, signal) => process.exit(code ?? (signal && 1)))`

async function start() {
  const options = { detached: true, stdio: ['ignore', 'pipe', 'inherit'] }
  const starting = spawn(process.execPath, ['--input-type=module', '-e', starter], options)
  await once(starting.stdout, 'data')
  return starting
}

// Electron's electron_browser_main_parts_posix.cc puts the default back in place at the first signal of a kind.
test.runIf(process.platform !== 'win32').each([
  ['Ctrl+C, passed on by npm too', started => [-started.pid, started.pid], 'SIGINT'],
  ['the end of the terminal', started => [-started.pid], 'SIGHUP'],
  ['the end of a service', started => [-started.pid], 'SIGTERM'],
  ['a signal to the starter alone', started => [started.pid], 'SIGINT'],
])('the program ends in its own way: %s', async (_, receivers, signal) => {
  const started = await start()
  const ended = once(started, 'exit')
  for (const receiver of receivers(started)) process.kill(receiver, signal)
  expect(await ended).toEqual([7, null])
})
