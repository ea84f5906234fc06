/** Timers that never keep the program running. */

/** Maximum delay of setTimeout; a larger one would fire immediately. */
export const maxTimerMs = 2 ** 31 - 1

/** A timer that can be restarted, with no maximum delay. */
export class Timer {
  readonly #run: () => void
  #timeout: NodeJS.Timeout | undefined

  constructor(run: () => void) {
    this.#run = run
  }

  /** Runs after `delayMs`; cancels an earlier start. Never for Infinity; immediately for a negative delay. */
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

export interface RepeatOptions {
  readonly firstInMs: number
  readonly everyMs: number
  /** Never rejects. */
  readonly run: () => Promise<unknown>
}

/**
 * Runs something repeatedly. The pause counts from the end of one run to the start of the next, so runs never overlap,
 * and runs missed while the machine slept are not made up for.
 */
export class Repeater {
  #timer: Timer | undefined

  /** Starts repeating; replaces an earlier run function. */
  start({ firstInMs, everyMs, run }: RepeatOptions): void {
    this.stop()
    const timer = new Timer(() => {
      void run().then(() => {
        if (this.#timer === timer) timer.start(everyMs)
      })
    })
    this.#timer = timer
    timer.start(firstInMs)
  }

  stop(): void {
    this.#timer?.stop()
    this.#timer = undefined
  }
}
