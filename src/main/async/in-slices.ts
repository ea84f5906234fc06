/** Long work in slices of a few milliseconds, between which the event loop runs other work. */
import { setImmediate as nextTurn } from 'node:timers/promises'

const sliceMs = 8

/**
 * Runs a generator that yields often to its end and returns its result. Throws its errors, and those of `check`, which
 * runs between slices. The generator is closed in every case, so its `finally` blocks run.
 */
export async function runInSlices<T>(steps: Iterator<unknown, T>, check?: () => void): Promise<T> {
  let endAt = performance.now() + sliceMs
  try {
    for (;;) {
      const { done, value } = steps.next()
      if (done === true) return value
      if (performance.now() < endAt) continue
      await nextTurn()
      check?.()
      endAt = performance.now() + sliceMs
    }
  } finally {
    steps.return?.()
  }
}
