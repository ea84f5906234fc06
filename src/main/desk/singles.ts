/** What a book asks for a parlay's legs one by one, by the single prices that came with its odds objects. */
import type { Leg } from '../../shared/model/parlay/parlay.ts'
import { parsePrice } from '../../shared/odds/price-parse.ts'
import type { PriceFormat } from '../../shared/odds/price.ts'

type Known = Map<string, number | null>

/** Rows are told far more often than their legs change, so a product is worked out once a set of legs and format. */
const byLegs = new WeakMap<readonly Leg[], Map<PriceFormat, Known>>()

/**
 * The product of the legs' single decimal prices at a book; null unless each has one that can be read in the format
 * the user named. What format the texts are in is not documented, and a number does not tell.
 */
export function productOfSingles(legs: readonly Leg[], bookId: string, format: PriceFormat): number | null {
  const byFormat = byLegs.get(legs) ?? new Map<PriceFormat, Known>()
  const products: Known = byFormat.get(format) ?? new Map<string, number | null>()
  const known = products.get(bookId)
  if (known !== undefined) return known
  const product = multiplied(legs, bookId, format)
  byLegs.set(legs, byFormat.set(format, products.set(bookId, product)))
  return product
}

function multiplied(legs: readonly Leg[], bookId: string, format: PriceFormat): number | null {
  let product = 1
  for (const { offers } of legs) {
    const text = offers.find(offer => offer.bookId === bookId)?.price ?? ''
    const parsed = parsePrice(text, format)
    if (!parsed.ok) return null
    product *= parsed.price.decimal
  }
  return Number.isFinite(product) ? product : null
}
