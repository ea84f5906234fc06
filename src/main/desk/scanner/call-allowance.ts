/** The calls that one run of the scanner may spend. Retries count too. */
import type { Permit, PermitOutcome } from '../../odds-service/permits.ts'

export class CallAllowance {
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

  /** Takes one call; false when none is left. */
  take(): boolean {
    if (this.#taken === this.#calls) return false
    this.#taken += 1
    return true
  }

  /** Returns a call that was taken and not sent. */
  giveBack(): void {
    this.#taken -= 1
  }

  /** Wraps the permit of a call that was taken: what is not sent is returned, and each retry takes another call. */
  count(permit: Permit): Permit {
    let [hasLeft, isReleased] = [false, false]
    const release = (outcome: PermitOutcome) => {
      if (!isReleased && !hasLeft) this.giveBack()
      isReleased = true
      permit.release(outcome)
    }
    return {
      left: () => {
        if (!permit.left()) return false
        if (!hasLeft) this.#sent += 1
        hasLeft = true
        return true
      },
      release,
      renew: async withinMs => {
        release({ kind: 'unsent' })
        if (!this.take()) return false
        const isRenewed = await permit.renew(withinMs)
        if (isRenewed) [hasLeft, isReleased] = [false, false]
        else this.giveBack()
        return isRenewed
      },
    }
  }
}
