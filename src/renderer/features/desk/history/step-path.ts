/** A price over time as an SVG path of steps: each price is valid until the next answer. */
import { findPrice, type Quote } from '../../../../shared/model/price/quote.ts'

/** Share of the width for past prices; the newest price gets the rest. */
const shareOfPast = 0.95

/** `quotes` newest first. Higher pays more; heights are linear in implied probability. No price is a gap. */
export function stepPath(
  quotes: readonly Quote[],
  { width, height }: { width: number; height: number },
): string {
  const levels = quotes.flatMap(quote => toLevel(quote) ?? [])
  const low = Math.min(...levels)
  const span = Math.max(...levels) - low
  const firstAt = quotes.at(-1)?.at ?? 0
  const spanMs = (quotes[0]?.at ?? 0) - firstAt
  const toY = (level: number) => round(span === 0 ? height / 2 : height - ((level - low) / span) * height)
  let path = ''
  let isDrawing = false
  for (const [index, quote] of quotes.toReversed().entries()) {
    const level = toLevel(quote)
    const share = spanMs === 0 ? index / quotes.length : (quote.at - firstAt) / spanMs
    const x = round(share * shareOfPast * width)
    if (isDrawing) path += `H${x}`
    if (level !== undefined) path += isDrawing ? `V${toY(level)}` : `M${x} ${toY(level)}`
    isDrawing = level !== undefined
  }
  return isDrawing ? `${path}H${width}` : path
}

function toLevel(quote: Quote): number | undefined {
  const price = findPrice(quote)
  return price && -1 / price.decimal
}

const round = (value: number): number => Math.round(value * 100) / 100
