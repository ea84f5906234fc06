/** Long work in small slices, so that the event loop is never held up: a generator that yields often is run a few ms at a time. */
import { setImmediate as nextTurn } from 'node:timers/promises'

const sliceMs = 8

/** Runs `steps` to their end and answers what they return. Throws what they throw, or what `check` throws between slices. */
export async function inSlices<T>(steps: Iterator<unknown, T>, check?: () => void): Promise<T> {
  for (;;) {
    const endAt = performance.now() + sliceMs
    while (performance.now() < endAt) {
      const { done, value } = steps.next()
      if (done === true) return value
    }
    await nextTurn()
    check?.()
  }
}
