/**
 * Holds the whole ledger against its own log, after it was opened and in small steps, so that nothing waits for it: the
 * running hash of every record, and each table against what the records say it must be.
 */
import { Refusal } from '../../../shared/failure.ts'
import type { Core } from './open-core.ts'
import { verify } from './verify.ts'

interface VerificationEvents {
  /** From time to time, and at the end. */
  readonly onProgress: () => void
  /** What was found is not what was written; a plain sentence. */
  readonly onDamage: (sentence: string) => void
}

const sliceMs = 6
const pauseMs = 20
const firstAfterMs = 500
const progressEveryMs = 1_000
const againAfterMs = 30_000

export class Verification {
  readonly #core: Core
  readonly #events: VerificationEvents
  #timer: NodeJS.Timeout | undefined
  #verified = 0
  #isDone = false
  #toldAt = 0

  constructor(core: Core, events: VerificationEvents) {
    this.#core = core
    this.#events = events
  }

  /** Records found to be what was written; in the end all, as those written since are known. */
  get verified(): number {
    return this.#isDone ? this.#core.log.records : this.#verified
  }

  start(afterMs = firstAfterMs): void {
    const steps = verify(this.#core)
    const slice = () => {
      const endAt = performance.now() + sliceMs
      let isDone = false
      while (!isDone && performance.now() < endAt) isDone = this.#step(steps)
      if (!isDone) this.#timer = setTimeout(slice, pauseMs).unref()
      if (isDone || performance.now() - this.#toldAt > progressEveryMs) this.#tell()
    }
    this.#timer = setTimeout(slice, afterMs).unref()
  }

  stop(): void {
    clearTimeout(this.#timer)
  }

  /** True when there is nothing more to do. */
  #step(steps: ReturnType<typeof verify>): boolean {
    try {
      const { done, value } = steps.next()
      if (done === true) this.#isDone = true
      else this.#verified = value
      return this.#isDone
    } catch (error) {
      // Nothing can be written now, so the tables cannot follow: that is no damage.
      if (error instanceof Refusal) this.start(againAfterMs)
      else this.#events.onDamage(error instanceof Error ? error.message : String(error))
      return true
    }
  }

  #tell(): void {
    this.#toldAt = performance.now()
    this.#events.onProgress()
  }
}
