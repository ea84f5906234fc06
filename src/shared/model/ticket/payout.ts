/**
 * Payout of a ticket and its entries, in minor units. A payout is computed from the exact odds and rounded once, a half
 * up, as most books do. Some truncate, so it stays an estimate until the user enters the amount paid.
 */
import { z } from 'zod'
import { exactPayoutMinor, type ExactPrice } from '../../odds/price.ts'
import { div, mul, rational, round, toNumber, type Rational } from '../../odds/rational.ts'
import { parsePrice } from '../../odds/price-parse.ts'
import { maxMinor, Minor } from './money.ts'
import { toExactPrice, type PriceText, type TicketTerms } from './ticket.ts'

export type Terms = Pick<TicketTerms, 'stakeMinor' | 'price' | 'kind'>

/**
 * Payout of a win; a bonus bet returns the profit without its stake. Infinity when it exceeds the ledger's maximum;
 * such terms are rejected before they are recorded.
 */
export function winMinor({ stakeMinor, price, kind }: Terms): number {
  const all = exactPayoutMinor(stakeMinor, toExactPrice(price)) - (kind === 'bonus' ? BigInt(stakeMinor) : 0n)
  return all > BigInt(maxMinor) ? Infinity : Number(all)
}

/** The stake that wins this profit, to the nearest minor unit, a half up. Infinity when it exceeds the maximum. */
export function stakeToWin(toWinMinor: number, { odds }: ExactPrice): number {
  const profit = rational(odds.num - odds.den, odds.den)
  const stake = round(div(rational(BigInt(toWinMinor)), profit))
  return stake > BigInt(maxMinor) ? Infinity : Number(stake)
}

/** The user's own money on it: 0 for a bonus bet. A refund returns this amount. */
export function ownStakeMinor({ stakeMinor, kind }: Terms): number {
  return kind === 'bonus' ? 0 : stakeMinor
}

/** Estimated payout of the remaining legs, by the product of their single prices; null when one is unknown. */
export function reducedEstimateMinor(terms: Terms, singles: readonly (PriceText | null)[]): number | null {
  let product: Rational = rational(1n)
  for (const single of singles) {
    const parsed = single === null ? null : parsePrice(single.text, single.format)
    if (parsed?.ok !== true) return null
    product = mul(product, parsed.price.odds)
  }
  if (toNumber(product) <= 1) return null
  const price = { text: '', format: 'decimal' as const, odds: `${product.num}/${product.den}` }
  const estimate = winMinor({ ...terms, price })
  return Number.isFinite(estimate) ? estimate : null
}

/**
 * An entry of the journal, in minor units of the ticket's currency. Money moves between cash and risk; their sum
 * changes by exactly the profit. An entry is never changed; a reversal cancels it and names it.
 */
export const Movement = z.strictObject({ cashMinor: Minor, atRiskMinor: Minor, profitMinor: Minor })
export type Movement = Readonly<z.infer<typeof Movement>>

/** `stake`: the bet was placed. `result`: it settled, with this payout. */
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
