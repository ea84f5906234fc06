/**
 * A share of the call budget that one part of the program may spend: no 60 s contain more of its calls. A call takes its
 * place when it is planned, and is counted when it leaves.
 */
import type { Permit } from '../../odds-service/permits.ts'
import { CallWindow } from './call-window.ts'
import { countPermit, type CallCounter } from './counted-permit.ts'

/** A call of a share that was taken before its permit. */
export interface ReservedCall {
  /** Counts the call of a permit; undefined when it is not the first and the share is spent. */
  readonly count: (permit: Permit) => Permit | undefined
  /** Returns the call if no permit came. */
  readonly release: () => void
}

export class CallShare implements CallCounter {
  readonly #perMinute: () => number
  readonly #now: () => number
  readonly #sent = new CallWindow()
  /** Calls that have a permit, and have not left. */
  #taken = 0

  /** `now`: monotonic clock, ms. */
  constructor(perMinute: () => number, now: () => number = () => performance.now()) {
    this.#perMinute = perMinute
    this.#now = now
  }

  /** Undefined when the share is spent. */
  reserve(): ReservedCall | undefined {
    if (!this.take()) return undefined
    let isHeld = true
    const giveUp = () => {
      const wasHeld = isHeld
      isHeld = false
      return wasHeld
    }
    return {
      count: permit => (giveUp() ? countPermit(permit, this) : this.#count(permit)),
      release: () => {
        if (giveUp()) this.giveBack()
      },
    }
  }

  take(): boolean {
    if (this.#sent.count(this.#now()) + this.#taken >= this.#perMinute()) return false
    this.#taken += 1
    return true
  }

  giveBack(): void {
    this.#taken -= 1
  }

  leave(): void {
    this.#taken -= 1
    this.#sent.add(this.#now())
  }

  #count(permit: Permit): Permit | undefined {
    return this.take() ? countPermit(permit, this) : undefined
  }
}
