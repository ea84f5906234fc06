/** Names of the ways to remove a book's margin, and fair prices with their range. */
import type { FairMethod } from '../../shared/model/price/fair.ts'
import type { PriceFormat } from '../../shared/odds/price.ts'
import { fairDecimal } from '../../shared/odds/value.ts'
import { estimateText } from './price-text.ts'

export const fairMethodNames: Readonly<Record<FairMethod, string>> = {
  lowest: 'Lowest probability',
  blend: 'Blend',
  multiplicative: 'Multiplicative',
  additive: 'Additive',
  power: 'Power',
  oddsRatio: 'Odds ratio',
  shin: 'Shin',
  probit: 'Probit',
  goto: 'Goto',
}

/** Fair price of a probability. */
export const fairText = (p: number, format: PriceFormat): string => estimateText(fairDecimal(p), format)

/** `+571 to +607`: fair prices of two probabilities, the shorter price first. */
export function fairRangeText(
  { low, high }: { readonly low: number; readonly high: number },
  format: PriceFormat,
): string {
  const [from, to] = [fairText(high, format), fairText(low, format)]
  return from === to ? from : `${from} to ${to}`
}
