/**
 * Delays what may wait while the user types, presses keys or clicks, such as new prices, so that the result of each is
 * painted first: drawing one change of the prices takes about as long as drawing the result.
 */

/** Time in which the result of an input is usually painted. */
const resultMs = 40
/** Maximum delay, however fast the inputs come. */
const maxDelayMs = 100

let lastInputAt = -Infinity
for (const kind of ['keydown', 'pointerdown', 'input'])
  addEventListener(kind, () => (lastInputAt = performance.now()), { capture: true, passive: true })

/**
 * Returns a function that runs `run` immediately, or a moment later after an input. Calls in that moment run it once.
 */
export function createAfterInput(run: () => void): () => void {
  let isWaiting = false

  function waitSince(start: number): void {
    const now = performance.now()
    const dueAt = Math.min(lastInputAt + resultMs, start + maxDelayMs)
    isWaiting = dueAt > now
    if (isWaiting) setTimeout(() => waitSince(start), dueAt - now)
    else run()
  }

  return () => {
    if (!isWaiting) waitSince(performance.now())
  }
}
