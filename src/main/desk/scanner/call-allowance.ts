/** The calls that one run of the scanner may spend. Retries count too. */
import type { Permit } from '../../odds-service/permits.ts'
import { countPermit, type CallCounter } from '../budget/counted-permit.ts'

export class CallAllowance implements CallCounter {
  readonly #calls: number
  /** Calls sent, and those that have a permit or wait for one. */
  #taken = 0
  #sent = 0

  constructor(calls: number) {
    this.#calls = calls
  }

  get sent(): number {
    return this.#sent
  }

  take(): boolean {
    if (this.#taken === this.#calls) return false
    this.#taken += 1
    return true
  }

  giveBack(): void {
    this.#taken -= 1
  }

  leave(): void {
    this.#sent += 1
  }

  /** Wraps the permit of a call that was taken. */
  count(permit: Permit): Permit {
    return countPermit(permit, this)
  }
}
