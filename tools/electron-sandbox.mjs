import { readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Kernel settings by which a system keeps user namespaces from ordinary programs: Ubuntu 23.10, Debian, any Linux. */
const REFUSALS = [
  ['kernel/apparmor_restrict_unprivileged_userns', '1'],
  ['kernel/unprivileged_userns_clone', '0'],
  ['user/max_user_namespaces', '0'],
]

/**
 * Reason for which Electron would end at once on this system, with the remedy; undefined when it can start. On Linux its sandbox needs
 * user namespaces or, without them, its helper beside the program set up by root. Root itself has no sandbox to lack.
 */
export function findSandboxFault(
  binary,
  { platform = process.platform, user = process.getuid?.(), root = 0, settings = '/proc/sys' } = {},
) {
  if (platform !== 'linux' || user === root) return undefined
  const refusal = REFUSALS.find(([name, value]) => readSetting(join(settings, name)) === value)
  const helper = join(dirname(binary), 'chrome-sandbox')
  if (!refusal || isSetUp(helper, root)) return undefined
  const [name, value] = refusal
  const quoted = `'${helper}'`
  return `Electron cannot start its sandbox here (${name.replace('/', '.')} is ${value}); for Electron, run: sudo chown root ${quoted} && sudo chmod 4755 ${quoted}`
}

function readSetting(file) {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    return undefined
  }
}

/** Chromium's own condition: owned by root, set-user-ID, and executable for all. */
function isSetUp(helper, root) {
  const { uid, mode } = statSync(helper, { throwIfNoEntry: false }) ?? {}
  return uid === root && (mode & 0o4001) === 0o4001
}
