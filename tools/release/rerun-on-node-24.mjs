import { spawnSync } from 'node:child_process'
import { node24 } from '../chromium-host/node-24.mjs'

/** For an import of TypeScript that fails on an older Node: runs the tool again on the Node that npm installed. */
export function rerunOnNode24(error) {
  if (error.code !== 'ERR_UNKNOWN_FILE_EXTENSION') throw error
  try {
    const { status } = spawnSync(node24(), process.argv.slice(1), { stdio: 'inherit' })
    process.exit(status ?? 1)
  } catch ({ message }) {
    console.error(message)
    process.exit(1)
  }
}
