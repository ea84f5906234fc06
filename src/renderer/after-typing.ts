/**
 * Delays what may wait while the user types, such as new prices, so that each letter's result is painted first: drawing
 * one change of the prices takes about as long as drawing the result.
 */

/** Time in which a letter's result is usually painted. */
const resultMs = 40
/** Maximum delay, however fast the user types. */
const maxDelayMs = 100

let typedAt = -Infinity
addEventListener('input', () => (typedAt = performance.now()), { capture: true, passive: true })

/**
 * Returns a function that runs `run` immediately, or a moment later while the user types. Calls in that moment run it
 * once.
 */
export function createAfterTyping(run: () => void): () => void {
  let isWaiting = false

  function waitSince(start: number): void {
    const now = performance.now()
    const dueAt = Math.min(typedAt + resultMs, start + maxDelayMs)
    isWaiting = dueAt > now
    if (isWaiting) setTimeout(() => waitSince(start), dueAt - now)
    else run()
  }

  return () => {
    if (!isWaiting) waitSince(performance.now())
  }
}
