/** Legs and price to compare an opened betslip with, as text to paste beside it. */
import type { LegView } from '../../shared/model/parlay/parlay.ts'
import type { QuotedPrice } from '../../shared/model/price/quote.ts'
import { priceIn } from '../../shared/odds/price-format.ts'
import { parsePrice } from '../../shared/odds/price-parse.ts'
import type { PriceFormat } from '../../shared/odds/price.ts'

/** `3 legs, +512`, then a line for each leg. */
export function describeBet(legs: readonly LegView[], price: QuotedPrice, format: PriceFormat): string {
  const parsed = parsePrice(price.text, price.format)
  const priceText = parsed.ok ? priceIn(format, parsed.price) : price.text
  const count = legs.length === 1 ? '1 leg' : `${legs.length} legs`
  return [`${count}, ${priceText}`, ...legs.map(({ name, market }) => `${name} (${market})`)]
    .map(oneLine)
    .join('\n')
}

/** The service's text, without what would make it read as other lines. */
const oneLine = (text: string) => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ')
