/** Prices and comparisons for the tests of odds. */
import type { ExactPrice, PriceFormat } from '../../../src/shared/odds/price.ts'
import { parsePrice } from '../../../src/shared/odds/price-parse.ts'
import type { Rational } from '../../../src/shared/odds/rational.ts'
import { fc } from '../property.ts'

export function parsed(text: string, format: PriceFormat): ExactPrice {
  const answer = parsePrice(text, format)
  if (!answer.ok) throw new Error(`${JSON.stringify(text)} is refused as ${format}: ${answer.reason}`)
  return answer.price
}

const part = fc.oneof(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 1, max: 1_000_000 }))

/** Any fractional price with parts up to a million: short, long, even. */
export const anyPrice: fc.Arbitrary<ExactPrice> = fc
  .tuple(part, part)
  .map(([num, den]) => parsed(`${num}/${den}`, 'fractional'))

/** Negative if a < b, 0 if equal, positive if a > b. */
export function compareRationals(a: Rational, b: Rational): number {
  const difference = a.num * b.den - b.num * a.den
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}
