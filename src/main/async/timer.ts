/** A timer that can be started again, never keeps the program running, and waits for any length of time. */

/** Maximum delay of setTimeout; a larger one would fire immediately. */
export const maxTimerMs = 2 ** 31 - 1

export class Timer {
  readonly #run: () => void
  #timeout: NodeJS.Timeout | undefined

  constructor(run: () => void) {
    this.#run = run
  }

  /** Runs after `delayMs`, in place of what was started before. Never for Infinity; immediately for a negative delay. */
  start(delayMs: number): void {
    this.stop()
    if (delayMs === Infinity) return
    const thisMs = Math.min(Math.max(0, delayMs), maxTimerMs)
    this.#timeout = setTimeout(() => this.#end(delayMs - thisMs), thisMs).unref()
  }

  stop(): void {
    clearTimeout(this.#timeout)
  }

  #end(leftMs: number): void {
    if (leftMs > 0) this.start(leftMs)
    else this.#run()
  }
}
