/**
 * The statement by holder: who put in how much, what each is entitled to, and who holds it. Results are shared in
 * proportion to all deposits; whole minor units, and the last ones go to the largest remainders, so that no unit is lost.
 */
import type { HolderLine } from '../../../shared/model/accounts/account.ts'

/** A holder's money in one currency, in minor units. */
export interface HolderMoney {
  readonly holder: string
  /** All deposits from their money; the measure of their share. */
  readonly depositedMinor: number
  /** Deposits less withdrawals paid to them. */
  readonly fundedMinor: number
  /** Money in their accounts. */
  readonly holdingMinor: number
}

/** Sorted by name. Without any deposit, each is entitled to what they hold. All differences sum to 0. */
export function makeStatement(holders: readonly HolderMoney[]): HolderLine[] {
  const sorted = holders.toSorted((a, b) => (a.holder < b.holder ? -1 : 1))
  const result = sum(sorted, 'holdingMinor') - sum(sorted, 'fundedMinor')
  const shares = shareOut(
    result,
    sorted.map(({ depositedMinor }) => depositedMinor),
  )
  return sorted.map(({ holder, fundedMinor, holdingMinor }, at) => {
    const share = shares?.[at]
    const entitledMinor = share === undefined ? holdingMinor : fundedMinor + share
    return { holder, fundedMinor, entitledMinor, holdingMinor, differenceMinor: holdingMinor - entitledMinor }
  })
}

const sum = (holders: readonly HolderMoney[], of: 'holdingMinor' | 'fundedMinor'): number =>
  holders.reduce((all, holder) => all + holder[of], 0)

/** Parts of an amount in proportion to weights of 0 or more, which sum to it exactly; undefined when all weights are 0. */
export function shareOut(minor: number, weights: readonly number[]): number[] | undefined {
  const all = weights.reduce((sum, weight) => sum + BigInt(weight), 0n)
  if (all === 0n) return undefined
  const sign = minor < 0 ? -1 : 1
  const amount = BigInt(Math.abs(minor))
  const parts = weights.map(weight => (amount * BigInt(weight)) / all)
  const remainders = weights.map((weight, at) => ({ at, rest: (amount * BigInt(weight)) % all }))
  const left = Number(amount - parts.reduce((sum, part) => sum + part, 0n))
  const isRaised = new Set(
    remainders
      .toSorted((a, b) => (a.rest === b.rest ? a.at - b.at : a.rest > b.rest ? -1 : 1))
      .slice(0, left)
      .map(({ at }) => at),
  )
  return parts.map((part, at) => sign * (Number(part) + (isRaised.has(at) ? 1 : 0)) + 0)
}
