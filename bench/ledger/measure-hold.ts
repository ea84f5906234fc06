/** Measures the time of an action, and the maximum time that it blocks the thread. */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'

export interface Timed {
  readonly ms: number
  readonly maxHoldMs: number
}

const resolutionMs = 1

export async function measureHold(action: () => Promise<unknown>): Promise<Timed> {
  await pause(10)
  const delay = monitorEventLoopDelay({ resolution: resolutionMs })
  delay.enable()
  const startedAt = performance.now()
  await action()
  const ms = performance.now() - startedAt
  await pause(10)
  delay.disable()
  return { ms, maxHoldMs: delay.max / 1e6 - resolutionMs }
}
