/** Turns for tests that are not about the budget: there is always one. Who sought each, and what became of it, is kept. */
import type { CallRequest, AcquirePermit, PermitOutcome } from '../../../src/main/odds-service/permits.ts'

export function freeTurns(): {
  readonly takeTurn: AcquirePermit
  readonly seekers: CallRequest[]
  readonly ends: PermitOutcome[]
} {
  const seekers: CallRequest[] = []
  const ends: PermitOutcome[] = []
  const takeTurn: AcquirePermit = seeker => {
    seekers.push(seeker)
    let isOpen = true
    return Promise.resolve({
      end(how) {
        if (isOpen) ends.push(how)
        isOpen = false
      },
      renew() {
        isOpen = true
        return Promise.resolve(true)
      },
    })
  }
  return { takeTurn, seekers, ends }
}
