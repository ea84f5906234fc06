import { describe, expect, it } from 'vitest'
import { CallAllowance } from '../../../../src/main/desk/scanner/call-allowance.ts'
import type { Permit } from '../../../../src/main/odds-service/permits.ts'

const permit = (isRenewed = true): Permit => ({
  left: () => true,
  release() {},
  renew: () => Promise.resolve(isRenewed),
})

/** Calls that can still be taken. */
function countLeft(allowance: CallAllowance): number {
  let left = 0
  while (allowance.take()) left++
  return left
}

describe('CallAllowance', () => {
  it('gives as many calls as were set', () => {
    expect(countLeft(new CallAllowance(3))).toBe(3)
  })

  it('counts a call once it has left, and returns one that has not', () => {
    const allowance = new CallAllowance(2)
    allowance.take()
    const sent = allowance.count(permit())
    sent.left()
    sent.left()
    sent.release({ kind: 'answered' })
    sent.release({ kind: 'unsent' })
    expect(allowance.sent).toBe(1)
    allowance.take()
    const unsent = allowance.count(permit())
    unsent.release({ kind: 'unsent' })
    unsent.release({ kind: 'unsent' })
    expect(allowance.sent).toBe(1)
    expect(countLeft(allowance)).toBe(1)
  })

  it('takes a further call for a retry, and refuses one when none is left', async () => {
    const allowance = new CallAllowance(2)
    allowance.take()
    const call = allowance.count(permit())
    call.left()
    expect(await call.renew(1)).toBe(true)
    call.left()
    expect(allowance.sent).toBe(2)
    expect(await call.renew(1)).toBe(false)
    expect(allowance.take()).toBe(false)
  })

  it('returns the call of a retry that got no permit', async () => {
    const allowance = new CallAllowance(2)
    allowance.take()
    const call = allowance.count(permit(false))
    call.left()
    expect(await call.renew(1)).toBe(false)
    call.release({ kind: 'unsent' })
    expect(countLeft(allowance)).toBe(1)
  })
})
