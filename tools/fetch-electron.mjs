import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { dirname, join } from 'node:path'
import { electronBinary, packageFolder } from './chromium-host/electron-binary.mjs'

const REACH_MS = 3000
const FETCH_MS = 5 * 60_000
const TRY_AGAIN_MS = 24 * 3600_000

/**
 * Downloads Electron's program as its npm package does, if the place it comes from can be reached.
 * Returns { binary } or { reason } in words. A place that could not be reached is left alone for a day, so that a closed network
 * costs its wait only once.
 */
export async function fetchElectron({ folder = packageFolder(), env = process.env } = {}) {
  if (!folder) return { reason: 'Electron is not among the installed packages' }
  const { hostname, port } = new URL(env.ELECTRON_MIRROR || 'https://github.com')
  const marker = join(dirname(folder), '.cache', `out-of-reach-${hostname}`)
  if (ageOf(marker) < TRY_AGAIN_MS || !(await isReachable(hostname, Number(port) || 443))) {
    remember(marker)
    return { reason: `Electron is not installed and ${hostname} cannot be reached` }
  }
  rmSync(marker, { force: true })
  console.log(`Fetching Electron from ${hostname} …`)
  await install(folder, env)
  const binary = electronBinary(env, folder)
  return binary ? { binary } : { reason: 'Electron could not be downloaded' }
}

function isReachable(host, port) {
  return new Promise(resolve => {
    const socket = connect({ host, port, timeout: REACH_MS })
    const answer = isThere => {
      socket.destroy()
      resolve(isThere)
    }
    socket.once('connect', () => answer(true))
    socket.once('timeout', () => answer(false))
    socket.once('error', () => answer(false))
  })
}

/** The package's own installer; its success is judged by the program being there. */
async function install(folder, env) {
  const installer = spawn(process.execPath, [join(folder, 'install.js')], {
    stdio: 'ignore',
    timeout: FETCH_MS,
    env,
  })
  await once(installer, 'close')
}

function ageOf(file) {
  const { mtimeMs } = statSync(file, { throwIfNoEntry: false }) ?? { mtimeMs: -Infinity }
  return Date.now() - mtimeMs
}

/** Keeps the time of the first failure. */
function remember(marker) {
  mkdirSync(dirname(marker), { recursive: true })
  if (ageOf(marker) > TRY_AGAIN_MS) writeFileSync(marker, '')
}
