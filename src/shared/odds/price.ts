/**
 * A price: the service's text, and its exact decimal odds. Every other notation and every payout comes from `odds`,
 * never from a displayed number.
 */
import { round, type Rational } from './rational.ts'

/** The values of the service's `price` parameter. */
export const priceFormats = [
  'american',
  'decimal',
  'fractional',
  'probability',
  'malaysian',
  'indonesian',
  'hong_kong',
] as const
export type PriceFormat = (typeof priceFormats)[number]

export interface ExactPrice {
  /** Verbatim. */
  readonly text: string
  readonly format: PriceFormat
  /** Decimal odds: the return of a stake of 1, stake included. Above 1. */
  readonly odds: Rational
  /** `odds` as the nearest double, above 1: for ranking and for estimates. */
  readonly decimal: number
}

/**
 * Return of a winning bet, stake included: stake times odds, rounded once, a half up. Some books truncate, so it is an
 * estimate until the payout is known. Throws a RangeError when the stake is no whole number of minor units or is
 * negative.
 */
export function exactPayoutMinor(stakeMinor: bigint | number, price: ExactPrice): bigint {
  const stake = BigInt(stakeMinor)
  if (stake < 0n) throw new RangeError('A stake cannot be negative')
  return round({ num: stake * price.odds.num, den: price.odds.den })
}
