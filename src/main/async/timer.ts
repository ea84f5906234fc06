/** Timers that never keep the program running. */

/** Maximum delay of setTimeout; a larger one would fire immediately. */
export const maxTimerMs = 2 ** 31 - 1

/** A timer that can be started again, and waits for any length of time. */
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

export interface RepeatOptions {
  readonly firstInMs: number
  readonly everyMs: number
  /** Never rejects. */
  readonly run: () => Promise<unknown>
}

/**
 * Runs something again and again. The pause counts from the end of one run to the start of the next, so runs never
 * overlap, and none are made up for after the machine slept.
 */
export class Repeater {
  #timer: Timer | undefined

  /** Replaces what was repeated before. */
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
