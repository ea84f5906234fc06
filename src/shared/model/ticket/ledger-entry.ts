/**
 * An entry of the journal. Money moves between the user's cash and what is at risk, and what is gained or lost on the
 * way is profit: in every entry cash and risk together change by exactly the profit. An entry is never changed; a
 * reversal takes it back to zero and names it.
 */
import { z } from 'zod'
import { Minor } from './money.ts'
import { ownStakeMinor, type Terms } from './payout.ts'

/** Three changes, in minor units of the ticket's currency; cash + at risk = profit. */
export const Movement = z.strictObject({ cashMinor: Minor, atRiskMinor: Minor, profitMinor: Minor })
export type Movement = Readonly<z.infer<typeof Movement>>

/** `stake`: the bet was placed. `result`: it ended, and this came back. */
export const entryKinds = ['stake', 'result'] as const

export const stakeMovement = (terms: Terms): Movement => {
  const own = ownStakeMinor(terms)
  return movement(-own, own)
}

/** The stake is no longer at risk and the payout has come. */
export const resultMovement = (terms: Terms, payoutMinor: number): Movement =>
  movement(payoutMinor, -ownStakeMinor(terms))

export const reverseMovement = ({ cashMinor, atRiskMinor }: Movement): Movement =>
  movement(-cashMinor, -atRiskMinor)

/** `+ 0` because a zero with a sign is not a zero to JSON. */
const movement = (cashMinor: number, atRiskMinor: number): Movement => ({
  cashMinor: cashMinor + 0,
  atRiskMinor: atRiskMinor + 0,
  profitMinor: cashMinor + atRiskMinor + 0,
})
