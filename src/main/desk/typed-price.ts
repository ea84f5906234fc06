import { Refusal } from '../../shared/failure.ts'
import type { QuotedPrice, TypedPrice } from '../../shared/model/price/quote.ts'
import { parsePrice } from '../../shared/odds/price-parse.ts'

/** A price as the user typed it, read. Throws Refusal (invalid) when it stands for none. */
export function readTypedPrice({ text, format }: TypedPrice): QuotedPrice {
  const parsed = parsePrice(text.trim(), format)
  if (!parsed.ok) throw new Refusal({ kind: 'invalid', field: 'price', sentence: parsed.sentence })
  const { price } = parsed
  return { text: price.text, format, decimal: price.decimal }
}
