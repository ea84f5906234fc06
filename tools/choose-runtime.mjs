import { join } from 'node:path'
import { electronBinary } from './chromium-host/electron-binary.mjs'
import { findChromium } from './chromium-host/find-chromium.mjs'
import { node24 } from './chromium-host/node-24.mjs'
import { findSandboxFault } from './electron-sandbox.mjs'
import { fetchElectron } from './fetch-electron.mjs'
import { ensureSystemPackages } from './system-packages.mjs'

const ofThisMachine = {
  findElectron: async () => (electronBinary() ? { binary: electronBinary() } : fetchElectron()),
  findSandboxFault,
  findChromium: () => findChromium() ?? (ensureSystemPackages(['chromium']) ? findChromium() : undefined),
  isRoot: process.platform === 'linux' && process.getuid() === 0,
}

/**
 * Runtime for the app in `root`: { where, why, command }, Electron when it is there or can be fetched and would start, else
 * Chromium. `why` is empty or says why not Electron; `command` is undefined when there is neither.
 */
export async function chooseRuntime(root, args, machine = ofThisMachine) {
  const { binary, reason } = await machine.findElectron()
  const fault = binary ? machine.findSandboxFault(binary) : reason
  if (!fault)
    return { where: 'on Electron', why: '', command: [binary, ...sandboxSwitch(machine), root, ...args] }
  const chromium = machine.findChromium()
  const host = join(root, 'tools', 'chromium-host', 'run.mjs')
  return {
    where: `in Chromium (${chromium})`,
    why: fault,
    command: chromium && [node24(), host, root, ...args],
  }
}

/** Root has no sandbox on Linux: Electron, like Chromium, refuses to start without this switch. No one else gets it. */
function sandboxSwitch({ isRoot }) {
  return isRoot ? ['--no-sandbox'] : []
}
