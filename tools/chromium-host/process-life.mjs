import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

/**
 * True if a process with this id runs. One that has ended without being waited for (a zombie) does not,
 * unless a thread of it is still ending and holds its files and locks.
 */
export function isRunning(pid) {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
  return process.platform !== 'linux' || !/^\d+ \(.*\) [ZX]/s.test(statusOf(pid)) || threadsOf(pid) > 1
}

function threadsOf(pid) {
  try {
    return readdirSync(`/proc/${pid}/task`).length
  } catch {
    return 0
  }
}

function statusOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    return ''
  }
}

/**
 * Resolves when no such process runs any more. Rejects after `limitMs`. Polls, because there is no event for a process
 * that is not a child.
 */
export async function processGone(pid, limitMs) {
  const until = Date.now() + limitMs
  while (isRunning(pid)) {
    if (Date.now() > until) throw new Error(`process ${pid} still runs after ${limitMs} ms`)
    await delay(20)
  }
}
