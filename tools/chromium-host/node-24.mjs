import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const INSTALLED = fileURLToPath(
  new URL(`../../node_modules/node/bin/node${process.platform === 'win32' ? '.exe' : ''}`, import.meta.url),
)

/** The path of a Node that is at least the one Electron embeds: this one, or the one that npm installed. */
export function node24() {
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath
  if (existsSync(INSTALLED)) return INSTALLED
  throw new Error('Node 24 or newer is needed: run npm ci, which installs it beside the project')
}
