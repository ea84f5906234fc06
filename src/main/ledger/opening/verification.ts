/**
 * Verifies the whole ledger after it was opened, in small steps so that nothing waits for it: the running hash of every
 * record, and each table against its records.
 */
import { Refusal } from '../../../shared/failure.ts'
import type { LedgerCore } from './open-core.ts'
import { verify } from './verify.ts'

interface VerificationEvents {
  /** From time to time, and at the end. */
  readonly onProgress: () => void
  /** The ledger is not as it was written; a sentence for the screen. */
  readonly onDamage: (sentence: string) => void
}

const sliceMs = 6
const pauseMs = 20
const firstAfterMs = 500
const progressEveryMs = 1_000
const retryAfterMs = 30_000

export class Verification {
  readonly #core: LedgerCore
  readonly #events: VerificationEvents
  #timer: NodeJS.Timeout | undefined
  #verified = 0
  #isDone = false
  #progressAt = 0

  constructor(core: LedgerCore, events: VerificationEvents) {
    this.#core = core
    this.#events = events
  }

  /** Number of records found intact; in the end all, also those written since. */
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
      if (isDone || performance.now() - this.#progressAt > progressEveryMs) this.#reportProgress()
    }
    this.#timer = setTimeout(slice, afterMs).unref()
  }

  stop(): void {
    clearTimeout(this.#timer)
  }

  /** Returns true at the end. */
  #step(steps: ReturnType<typeof verify>): boolean {
    try {
      const { done, value } = steps.next()
      if (done === true) this.#isDone = true
      else this.#verified = value
      return this.#isDone
    } catch (error) {
      // A refusal means that the tables cannot be written now, which is no damage.
      if (error instanceof Refusal) this.start(retryAfterMs)
      else this.#events.onDamage(error instanceof Error ? error.message : String(error))
      return true
    }
  }

  #reportProgress(): void {
    this.#progressAt = performance.now()
    this.#events.onProgress()
  }
}
