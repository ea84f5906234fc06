/**
 * Converts decimal odds to the number of each price format and back, exactly. Ranges and formulas as published by
 * converters such as oddsorca.com and sportsbookreview.com; `b` below is the profit on a stake of 1, odds less 1.
 */
import type { PriceFormat } from './price.ts'
import { abs, add, div, mul, rational, type Rational } from './rational.ts'

export const hundred = rational(100n)
const one = rational(1n)
const minusOne = rational(-1n)

/**
 * Decimal odds from the number written in a format (a probability as 0..1), or undefined outside the format's range.
 * The range is checked because a Malaysian 1.91 would be a decimal price with the wrong label.
 */
export function oddsFrom(format: PriceFormat, written: Rational): Rational | undefined {
  const { num, den } = written
  switch (format) {
    case 'american':
      return oddsFrom('indonesian', div(written, hundred))
    case 'decimal':
      return num > den ? written : undefined
    case 'fractional':
    case 'hong_kong':
      return num > 0n ? add(written, one) : undefined
    case 'probability':
      return num > 0n && num < den ? div(one, written) : undefined
    case 'malaysian':
      return num !== 0n && abs(num) <= den ? add(toProfit(written), one) : undefined
    case 'indonesian':
      return abs(num) >= den ? add(toProfit(written), one) : undefined
  }
}

/** The number a format writes for decimal odds above 1; unrounded. The inverse of `oddsFrom`. */
export function writtenFrom(format: PriceFormat, odds: Rational): Rational {
  const profit = add(odds, minusOne)
  switch (format) {
    case 'american':
      return mul(writtenFrom('indonesian', odds), hundred)
    case 'decimal':
      return odds
    case 'fractional':
    case 'hong_kong':
      return profit
    case 'probability':
      return div(one, odds)
    case 'malaysian':
      return profit.num <= profit.den ? profit : div(minusOne, profit)
    case 'indonesian':
      return profit.num >= profit.den ? profit : div(minusOne, profit)
  }
}

/** A positive number is won on a stake of 1, a negative one is staked to win 1. */
function toProfit(signed: Rational): Rational {
  // Stryker disable next-line EqualityOperator: 0 is in neither range
  return signed.num > 0n ? signed : div(minusOne, signed)
}
