/** Prices for the tests of this folder. */
import type { ExactPrice, PriceFormat } from '../../../src/shared/odds/price.ts'
import { parsePrice } from '../../../src/shared/odds/price-parse.ts'
import { fc } from '../../property.ts'

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
