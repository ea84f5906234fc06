import { spawnSync } from 'node:child_process'
import { findChromium } from './chromium-host/find-chromium.mjs'

/**
 * Installs those of these Debian packages that are missing if this process may, else prints the one line to run.
 * Returns true if all are installed, and on every other system.
 */
export function ensureSystemPackages(names) {
  if (!isDebian()) return true
  const missing = names.filter(name => !isThere(name))
  if (missing.length === 0) return true
  if (process.getuid() === 0 && install(missing)) return true
  console.log(
    `Missing on this machine. Run: sudo apt-get update && sudo apt-get install -y ${missing.join(' ')}`,
  )
  return false
}

function isDebian() {
  return (
    process.platform === 'linux' && spawnSync('dpkg-query', ['--version'], { stdio: 'ignore' }).status === 0
  )
}

/** Any Chromium will do, wherever it came from. */
function isThere(name) {
  if (name === 'chromium' && findChromium()) return true
  const { stdout } = spawnSync('dpkg-query', ['--show', '--showformat=${db:Status-Status}', name], {
    encoding: 'utf8',
  })
  return stdout === 'installed'
}

function install(names) {
  console.log(`Installing ${names.join(', ')} …`)
  const options = {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }
  const aptGet = (...args) => spawnSync('apt-get', args, options).status === 0
  return (
    aptGet('update', '--quiet=2') &&
    aptGet('install', '--yes', '--quiet=2', '--no-install-recommends', ...names)
  )
}
