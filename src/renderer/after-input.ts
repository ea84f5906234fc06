/**
 * Delays what may wait while the user types or walks by arrows, such as new prices, so that the result of each key is
 * painted first: drawing one change of the prices takes about as long as drawing the result. Other keys and clicks delay
 * nothing, because their results come with the changes.
 */

import { tryOnScopeDispose } from '@vueuse/core'

/** Time in which the result of an input is usually painted. */
const resultMs = 40
/** Maximum delay, however fast the inputs come. */
const maxDelayMs = 100

const steps: ReadonlySet<string> = new Set([
  ...['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'],
  ...['Home', 'End', 'PageUp', 'PageDown'],
])

let lastInputAt = -Infinity
const onInput = () => (lastInputAt = performance.now())
addEventListener('input', onInput, { capture: true, passive: true })
addEventListener('keydown', ({ key, altKey }) => steps.has(key) && !altKey && onInput(), {
  capture: true,
  passive: true,
})

/**
 * Returns a function that runs `run` immediately, or a moment later after an input. Calls in that moment run it once;
 * none do once the component is gone.
 */
export function createAfterInput(run: () => void): () => void {
  let isWaiting = false
  let timer = 0
  tryOnScopeDispose(() => clearTimeout(timer))

  function waitSince(start: number): void {
    const now = performance.now()
    const dueAt = Math.min(lastInputAt + resultMs, start + maxDelayMs)
    isWaiting = dueAt > now
    if (isWaiting) timer = window.setTimeout(() => waitSince(start), dueAt - now)
    else run()
  }

  return () => {
    if (!isWaiting) waitSince(performance.now())
  }
}
