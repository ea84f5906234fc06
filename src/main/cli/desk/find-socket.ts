/** Place of the desk's socket, or its pipe on Windows. */
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'

export function findSocket(): string {
  const { username, uid } = userInfo()
  if (process.platform === 'win32') return `\\\\.\\pipe\\parlay-desk-${username}`
  const runtime = process.env['XDG_RUNTIME_DIR']
  const folder =
    runtime === undefined || runtime === ''
      ? join(tmpdir(), `parlay-desk-${uid}`)
      : join(runtime, 'parlay-desk')
  return join(folder, 'desk.sock')
}
