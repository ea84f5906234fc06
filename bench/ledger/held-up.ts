/** How long something takes, and how long it holds the thread up in one piece. */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'

export interface Timed {
  readonly ms: number
  readonly longestMs: number
}

const resolutionMs = 1

export async function heldUp(act: () => Promise<unknown>): Promise<Timed> {
  await pause(10)
  const delay = monitorEventLoopDelay({ resolution: resolutionMs })
  delay.enable()
  const startedAt = performance.now()
  await act()
  const ms = performance.now() - startedAt
  await pause(10)
  delay.disable()
  return { ms, longestMs: delay.max / 1e6 - resolutionMs }
}
