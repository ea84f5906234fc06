import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { node24 } from './chromium-host/node-24.mjs'

const INPUTS = ['src', 'resources', 'electron.vite.config.ts', 'package.json']
const STAMP = 'out/.built'

/**
 * Builds the app unless it was built after the last change of its sources. Prints only failures; returns true on
 * success.
 */
export function buildIfStale(root) {
  if (!isStale(root)) return true
  console.log('Building …')
  const bundler = join(root, 'node_modules', 'electron-vite', 'bin', 'electron-vite.js')
  const { status, stdout } = spawnSync(node24(), [bundler, 'build'], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (status === 0) writeFileSync(join(root, STAMP), '')
  else console.error(stdout)
  return status === 0
}

/** True if any source is newer than the last build that this program made. */
export function isStale(root) {
  const stamp = join(root, STAMP)
  if (!existsSync(stamp)) return true
  const builtAt = statSync(stamp).mtimeMs
  return INPUTS.some(input => newest(join(root, input)) > builtAt)
}

function newest(path) {
  const { mtimeMs } = statSync(path)
  if (!statSync(path).isDirectory()) return mtimeMs
  const files = readdirSync(path, { recursive: true }).map(name => statSync(join(path, name)).mtimeMs)
  return Math.max(mtimeMs, ...files)
}
