import { spawn } from 'node:child_process'
import { once } from 'node:events'

/**
 * Starts a display that exists in memory only (Xvfb). Resolves with { name, stop() }, name as DISPLAY wants it,
 * or with undefined when there is no Xvfb.
 */
export async function startVirtualDisplay() {
  const args = ['-displayfd', '3', '-screen', '0', '1920x1080x24', '-nolisten', 'tcp']
  const server = spawn('Xvfb', args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'], detached: true })
  const started = once(server.stdio[3].setEncoding('utf8'), 'data')
  const failed = Promise.race([once(server, 'error'), once(server, 'exit')]).then(() => [undefined])
  const [number] = await Promise.race([started, failed])
  return number && { name: `:${number.trim()}`, stop: () => server.kill() }
}
