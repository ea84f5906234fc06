/**
 * Runs something again and again. The pause counts from the end of one run to the start of the next, so runs never
 * overlap, and none are made up for after the machine slept.
 */
import { Timer } from './timer.ts'

export interface RepeatOptions {
  readonly firstInMs: number
  readonly everyMs: number
  /** Never rejects. */
  readonly run: () => Promise<unknown>
}

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
