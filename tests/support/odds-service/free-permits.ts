/** Permits for tests that are not about the budget: each request gets one at once. Requests and outcomes are recorded. */
import type { AcquirePermit, CallRequest, PermitOutcome } from '../../../src/main/odds-service/permits.ts'

export function freePermits(): {
  readonly acquirePermit: AcquirePermit
  readonly requests: CallRequest[]
  readonly outcomes: PermitOutcome[]
} {
  const requests: CallRequest[] = []
  const outcomes: PermitOutcome[] = []
  const acquirePermit: AcquirePermit = request => {
    requests.push(request)
    let isOpen = true
    return Promise.resolve({
      left: () => true,
      release(outcome) {
        if (isOpen) outcomes.push(outcome)
        isOpen = false
      },
      renew() {
        isOpen = true
        return Promise.resolve(true)
      },
    })
  }
  return { acquirePermit, requests, outcomes }
}
