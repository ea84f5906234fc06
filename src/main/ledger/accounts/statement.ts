/**
 * The statement by holder: who put in how much, what each is entitled to, and who holds it. Each result is shared in
 * proportion to the money that each had at risk when it came, as in a fund: money that comes later has no part in it.
 * Whole minor units, and the last ones go to the largest remainders, so that no unit is lost.
 */
import type { HolderLine } from '../../../shared/model/accounts/account.ts'
import type { TimedMinor } from './account-history.ts'

/** A holder's money in one currency, in minor units. */
export interface HolderMoney {
  readonly holder: string
  /** Deposits of their money, and withdrawals paid to them, which are below 0. */
  readonly flows: readonly TimedMinor[]
  /** Money in their accounts. */
  readonly holdingMinor: number
}

/**
 * Sorted by name. Without any deposit, each is entitled to what they hold. All differences sum to 0. `results`: gains and
 * losses of all their accounts.
 */
export function makeStatement(holders: readonly HolderMoney[], results: readonly TimedMinor[]): HolderLine[] {
  const sorted = holders.toSorted((a, b) => (a.holder < b.holder ? -1 : 1))
  const funded = sorted.map(({ flows }) => sum(flows))
  const holding = sorted.reduce((all, { holdingMinor }) => all + holdingMinor, 0)
  const total = holding - funded.reduce((all, minor) => all + minor, 0)
  const shares = shareResults(sorted, results, total)
  return sorted.map(({ holder, holdingMinor }, at) => {
    const fundedMinor = funded[at] ?? 0
    const share = shares?.[at]
    const entitledMinor = share === undefined ? holdingMinor : fundedMinor + share
    return { holder, fundedMinor, entitledMinor, holdingMinor, differenceMinor: holdingMinor - entitledMinor }
  })
}

const sum = (amounts: readonly TimedMinor[]): number => amounts.reduce((all, { minor }) => all + minor, 0)
const inOrder = <T extends TimedMinor>(amounts: readonly T[]): T[] => amounts.toSorted((a, b) => a.at - b.at)

/**
 * Each holder's part of `total`, undefined without a deposit. Between two flows no one's part of the money changes, so
 * their results are shared as one. A result while no one had money, and any that is not listed, is shared by all deposits.
 */
function shareResults(holders: readonly HolderMoney[], results: readonly TimedMinor[], total: number) {
  const deposits = holders.map(({ flows }) => sum(flows.filter(({ minor }) => minor > 0)))
  if (deposits.every(minor => minor === 0)) return undefined
  const shares = holders.map(() => 0)
  const flowed = holders.map(() => 0)
  let left = total
  const share = (minor: number, weights: readonly number[]) => {
    const parts = shareOut(minor, weights)
    if (parts === undefined) return
    for (const [place, part] of parts.entries()) shares[place] = (shares[place] ?? 0) + part
    left -= minor
  }
  const atRisk = () => flowed.map((minor, place) => Math.max(0, minor + (shares[place] ?? 0)))
  const flows = inOrder(holders.flatMap((holder, place) => holder.flows.map(flow => ({ ...flow, place }))))
  const ordered = inOrder(results)
  let from = 0
  for (const { at, minor, place } of flows) {
    const next = ordered.findIndex((result, index) => index >= from && result.at >= at)
    const until = next < 0 ? ordered.length : next
    share(sum(ordered.slice(from, until)), atRisk())
    from = until
    flowed[place] = (flowed[place] ?? 0) + minor
  }
  share(sum(ordered.slice(from)), atRisk())
  share(left, deposits)
  return shares
}

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
