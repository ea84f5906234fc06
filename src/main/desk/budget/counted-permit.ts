/** Counts the use of a permit by a part of the program that may spend a limited number of calls. Retries count too. */
import type { Permit, PermitOutcome } from '../../odds-service/permits.ts'

/** Calls that can be taken one by one. */
export interface CallCounter {
  /** Takes one call; false when none is left. */
  take(): boolean
  /** Returns a call that was taken and not sent. */
  giveBack(): void
  /** A call that was taken leaves now. */
  leave(): void
}

/** Wraps the permit of a call that was taken: what is not sent is returned, and each retry takes another call. */
export function countPermit(permit: Permit, counter: CallCounter): Permit {
  let [hasLeft, isReleased] = [false, false]
  const release = (outcome: PermitOutcome) => {
    if (!isReleased && !hasLeft) counter.giveBack()
    isReleased = true
    permit.release(outcome)
  }
  return {
    left: () => {
      if (!permit.left()) return false
      if (!hasLeft) counter.leave()
      hasLeft = true
      return true
    },
    release,
    renew: async withinMs => {
      release({ kind: 'unsent' })
      if (!counter.take()) return false
      const isRenewed = await permit.renew(withinMs)
      if (isRenewed) [hasLeft, isReleased] = [false, false]
      else counter.giveBack()
      return isRenewed
    },
  }
}
