/**
 * Runs a command with a real, empty, unlocked system keychain: `node tools/with-keyring.mjs COMMAND ARGS`. On Linux
 * that is gnome-keyring on a private session bus with a home folder in temp; the user's own keyring is never touched.
 * On macOS and Windows the command runs unchanged.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const needed = ['dbus-run-session', 'gnome-keyring-daemon']
/** The first keyring takes the password it is unlocked with; it lives as long as the bus. */
const unlockAndRun = 'printf keyring | gnome-keyring-daemon --unlock --components=secrets >&2 && exec "$@"'

function runOnLinux(command) {
  const missing = needed.filter(name => spawnSync('which', [name]).status !== 0)
  if (missing.length > 0) {
    console.error(`No Secret Service to test against: ${missing.join(' and ')} not found.`)
    return 1
  }
  const home = mkdtempSync(join(tmpdir(), 'desk-keyring-'))
  mkdirSync(join(home, 'run'), { mode: 0o700 })
  const env = {
    ...process.env,
    HOME: home,
    XDG_DATA_HOME: join(home, 'data'),
    XDG_CONFIG_HOME: join(home, 'config'),
    XDG_CACHE_HOME: join(home, 'cache'),
    XDG_RUNTIME_DIR: join(home, 'run'),
  }
  delete env.GNOME_KEYRING_CONTROL
  try {
    const args = ['--', 'sh', '-c', unlockAndRun, 'sh', ...command]
    return spawnSync('dbus-run-session', args, { stdio: 'inherit', env }).status ?? 1
  } finally {
    rmSync(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  }
}

function runAsIs([program, ...args]) {
  return spawnSync(program, args, { stdio: 'inherit', shell: process.platform === 'win32' }).status ?? 1
}

const command = process.argv.slice(2)
process.exitCode = process.platform === 'linux' ? runOnLinux(command) : runAsIs(command)
